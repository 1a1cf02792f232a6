#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

vector<int> boxes;

int heavier(size_t next, int one, int other) {
    if (next == boxes.size()) return max(one, other);
    return min(heavier(next + 1, one + boxes[next], other), heavier(next + 1, one, other + boxes[next]));
}

int main() {
    int n;
    cin >> n;
    boxes.resize(n);
    for (int& box : boxes) cin >> box;
    sort(boxes.rbegin(), boxes.rend());
    cout << heavier(0, 0, 0) << endl;
}
