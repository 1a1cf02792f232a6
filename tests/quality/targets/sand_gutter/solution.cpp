#include <iostream>
#include <string>
#include <vector>
using namespace std;

int n, g;
string house[9];
int grains[9][9], neighbours[9][9];
bool seen[9][9];
const int DY[] = {1, 0, -1, 0};
const int DX[] = {0, 1, 0, -1};

bool isOpen(int y, int x) { return y >= 0 && y < n && x >= 0 && x < n && house[y][x] == '.'; }

void explore(int y, int x) {
    seen[y][x] = true;
    for (int d = 0; d < 4; d++) {
        int ny = y + DY[d], nx = x + DX[d];
        if (!isOpen(ny, nx)) continue;
        neighbours[y][x]++;
        if (!seen[ny][nx]) explore(ny, nx);
    }
}

int main() {
    cin >> n >> g;
    for (int y = 0; y < n; y++) cin >> house[y];
    if (isOpen(0, 0)) explore(0, 0);
    if (!seen[n - 1][n - 1]) {
        cout << -1 << endl;
        return 0;
    }
    neighbours[n - 1][n - 1] = g + 1;  // the drain is never full
    grains[0][0] = g;
    long long times = 0;
    vector<pair<int, int>> full;
    if (g >= neighbours[0][0]) full.push_back({0, 0});
    while (!full.empty()) {
        auto [y, x] = full.back();
        full.pop_back();
        times++;
        grains[y][x] -= neighbours[y][x];
        if (grains[y][x] >= neighbours[y][x]) full.push_back({y, x});
        for (int d = 0; d < 4; d++) {
            int ny = y + DY[d], nx = x + DX[d];
            if (!isOpen(ny, nx)) continue;
            grains[ny][nx]++;
            if (grains[ny][nx] == neighbours[ny][nx]) full.push_back({ny, nx});
        }
    }
    cout << times << endl;
}
