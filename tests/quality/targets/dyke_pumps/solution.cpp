#include <algorithm>
#include <climits>
#include <iostream>
#include <queue>
#include <vector>
using namespace std;

struct Pipe {
    int to, room;
};

int n, m;
vector<Pipe> pipes;  // each with its way back behind it
vector<vector<int>> from;
vector<int> level;

bool reach() {
    level.assign(n + 1, -1);
    level[1] = 0;
    queue<int> open;
    open.push(1);
    while (!open.empty()) {
        int a = open.front();
        open.pop();
        for (int p : from[a]) {
            int b = pipes[p].to;
            if (pipes[p].room > 0 && level[b] < 0) {
                level[b] = level[a] + 1;
                open.push(b);
            }
        }
    }
    return level[n] >= 0;
}

int push(int a, int most) {
    if (a == n) return most;
    for (int p : from[a]) {
        int b = pipes[p].to;
        if (pipes[p].room == 0 || level[b] != level[a] + 1) continue;
        int sent = push(b, min(most, pipes[p].room));
        if (sent > 0) {
            pipes[p].room -= sent;
            pipes[p ^ 1].room += sent;
            return sent;
        }
    }
    return 0;
}

int main() {
    cin >> n >> m;
    from.resize(n + 1);
    for (int i = 0; i < m; i++) {
        int a, b, c;
        cin >> a >> b >> c;
        from[a].push_back(pipes.size());
        pipes.push_back({b, c});
        from[b].push_back(pipes.size());
        pipes.push_back({a, 0});
    }
    int total = 0;
    while (reach()) {
        while (int sent = push(1, INT_MAX)) total += sent;
    }
    cout << total << endl;
}
