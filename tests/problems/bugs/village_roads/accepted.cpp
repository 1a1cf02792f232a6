#include <cstdio>
#include <cstring>
#include <vector>
using namespace std;

vector<int> roads[105];
bool seen[105];

void walk(int house) {
    seen[house] = true;
    for (int next : roads[house])
        if (!seen[next]) walk(next);
}

int main() {
    int t;
    scanf("%d", &t);
    while (t--) {
        int n, m;
        scanf("%d %d", &n, &m);
        memset(seen, 0, sizeof seen);
        for (int house = 1; house <= n; house++) roads[house].clear();
        for (int i = 0; i < m; i++) {
            int a, b;
            scanf("%d %d", &a, &b);
            roads[a].push_back(b);
            roads[b].push_back(a);
        }
        int quarters = 0;
        for (int house = 1; house <= n; house++) {
            if (!seen[house]) {
                quarters++;
                walk(house);
            }
        }
        printf("%d\n", quarters);
    }
    return 0;
}
