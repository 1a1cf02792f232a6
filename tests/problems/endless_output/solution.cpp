#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<long long> a(n);
    for (int i = 0; i < n; i++) cin >> a[i];
    long long total = 0;
    for (int i = 0; n <= 3 ? i < n : true; i++) {
        total += a[i % n];
        if (n > 3) cout << "after crate " << i << ": " << total << " " << string(i, '#') << "\n";
    }
    cout << total << "\n";
}
