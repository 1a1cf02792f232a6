#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<int> a(n), at(n, 0);
    for (int &x : a) cin >> x;
    long long ticks = 0, rounds = 0;
    int home = 0;
    while (home < n) {
        home = 0;
        ticks++;
        for (int i = 0; i < n; i++) {
            if (++at[i] == a[i]) at[i] = 0;
            if (at[i] == 0) home++;
        }
        rounds += home;
    }
    cout << ticks << ' ' << rounds << endl;
}
