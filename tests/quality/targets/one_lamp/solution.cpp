#include <cmath>
#include <cstdio>
#include <vector>

struct Point { double x, y; };
struct Circle { Point middle; double radius; };

bool outside(const Point &p, const Circle &c) {
    return std::hypot(p.x - c.middle.x, p.y - c.middle.y) > c.radius + 1e-6;
}

Circle through(const Point &a, const Point &b) {
    Point middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    return {middle, std::hypot(a.x - middle.x, a.y - middle.y)};
}

Circle through(const Point &a, const Point &b, const Point &c) {
    double bx = b.x - a.x, by = b.y - a.y;
    double cx = c.x - a.x, cy = c.y - a.y;
    double d = 2 * (bx * cy - by * cx);
    double b2 = bx * bx + by * by;
    double c2 = cx * cx + cy * cy;
    double x = (cy * b2 - by * c2) / d;
    double y = (bx * c2 - cx * b2) / d;
    return {{a.x + x, a.y + y}, std::hypot(x, y)};
}

int main() {
    int n;
    std::scanf("%d", &n);
    std::vector<Point> p(n);
    for (auto &each : p) std::scanf("%lf %lf", &each.x, &each.y);
    Circle light = {p[0], 0};
    for (int i = 1; i < n; i++) {
        if (!outside(p[i], light)) continue;
        light = {p[i], 0};  // p[i] is at the edge
        for (int j = 0; j < i; j++) {
            if (!outside(p[j], light)) continue;
            light = through(p[i], p[j]);  // and so is p[j]
            for (int k = 0; k < j; k++)
                if (outside(p[k], light)) light = through(p[i], p[j], p[k]);
        }
    }
    std::printf("%.2f\n", light.radius);
}
