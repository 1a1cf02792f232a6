#include <iostream>
#include <thread>
#include <vector>
using namespace std;

long long half(const vector<long long> &a, int from, int to) {
    long long total = 0;
    for (int i = from; i < to; i++) total += a[i];
    return total;
}

int main() {
    int n;
    cin >> n;
    vector<long long> a(n);
    for (int i = 0; i < n; i++) cin >> a[i];
    long long left = 0, right = 0;
    thread first([&] { left = half(a, 0, n / 2); });
    thread second([&] { right = half(a, n / 2, n); });
    first.join();
    second.join();
    cout << left + right << "\n";
}
