// 2122C, "Manhattan Pairs": any pairs with the greatest sum of distances.
#include <vector>

#include "checking.h"

struct Point { long long x, y; };

long long sum_of(Tokens& file, const std::vector<Point>& points) {
    const int n = static_cast<int>(points.size());
    std::vector<bool> taken(n);
    auto next = [&]() -> const Point& {
        const int index = static_cast<int>(file.number(1, n)) - 1;
        file.demand(!taken[index], "a point is in two pairs");
        taken[index] = true;
        return points[index];
    };
    long long sum = 0;
    for (int pair = 0; pair < n / 2; pair++) {
        const Point &a = next(), &b = next();
        sum += std::llabs(a.x - b.x) + std::llabs(a.y - b.y);
    }
    return sum;
}

int main(int, char** argv) {
    Tokens input(argv[1], ANSWER_IS_WRONG), output(argv[2], WRONG), answer(argv[3], ANSWER_IS_WRONG);
    for (long long t = input.number(1, 10000); t > 0; t--) {
        std::vector<Point> points(input.number(2, 200000));
        for (Point& point : points) {
            point.x = input.number(-1000000, 1000000);
            point.y = input.number(-1000000, 1000000);
        }
        const long long best = sum_of(answer, points);
        compare(output, answer, sum_of(output, points), best, true);
    }
    output.end();
    return RIGHT;
}
