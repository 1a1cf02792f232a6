#include <bits/stdc++.h>
using namespace std;

const long long INF = 4e18;
vector<pair<int, int>> adj[10005];
long long dist[10005];
bool inq[10005];

int main() {
    int n, m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    for (int i = 0; i < m; i++) {
        int u, v, w;
        if (scanf("%d %d %d", &u, &v, &w) != 3) return 1;
        adj[u].push_back({v, w});
    }
    for (int i = 1; i <= n; i++) dist[i] = INF;
    dist[1] = 0;
    queue<int> q;
    q.push(1);
    inq[1] = true;
    while (!q.empty()) {
        int u = q.front();
        q.pop();
        inq[u] = false;
        for (auto &e : adj[u]) {
            if (dist[u] + e.second < dist[e.first]) {
                dist[e.first] = dist[u] + e.second;
                if (!inq[e.first]) {
                    q.push(e.first);
                    inq[e.first] = true;
                }
            }
        }
    }
    for (int i = 1; i <= n; i++) printf("%lld ", dist[i] == INF ? -1 : dist[i]);
    printf("\n");
}
