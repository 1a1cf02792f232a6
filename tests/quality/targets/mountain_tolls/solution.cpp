#include <cstdio>
#include <queue>
#include <utility>
#include <vector>
using namespace std;

const int NEVER = 1000000000;

struct Path { int to, toll; };
struct Way { int cost, hut; };

bool operator<(const Way &one, const Way &other) { return one.cost > other.cost; }

int main() {
    int n, m;
    scanf("%d %d", &n, &m);
    vector<vector<Path>> paths(n + 1);
    for (int i = 0; i < m; i++) {
        int a, b, w;
        scanf("%d %d %d", &a, &b, &w);
        if (a > b) swap(a, b);
        paths[a].push_back({b, w});
    }
    vector<int> least(n + 1, NEVER);
    priority_queue<Way> open;
    least[1] = 0;
    open.push({0, 1});
    while (!open.empty()) {
        Way now = open.top();
        open.pop();
        if (now.cost > least[now.hut]) continue;
        for (Path path : paths[now.hut]) {
            int cost = now.cost + path.toll;
            if (cost < least[path.to]) {
                least[path.to] = cost;
                open.push({cost, path.to});
            }
        }
    }
    for (int i = 1; i <= n; i++) {
        if (least[i] == NEVER) printf("- ");
        else printf("%d ", least[i]);
    }
    puts("");
}
