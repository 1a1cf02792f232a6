// 2158D, "Palindrome Flipping": any flips of palindromes that lead from s to t, at most 2n; or -1 where there are none.
#include <algorithm>

#include "checking.h"

bool is_possible(Tokens& file, std::string s, const std::string& t) {
    const long long n = static_cast<long long>(s.size()), flips = file.number(-1, 2 * n);
    if (flips < 0) return false;
    for (long long flip = 0; flip < flips; flip++) {
        const long long left = file.number(1, n) - 1, right = file.number(left + 2, n);
        for (long long i = left, j = right - 1; i < j; i++, j--) file.demand(s[i] == s[j], "no palindrome");
        for (long long i = left; i < right; i++) s[i] = s[i] == '0' ? '1' : '0';
    }
    file.demand(s == t, "the flips lead elsewhere");
    return true;
}

int main(int, char** argv) {
    Tokens input(argv[1], ANSWER_IS_WRONG), output(argv[2], WRONG), answer(argv[3], ANSWER_IS_WRONG);
    for (long long cases = input.number(1, 5000); cases > 0; cases--) {
        input.number(4, 100);
        const std::string s = input.word(), t = input.word();
        const bool best = is_possible(answer, s, t);
        compare(output, answer, is_possible(output, s, t), best, true);
    }
    output.end();
    return RIGHT;
}
