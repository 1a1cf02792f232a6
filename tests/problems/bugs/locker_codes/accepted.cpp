#include <iostream>
using namespace std;

bool is_prime(long long x) {
    if (x < 2) return false;
    for (long long d = 2; d * d <= x; d++)
        if (x % d == 0) return false;
    return true;
}

int main() {
    int q;
    cin >> q;
    while (q--) {
        long long x;
        cin >> x;
        cout << (is_prime(x) ? "opens" : "stays shut") << "\n";
    }
    return 0;
}
