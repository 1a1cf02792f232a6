#include <algorithm>
#include <iostream>
#include <unordered_map>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    unordered_map<int, int> cnt;
    int best = 0;
    for (int i = 0; i < n; i++) {
        int a;
        cin >> a;
        best = max(best, ++cnt[a]);
    }
    cout << best << "\n";
    return 0;
}
