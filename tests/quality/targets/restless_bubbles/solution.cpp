#include <iostream>
#include <vector>
#define rep(i, n) for (int i = 0; i < (int)(n); i++)
using namespace std;
int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<int> a(n);
    rep(i, n) cin >> a[i];
    int rounds = 0;
    bool swapped = true;
    while (swapped) {
        swapped = false;
        rounds++;
        for (int i = 0; i + 1 < n; i++)
            if (a[i] > a[i + 1]) {
                swap(a[i], a[i + 1]);
                swapped = true;
            }
    }
    cout << rounds << '\n';
    rep(i, n) cout << a[i] << ' ';
    cout << '\n';
}
