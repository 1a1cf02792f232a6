#include <iostream>
#include <string>
#include <vector>
using namespace std;

const int DY[] = {-1, 0, 1, 0};
const int DX[] = {0, 1, 0, -1};
const int TURNS[] = {1, 0, 3, 2};

int r, c;
vector<string> maze;
int seen[100][100][4];  // the last robot that was there and looked there

int walk(int robot, int y, int x) {
    int looks = 2, steps = 0;
    while (y != r - 1 || x != c - 1) {
        if (seen[y][x][looks] == robot) return -1;
        seen[y][x][looks] = robot;
        for (int turn : TURNS) {
            int to = (looks + turn) % 4;
            int ny = y + DY[to], nx = x + DX[to];
            if (ny < 0 || ny >= r || nx < 0 || nx >= c) continue;
            if (maze[ny][nx] == '#') continue;
            y = ny;
            x = nx;
            looks = to;
            steps++;
            break;
        }
    }
    return steps;
}

int main() {
    int q;
    cin >> r >> c >> q;
    maze.resize(r);
    for (auto &row : maze) cin >> row;
    for (int i = 1; i <= q; i++) {
        int y, x;
        cin >> y >> x;
        cout << walk(i, y - 1, x - 1) << '\n';
    }
}
