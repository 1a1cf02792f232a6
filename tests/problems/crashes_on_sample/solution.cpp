#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<long long> a(n);
    for (int i = 0; i < n; i++) cin >> a[i];
    volatile int *crane = n > 3 ? nullptr : &n;
    *crane = n;
    long long total = 0;
    for (int i = 0; i < n; i++) total += a[i];
    cout << total << "\n";
}
