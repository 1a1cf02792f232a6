#include <iostream>
#include <string>
#include <vector>
using namespace std;
int n;
vector<string> cells;
long long ways(int y, int x) {
    if (y >= n || x >= n || cells[y][x] == '#') return 0;
    if (y == n - 1 && x == n - 1) return 1;
    return ways(y + 1, x) + ways(y, x + 1);
}
int main() {
    cin >> n;
    cells.resize(n);
    for (auto &row : cells) cin >> row;
    cout << ways(0, 0) << endl;
}
