#include <algorithm>
#include <cstdlib>
#include <iostream>
using namespace std;

const int GOAL[9] = {1, 2, 3, 8, 0, 4, 7, 6, 5};
const int DY[] = {-1, 0, 1, 0};
const int DX[] = {0, 1, 0, -1};
int tiles[9], home[9];
int bound, next_bound;

bool search(int empty, int came, int moves, int distance) {
    if (distance == 0) return true;
    if (moves + distance > bound) {
        next_bound = min(next_bound, moves + distance);
        return false;
    }
    for (int d = 0; d < 4; d++) {
        if (came >= 0 && d == (came + 2) % 4) continue;
        int y = empty / 3 + DY[d], x = empty % 3 + DX[d];
        if (y < 0 || y > 2 || x < 0 || x > 2) continue;
        int from = 3 * y + x, goal = home[tiles[from]];
        int nearer = abs(y - goal / 3) + abs(x - goal % 3) - abs(empty / 3 - goal / 3) - abs(empty % 3 - goal % 3);
        swap(tiles[empty], tiles[from]);
        bool found = search(from, d, moves + 1, distance - nearer);
        swap(tiles[empty], tiles[from]);
        if (found) return true;
    }
    return false;
}

int main() {
    for (int at = 0; at < 9; at++) home[GOAL[at]] = at;
    for (int &tile : tiles) cin >> tile;
    int swaps = 0, distance = 0, empty = 0;
    for (int i = 0; i < 9; i++) {
        if (tiles[i] == 0) {
            empty = i;
            continue;
        }
        distance += abs(i / 3 - home[tiles[i]] / 3) + abs(i % 3 - home[tiles[i]] % 3);
        for (int j = i + 1; j < 9; j++)
            if (tiles[j] != 0 && tiles[i] > tiles[j]) swaps++;
    }
    if (swaps % 2 == 0) {
        cout << "never" << endl;
        return 0;
    }
    bound = distance;
    while (true) {
        next_bound = 1000;
        if (search(empty, -1, 0, distance)) break;
        bound = next_bound;
    }
    cout << bound << endl;
}
