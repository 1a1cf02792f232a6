#include <algorithm>
#include <cstdio>
using namespace std;

struct Point { long long at[2]; };
struct Box { long long low[2], high[2]; };

Point wells[3000];
Box boxes[3000];

void build(int begin, int end, int axis) {
    if (begin >= end) return;
    int middle = (begin + end) / 2;
    nth_element(wells + begin, wells + middle, wells + end,
                [axis](const Point &a, const Point &b) { return a.at[axis] < b.at[axis]; });
    Box &box = boxes[middle];
    for (int k = 0; k < 2; k++) box.low[k] = box.high[k] = wells[begin].at[k];
    for (int i = begin; i < end; i++)
        for (int k = 0; k < 2; k++) {
            box.low[k] = min(box.low[k], wells[i].at[k]);
            box.high[k] = max(box.high[k], wells[i].at[k]);
        }
    build(begin, middle, 1 - axis);
    build(middle + 1, end, 1 - axis);
}

long long to_box(const Point &p, const Box &box) {
    long long sum = 0;
    for (int k = 0; k < 2; k++) {
        long long d = max({0LL, box.low[k] - p.at[k], p.at[k] - box.high[k]});
        sum += d * d;
    }
    return sum;
}

void nearest(const Point &p, int begin, int end, int axis, long long &best) {
    if (begin >= end) return;
    int middle = (begin + end) / 2;
    if (to_box(p, boxes[middle]) >= best) return;
    long long dx = p.at[0] - wells[middle].at[0], dy = p.at[1] - wells[middle].at[1];
    best = min(best, dx * dx + dy * dy);
    if (p.at[axis] < wells[middle].at[axis]) {
        nearest(p, begin, middle, 1 - axis, best);
        nearest(p, middle + 1, end, 1 - axis, best);
    } else {
        nearest(p, middle + 1, end, 1 - axis, best);
        nearest(p, begin, middle, 1 - axis, best);
    }
}

int main() {
    int n, q;
    scanf("%d %d", &n, &q);
    for (int i = 0; i < n; i++) scanf("%lld %lld", &wells[i].at[0], &wells[i].at[1]);
    build(0, n, 0);
    for (int i = 0; i < q; i++) {
        Point village;
        scanf("%lld %lld", &village.at[0], &village.at[1]);
        long long best = 4000000000000LL;
        nearest(village, 0, n, 0, best);
        printf("%lld\n", best);
    }
}
