#include <algorithm>
#include <iostream>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<pair<int, int>> moments;
    for (int i = 0; i < n; i++) {
        int a, b;
        cin >> a >> b;
        moments.push_back({2 * a, 1});
        moments.push_back({2 * b + 1, -1});
    }
    sort(moments.begin(), moments.end());
    int taken = 0, desks = 0;
    for (auto [moment, change] : moments) {
        taken += change;
        desks = max(desks, taken);
    }
    cout << desks << "\n";
}
