#include <iostream>
#include <utility>
#include <vector>
using namespace std;

int places = 1024;
vector<int> bird, times_;
vector<int> left_(places, -1), right_(places, -1);

int &inLeft(int b) { return left_[bird[b] % places]; }
int &inRight(int b) { return right_[bird[b] / places % places]; }

bool settle(int b) {
    for (size_t moves = 0; moves <= bird.size(); moves++) {
        swap(b, inLeft(b));
        if (b == -1) return true;
        swap(b, inRight(b));
        if (b == -1) return true;
    }
    return false;
}

void settleAll() {
    size_t settled = 0;
    while (settled < bird.size()) {
        places *= 2;
        left_.assign(places, -1);
        right_.assign(places, -1);
        settled = 0;
        while (settled < bird.size() && settle(settled)) settled++;
    }
}

int main() {
    int n, again = 0;
    cin >> n;
    for (int i = 0; i < n; i++) {
        int x;
        cin >> x;
        int b = left_[x % places];
        if (b == -1 || bird[b] != x) b = right_[x / places % places];
        if (b == -1 || bird[b] != x) {
            bird.push_back(x);
            times_.push_back(1);
            if (!settle(bird.size() - 1)) settleAll();
        } else if (++times_[b] == 2) {
            again++;
        }
    }
    cout << bird.size() << ' ' << again << endl;
}
