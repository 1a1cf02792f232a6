#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

struct Half {
    int other, domino;
};

int n, most = 0, first_number, last_number;
vector<Half> halves[21];
bool laid[13];

void lay(int begin, int end, int length) {
    if (length > most) {
        most = length;
        first_number = begin;
        last_number = end;
    }
    int before = 0;
    for (const Half &half : halves[end]) {
        if (most == n) return;
        if (laid[half.domino] || half.other == before) continue;
        before = half.other;  // the same domino once more leads to nothing new
        laid[half.domino] = true;
        lay(begin, half.other, length + 1);
        laid[half.domino] = false;
    }
}

int main() {
    cin >> n;
    for (int i = 0; i < n; i++) {
        int a, b;
        cin >> a >> b;
        halves[a].push_back({b, i});
        if (a != b) halves[b].push_back({a, i});
    }
    auto smaller = [](const Half &x, const Half &y) { return x.other < y.other; };
    for (auto &list : halves) sort(list.begin(), list.end(), smaller);
    for (int number = 1; number <= 20; number++) lay(number, number, 0);
    cout << most << ' ' << first_number << ' ' << last_number << '\n';
}
