#include <iostream>
#include <vector>
using namespace std;
int main() {
    int n;
    cin >> n;
    vector<int> a(n);
    for (int i = 0; i < n; i++) cin >> a[i];
    int rounds = 0;
    while (true) {
        vector<int> before = a;
        for (int i = 0; i + 1 < n; i++)
            if (a.at(i) > a.at(i + 1)) {
                int t = a.at(i);
                a.at(i) = a.at(i + 1);
                a.at(i + 1) = t;
            }
        rounds++;
        if (a == before) break;
    }
    cout << rounds << endl;
    for (int i = 0; i < n; i++) cout << a[i] << " ";
    cout << endl;
}
