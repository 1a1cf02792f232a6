#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;
struct Interval { int l, r; };
int main() {
    int n;
    cin >> n;
    vector<Interval> all(n);
    for (auto &each : all) cin >> each.l >> each.r;
    bool merged = true;
    while (merged) {
        merged = false;
        for (size_t i = 0; i < all.size() && !merged; i++)
            for (size_t j = i + 1; j < all.size(); j++)
                if (all[i].l <= all[j].r && all[j].l <= all[i].r) {
                    all[i] = {min(all[i].l, all[j].l), max(all[i].r, all[j].r)};
                    all.erase(all.begin() + j);
                    merged = true;
                    break;
                }
    }
    sort(all.begin(), all.end(), [](const Interval &a, const Interval &b) { return a.l < b.l; });
    cout << all.size() << '\n';
    for (auto &each : all) cout << each.l << ' ' << each.r << '\n';
}
