#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<long long> a(n);
    for (int i = 0; i < n; i++) cin >> a[i];
    int total = 1;
    for (int i = 1; i < n; i++) total += a[i];
    cout << total << "\n";
}
