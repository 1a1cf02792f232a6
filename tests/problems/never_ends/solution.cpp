#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<long long> a(n);
    for (int i = 0; i < n; i++) cin >> a[i];
    long long total = 0;
    for (int i = 0; i != n;) total += a[i % n], i = (i + (n > 3 ? 2 : 1)) % (2 * n);
    cout << total << "\n";
}
