#include <cstdio>
#include <vector>
using namespace std;

struct Offer { int from, to; long long price; };

const long long NONE = 1000000000000000LL;

int main() {
    int n;
    scanf("%d", &n);
    vector<Offer> offers;
    for (int i = 1; i <= n; i++) {
        int a, v, b, w, d;
        scanf("%d %d %d %d %d", &a, &v, &b, &w, &d);
        offers.push_back({a, i, v});
        offers.push_back({b, i, w});
        offers.push_back({0, i, d});
    }
    n++;
    int source = 0;
    long long paid = 0;
    while (true) {
        vector<long long> cheapest(n, NONE);
        vector<int> teller(n, -1), group(n, -1), walker(n, -1);
        for (const Offer &o : offers) {
            if (o.from != o.to && o.price < cheapest[o.to]) {
                cheapest[o.to] = o.price;
                teller[o.to] = o.from;
            }
        }
        int groups = 0;
        for (int i = 0; i < n; i++) {
            if (i == source) continue;
            paid += cheapest[i];
            int v = i;
            while (v != source && walker[v] != i && group[v] == -1) {
                walker[v] = i;
                v = teller[v];
            }
            if (v != source && group[v] == -1) {
                // those in a circle would hear it from each other alone: they become one
                for (int u = teller[v]; u != v; u = teller[u]) group[u] = groups;
                group[v] = groups++;
            }
        }
        if (groups == 0) break;
        for (int i = 0; i < n; i++)
            if (group[i] == -1) group[i] = groups++;
        for (Offer &o : offers) {
            if (group[o.from] != group[o.to]) o.price -= cheapest[o.to];
            o.from = group[o.from];
            o.to = group[o.to];
        }
        source = group[source];
        n = groups;
    }
    printf("%lld\n", paid);
}
