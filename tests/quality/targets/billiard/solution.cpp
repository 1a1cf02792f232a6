#include <iostream>
using namespace std;
int main() {
    int w, h, dx, dy;
    cin >> w >> h >> dx >> dy;
    long long seconds = 0;
    int x = 0, y = 0;
    do {
        x = (x + dx) % w;
        y = (y + dy) % h;
        seconds++;
    } while (x != 0 || y != 0);
    cout << seconds << "\n";
}
