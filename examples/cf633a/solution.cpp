#include <iostream>
using namespace std;

int main() {
    int a, b, c;
    cin >> a >> b >> c;
    bool ok = false;
    for (int x = 0; x <= 10000 && !ok; x++) {
        for (int y = 0; y <= 10000; y++) {
            int damage = a * x + b * y;
            if (damage == c) {
                ok = true;
                break;
            }
            if (damage > c) break;
        }
    }
    cout << (ok ? "Yes" : "No") << endl;
    return 0;
}
