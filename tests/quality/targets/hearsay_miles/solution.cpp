#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

const int EMPTY = 1000000000;

struct Road {
    int a, b, miles;
};

int n, m, q;
vector<Road> roads;
vector<int> post, heard;

bool evening() {
    for (int i = 0; i < n; i++) heard[i] = EMPTY;
    for (const Road &road : roads) {
        if (post[road.b] + road.miles < heard[road.a]) heard[road.a] = post[road.b] + road.miles;
        if (post[road.a] + road.miles < heard[road.b]) heard[road.b] = post[road.a] + road.miles;
    }
    heard[0] = 0;
    bool changed = heard != post;
    swap(post, heard);
    return changed;
}

int settle() {
    int evenings = 0;
    while (evening()) evenings++;
    return evenings;
}

int main() {
    if (scanf("%d %d %d", &n, &m, &q) != 3) return 1;
    for (int i = 0; i < m; i++) {
        Road road;
        if (scanf("%d %d %d", &road.a, &road.b, &road.miles) != 3) return 1;
        road.a--;
        road.b--;
        roads.push_back(road);
    }
    post.assign(n, EMPTY);
    post[0] = 0;
    heard.assign(n, EMPTY);
    settle();
    while (q--) {
        int i, v;
        if (scanf("%d %d", &i, &v) != 2) return 1;
        roads[i - 1].miles = v;
        int evenings = settle();
        long long sum = 0;
        for (int miles : post) {
            if (miles < EMPTY) sum += miles;
        }
        printf("%lld %d\n", sum, evenings);
    }
}
