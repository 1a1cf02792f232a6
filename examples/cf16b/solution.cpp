#include <iostream>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n, m;
    cin >> n >> m;
    vector<pair<int, int>> v(m);
    for (auto &p : v) cin >> p.first >> p.second;
    for (int i = 0; i < m; i++) {
        for (int j = i + 1; j < m; j++) {
            if (v[j].second > v[i].second) swap(v[i], v[j]);
        }
    }
    int taken = 0, candles = 0;
    for (int i = 0; i < m; i++) {
        while (v[i].first > 0 && taken < n) {
            v[i].first--;
            taken++;
            candles += v[i].second;
        }
    }
    cout << candles << endl;
}
