#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

int n, m;
vector<int> from[10];
int to[100], room[100];
int turn[10];
bool seen[10];

int push(int u, int water) {
    if (u == n) return water;
    seen[u] = true;
    for (size_t k = 0; k < from[u].size(); k++) {
        int e = from[u][turn[u]];
        turn[u] = (turn[u] + 1) % from[u].size();
        if (seen[to[e]] || room[e] == 0) continue;
        int got = push(to[e], min(water, room[e]));
        if (got > 0) {
            room[e] -= got;
            room[e ^ 1] += got;
            return got;
        }
    }
    return 0;
}

int main() {
    scanf("%d %d", &n, &m);
    for (int i = 0; i < m; i++) {
        int u, v, c;
        scanf("%d %d %d", &u, &v, &c);
        from[u].push_back(2 * i);
        from[v].push_back(2 * i + 1);
        to[2 * i] = v;
        to[2 * i + 1] = u;
        room[2 * i] = c;
    }
    int flow = 0;
    while (true) {
        fill(seen, seen + n + 1, false);
        int got = push(1, 1000000000);
        if (got == 0) break;
        flow += got;
    }
    printf("%d\n", flow);
}
