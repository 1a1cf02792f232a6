#include <iostream>
#include <string>
#include <utility>
#include <vector>
using namespace std;

int r, c;
vector<string> box;
vector<vector<bool>> seen;

void fall() {
    for (int x = 0; x < c; x++) {
        int free_row = r - 1;
        for (int y = r - 1; y >= 0; y--) {
            if (box[y][x] != '.') {
                swap(box[y][x], box[free_row][x]);
                free_row--;
            }
        }
    }
}

void gather(int y, int x, char colour, vector<pair<int, int>> &group) {
    if (y < 0 || x < 0 || y == r || x == c) return;
    if (seen[y][x] || box[y][x] != colour) return;
    seen[y][x] = true;
    group.push_back({y, x});
    gather(y - 1, x, colour, group);
    gather(y + 1, x, colour, group);
    gather(y, x - 1, colour, group);
    gather(y, x + 1, colour, group);
}

bool vanish() {
    seen.assign(r, vector<bool>(c));
    bool any = false;
    for (int y = 0; y < r; y++) {
        for (int x = 0; x < c; x++) {
            if (box[y][x] == '.' || seen[y][x]) continue;
            vector<pair<int, int>> group;
            gather(y, x, box[y][x], group);
            if (group.size() < 3) continue;
            for (auto &bead : group) box[bead.first][bead.second] = '.';
            any = true;
        }
    }
    return any;
}

int main() {
    cin >> r >> c;
    box.resize(r);
    for (string &row : box) cin >> row;
    int times = 0, left = 0;
    fall();
    while (vanish()) {
        times++;
        fall();
    }
    for (const string &row : box) {
        for (char bead : row) left += bead != '.';
    }
    cout << times << ' ' << left << '\n';
}
