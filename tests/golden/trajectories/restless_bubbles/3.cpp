#include <iostream>
#include <vector>
using namespace std;
int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<int> a(n);
    for (int i = 0; i < n; i++) cin >> a[i];
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
    for (int i = 0; i < n; i++) cout << a[i] << ' ';
    cout << '\n';
}
