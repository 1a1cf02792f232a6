// What the checkers of this folder have in common: they are run as `checker INPUT OUTPUT ANSWER` and end with 0 for a
// right output, 1 for a wrong one and 3 where the answer itself isn't right. Why is said on standard error.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

enum Ending { RIGHT = 0, WRONG = 1, ANSWER_IS_WRONG = 3 };

// A file of tokens. What can't be read ends the checker with the code that speaks of this file.
class Tokens {
public:
    Tokens(const char* path, Ending at_fault) : file_(path), at_fault_(at_fault) {}

    [[noreturn]] void refuse(const char* why) const {
        std::fprintf(stderr, "%s\n", why);
        std::exit(at_fault_);
    }

    void demand(bool holds, const char* why) const {
        if (!holds) refuse(why);
    }

    long long number(long long low, long long high) {
        const std::string token = word();
        char* end = nullptr;
        const long long value = std::strtoll(token.c_str(), &end, 10);
        demand(end != token.c_str() && *end == '\0', "no number where one should stand");
        demand(low <= value && value <= high, "a number is out of its bounds");
        return value;
    }

    std::string word() {
        std::string token;
        demand(static_cast<bool>(file_ >> token), "it ends too soon");
        return token;
    }

    void end() {
        std::string token;
        demand(!(file_ >> token), "more than there should be");
    }

private:
    std::ifstream file_;
    Ending at_fault_;
};

// Ends the checker where the output is worse than the answer, or better than it, which nothing should be.
template <typename Value>
void compare(const Tokens& output, const Tokens& answer, Value ours, Value best, bool more_is_better) {
    if (ours == best) return;
    ((ours > best) == more_is_better ? answer : output).refuse("not the best");
}
