#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

vector<int> door;

int divisors(int x) {
    int count = 0;
    for (int i = 1; i <= x; i++)
        if (x % i == 0) count++;
    return count;
}

int play(int from, int to, bool ann, int low, int high) {
    if (to - from == 1) return divisors(door[from]);
    int middle = from + (to - from) / 2;
    int first = play(from, middle, !ann, low, high);
    if (ann) low = max(low, first);
    else high = min(high, first);
    if (low >= high) return first;
    int second = play(middle, to, !ann, low, high);
    return ann ? max(first, second) : min(first, second);
}

int main() {
    ios_base::sync_with_stdio(false);
    int n;
    cin >> n;
    door.resize(n);
    for (int &x : door) cin >> x;
    cout << play(0, n, true, 0, 100) << '\n';
}
