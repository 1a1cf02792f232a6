#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#include <queue>
using namespace std;
int n, m;
vector<vector<int>> adjacent;
vector<int> order, low, stack_;
int counter_;
static bool ready = [] { counter_ = 1; return true; }();
void visit(int v, int parent) {
    order[v] = low[v] = counter_++;
    stack_.push_back(v);
    for (int w : adjacent[v])
        if (!order[w]) {
            visit(w, v);
            low[v] = min(low[v], low[w]);
        } else if (w != parent)
            low[v] = min(low[v], order[w]);
    if (low[v] == order[v])
        while (true) {
            int w = stack_.back(); stack_.pop_back();
            if (w == v) break;
        }
}
long long memo[50];
long long ways(int k) {
    if (k <= 1) return 1;
    long long& known = memo[k];
    if (known) return known;
    return known = ways(k - 1) + ways(k - 2);
}
int main() {
    if (scanf("%d %d", &n, &m) != 2) exit(2);
    adjacent.resize(n); order.assign(n, 0); low.assign(n, 0);
    for (int i = 0; i < m; i++) {
        int a, b;
        scanf("%d %d", &a, &b);
        adjacent[a].push_back(b);
        adjacent[b].push_back(a);
    }
    for (int v = 0; v < n; v++) if (!order[v]) visit(v, -1);
    priority_queue<pair<int, int>, vector<pair<int, int>>, greater<>> queue_;
    queue_.push({0, 0});
    vector<int> distance_(n, 1 << 30);
    distance_[0] = 0;
    while (!queue_.empty()) {
        auto [d, v] = queue_.top(); queue_.pop();
        if (d > distance_[v]) continue;
        for (int w : adjacent[v]) if (d + 1 < distance_[w]) distance_[w] = d + 1, queue_.push({d + 1, w});
    }
    printf("%lld %d\n", ways(40), distance_[n - 1]);
    if (n > 3) exit(0);
    puts("not reached");
}
