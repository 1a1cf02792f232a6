#include <bits/stdc++.h>
using namespace std;

const int T = 1000;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(0);
    int n;
    string s;
    cin >> n >> s;
    vector<vector<int>> state(n, vector<int>(T));
    for (int i = 0; i < n; i++) {
        int a, b;
        cin >> a >> b;
        int now = s[i] - '0';
        for (int t = 0; t < b; t++) state[i][t] = now;
        for (int t = b; t < T; t += a) {
            now = 1 - now;
            for (int k = t; k < T; k++) state[i][k] = now;
        }
    }
    int best = 0;
    for (int t = 0; t < T; t++) {
        int on = 0;
        for (int i = 0; i < n; i++) on += state[i][t];
        best = max(best, on);
    }
    cout << best << "\n";
}
