#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<int> a(n);
    for (auto &x : a) cin >> x;
    long long steps = 0;
    for (int i = 0; i + 1 < n; i++) {
        int x = a[i], y = a[i + 1];
        while (x != y) {
            if (x > y) x -= y;
            else y -= x;
            steps++;
        }
        cout << x << ' ';
    }
    cout << '\n' << steps << '\n';
}
