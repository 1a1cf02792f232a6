#include <bits/stdc++.h>
using namespace std;

const int MAXN = 2e5 + 5;
int cnt[MAXN];

void solve() {
    memset(cnt, 0, sizeof(cnt));
    int n;
    cin >> n;
    for (int i = 0; i < n; i++) {
        int c;
        cin >> c;
        cnt[c]++;
    }
    int once = 0;
    for (int c = 1; c <= n; c++) {
        if (cnt[c] == 1) once++;
    }
    cout << once << "\n";
}

int main() {
    ios_base::sync_with_stdio(false);
    cin.tie(NULL);
    int t;
    cin >> t;
    while (t--) solve();
    return 0;
}
