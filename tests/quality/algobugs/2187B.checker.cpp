// 2187B, "Shortest Statement Ever": any p and q without a common bit that are as near to x and y as can be.
#include "checking.h"

long long distance_of(Tokens& file, long long x, long long y) {
    const long long p = file.number(0, 1LL << 40), q = file.number(0, 1LL << 40);
    file.demand((p & q) == 0, "p and q have a bit in common");
    return std::llabs(x - p) + std::llabs(y - q);
}

int main(int, char** argv) {
    Tokens input(argv[1], ANSWER_IS_WRONG), output(argv[2], WRONG), answer(argv[3], ANSWER_IS_WRONG);
    for (long long t = input.number(1, 10000); t > 0; t--) {
        const long long x = input.number(0, (1LL << 30) - 1), y = input.number(0, (1LL << 30) - 1);
        const long long best = distance_of(answer, x, y);
        compare(output, answer, distance_of(output, x, y), best, false);
    }
    output.end();
    return RIGHT;
}
