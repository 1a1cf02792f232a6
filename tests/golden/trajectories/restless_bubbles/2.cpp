#include <iostream>
#include <vector>
using namespace std;
int main() {
    int n;
    cin >> n;
    vector<int> a(n);
    for (int i = 0; i < n; i++) cin >> a[i];
    int rounds = 0;
    bool swapped = true;
    while (swapped) {
        swapped = false;
        rounds++;
        for (int i = 0; i + 1 < n; i++)
            if (a.at(i) > a.at(i + 1)) {
                swap(a.at(i), a.at(i + 1));
                swapped = true;
            }
    }
    cout << rounds << endl;
    for (int i = 0; i < n; i++) cout << a[i] << " ";
    cout << endl;
}
