#include <bits/stdc++.h>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<pair<int, int>> wishes(n);
    for (auto &w : wishes) cin >> w.first >> w.second;
    int granted = 0;
    long long ends = 0;
    while (!wishes.empty()) {
        int best = 0;
        for (int i = 1; i < (int)wishes.size(); i++)
            if (wishes[i].second < wishes[best].second) best = i;
        pair<int, int> now = wishes[best];
        granted++;
        ends += now.second;
        for (int i = 0; i < (int)wishes.size();) {
            if (wishes[i].first <= now.second && now.first <= wishes[i].second)
                wishes.erase(wishes.begin() + i);
            else
                i++;
        }
    }
    cout << granted << ' ' << ends << '\n';
}
