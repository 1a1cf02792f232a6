#include <iostream>
using namespace std;

bool opens(long long n) {
    for (long long i = 2; i < n; i++)
        if (n % i == 0) return false;
    return n > 1;
}

int main() {
    long long n;
    cin >> n;
    cout << (opens(n) ? "opens" : "stays shut") << endl;
}
