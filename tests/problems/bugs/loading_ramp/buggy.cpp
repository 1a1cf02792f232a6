#include <iostream>
using namespace std;

int main() {
    int n;
    long long c, total = 0;
    cin >> n >> c;
    for (int i = 0; i < n; i++) {
        long long w;
        cin >> w;
        total += w;
    }
    if (total < c) cout << "yes\n";
    else cout << "no\n";
    return 0;
}
