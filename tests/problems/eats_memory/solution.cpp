#include <iostream>
#include <memory>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<long long> a(n);
    for (int i = 0; i < n; i++) cin >> a[i];
    vector<unique_ptr<char[]>> pile;
    while (n > 3) {
        pile.emplace_back(new char[1 << 24]);
        pile.back()[0] = 'x';
    }
    long long total = 0;
    for (int i = 0; i < n; i++) total += a[i];
    cout << total << "\n";
}
