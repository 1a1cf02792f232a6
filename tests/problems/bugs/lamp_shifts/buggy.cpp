#include <algorithm>
#include <iostream>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<pair<int, int>> shifts(n);
    for (auto& [from, to] : shifts) cin >> from >> to;
    sort(shifts.begin(), shifts.end());
    int lit = 0, begun = shifts[0].first, end = shifts[0].second;
    for (auto [from, to] : shifts) {
        if (from > end) {
            lit += end - begun;
            begun = from;
        }
        end = to;
    }
    cout << lit + end - begun << "\n";
}
