// 2157C: "there exists a valid array", which a format can't say. 0 means that it holds. Each segment of kind 1 needs a
// place outside of all of kind 2, for its k; each of kind 2 needs k places outside of all of kind 1, for 0 to k - 1.
#include <cstdio>
#include <vector>

struct Segment { int kind, left, right; };

int main() {
    int t, n, k, q;
    if (std::scanf("%d", &t) != 1) return 1;
    while (t--) {
        if (std::scanf("%d %d %d", &n, &k, &q) != 3) return 1;
        std::vector<Segment> segments(q);
        std::vector<std::vector<bool>> covered(3, std::vector<bool>(n + 1));
        for (Segment& each : segments) {
            if (std::scanf("%d %d %d", &each.kind, &each.left, &each.right) != 3) return 1;
            if (each.kind < 1 || each.kind > 2 || each.left < 1 || each.right > n) return 1;
            for (int place = each.left; place <= each.right; place++) covered[each.kind][place] = true;
        }
        for (const Segment& each : segments) {
            int free = 0;
            for (int place = each.left; place <= each.right; place++) free += !covered[3 - each.kind][place];
            if (free < (each.kind == 1 ? 1 : k)) return 1;
        }
    }
}
