#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;

struct Point {
    long long x, y;
};

vector<Point> points;
vector<bool> taken;

bool turnsRight(int a, int b, int c) {
    const Point &p = points[a], &q = points[b], &r = points[c];
    return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) < 0;
}

void takeBorder(const vector<int> &left) {
    vector<int> border;
    for (int i : left) {
        while (border.size() >= 2 && turnsRight(border[border.size() - 2], border.back(), i))
            border.pop_back();
        border.push_back(i);
    }
    for (int i : border) taken[i] = true;
}

int main() {
    int n;
    scanf("%d", &n);
    points.resize(n);
    taken.resize(n);
    for (Point &p : points) scanf("%lld %lld", &p.x, &p.y);
    sort(points.begin(), points.end(), [](const Point &a, const Point &b) {
        return a.x < b.x || (a.x == b.x && a.y < b.y);
    });
    vector<int> left;
    for (int i = 0; i < n; i++) left.push_back(i);
    int times = 0;
    while (!left.empty()) {
        times++;
        takeBorder(left);
        reverse(left.begin(), left.end());
        takeBorder(left);
        reverse(left.begin(), left.end());
        left.erase(remove_if(left.begin(), left.end(), [](int i) { return taken[i]; }), left.end());
    }
    printf("%d\n", times);
}
