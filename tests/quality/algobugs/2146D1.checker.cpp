// 2146D1, "Max Sum OR (Easy Version)": the greatest sum, and any order that has it.
#include <vector>

#include "checking.h"

long long sum_of(Tokens& file, long long low, long long high) {
    const long long said = file.number(0, 1LL << 60);
    std::vector<bool> taken(high - low + 1);
    long long sum = 0;
    for (long long b = low; b <= high; b++) {
        const long long a = file.number(low, high);
        file.demand(!taken[a - low], "a number stands twice");
        taken[a - low] = true;
        sum += a | b;
    }
    file.demand(sum == said, "the order has another sum than was said");
    return sum;
}

int main(int, char** argv) {
    Tokens input(argv[1], ANSWER_IS_WRONG), output(argv[2], WRONG), answer(argv[3], ANSWER_IS_WRONG);
    for (long long t = input.number(1, 10000); t > 0; t--) {
        const long long low = input.number(0, 0), high = input.number(low, 199999);
        const long long best = sum_of(answer, low, high);
        compare(output, answer, sum_of(output, low, high), best, true);
    }
    output.end();
    return RIGHT;
}
