// 2194D, "Table Cut": the greatest product, and any cut that has it.
#include <vector>

#include "checking.h"

long long product_of(Tokens& file, const std::vector<std::vector<int>>& ones_before) {
    const long long n = static_cast<long long>(ones_before.size()), m = static_cast<long long>(ones_before[0].size()) - 1;
    const long long said = file.number(0, 1LL << 60);
    const std::string cut = file.word();
    long long row = 0, column = 0, left = 0, all = 0;
    for (char step : cut) {
        file.demand(step == 'D' || step == 'R', "a step is neither D nor R");
        if (step == 'R') {
            column++;
            file.demand(column <= m, "too many steps to the right");
        } else {
            file.demand(row < n, "too many steps down");
            left += ones_before[row++][column];
        }
    }
    file.demand(row == n && column == m, "the cut doesn't end in the corner");
    for (const std::vector<int>& ones : ones_before) all += ones[m];
    file.demand(left * (all - left) == said, "the cut has another product than was said");
    return said;
}

int main(int, char** argv) {
    Tokens input(argv[1], ANSWER_IS_WRONG), output(argv[2], WRONG), answer(argv[3], ANSWER_IS_WRONG);
    for (long long t = input.number(1, 10000); t > 0; t--) {
        const long long n = input.number(1, 300000), m = input.number(1, 300000);
        std::vector<std::vector<int>> ones_before(n, std::vector<int>(m + 1));
        for (std::vector<int>& ones : ones_before)
            for (long long column = 0; column < m; column++)
                ones[column + 1] = ones[column] + static_cast<int>(input.number(0, 1));
        const long long best = product_of(answer, ones_before);
        compare(output, answer, product_of(output, ones_before), best, true);
    }
    output.end();
    return RIGHT;
}
