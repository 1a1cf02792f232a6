// 2157C, "Meximum Array 2": any array that meets all conditions.
#include <algorithm>
#include <set>
#include <vector>

#include "checking.h"

int main(int, char** argv) {
    Tokens input(argv[1], ANSWER_IS_WRONG), output(argv[2], WRONG);
    // The answer, argv[3], isn't needed: an array is right or wrong by itself.
    for (long long t = input.number(1, 500); t > 0; t--) {
        const long long n = input.number(1, 100), k = input.number(1, n), q = input.number(1, 100);
        std::vector<long long> a(n);
        for (long long& value : a) value = output.number(0, 1000000000);
        for (long long condition = 0; condition < q; condition++) {
            const long long kind = input.number(1, 2), left = input.number(1, n) - 1, right = input.number(left + 1, n);
            const std::set<long long> values(a.begin() + left, a.begin() + right);
            long long mex = 0;
            while (values.count(mex)) mex++;
            output.demand((kind == 1 ? *values.begin() : mex) == k, "a condition isn't met");
        }
    }
    output.end();
    return RIGHT;
}
