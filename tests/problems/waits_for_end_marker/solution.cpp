#include <iostream>
using namespace std;

int main() {
    // The marker 0 that would end this loop is never in the input: after its end, x keeps its last value.
    long long n, x = 1, total = 0;
    cin >> n;
    while (x != -1) {
        if (cin >> x) total += x;
    }
    cout << total << "\n";
}
