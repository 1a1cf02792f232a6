"""What every `ValueReader` does, whatever the language. A test class inherits `ValueReaderKit` and opens one."""

from __future__ import annotations

import pytest

from slowpath.model.ports import ValueReader

# One program in each language; `## name` marks the line of a statement.
PROGRAMS = {
    "cpp": """\
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <vector>
int limit = 7;
long long table[100000];
int walk(int n, std::vector<int> &path) {
    path.push_back(n);
    if (n == 0)
        return 0; // ## end
    return walk(n - 1, path) + 1;
}
int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> path;
    std::string word = "abc";
    std::set<int> seen;
    std::map<int, int> counts;
    double half = 0.5;
    bool even = n % 2 == 0;
    int total = 0;
    for (int i = 0; i < n; i++) {
        seen.insert(3 - i);
        counts[i] = i * i;
        total += i; // ## loop
    }
    table[0] = total;
    total += walk(n, path); // ## after
    if (n == 3) *(volatile int *)nullptr = 1;
    for (; n == 4;) total ^= n;
    int later = 5;
    printf("%d\\n", total + later); // ## print
}
""",
    "python": """\
limit = 7
table = [0] * 100000
def walk(n, path):
    path.append(n)
    if n == 0:
        return limit - 7 # ## end
    return walk(n - 1, path) + 1
def main():
    n = int(input())
    path = []
    word = "abc"
    seen = set()
    counts = {}
    half = 0.5
    even = n % 2 == 0
    total = 0
    for i in range(n):
        seen.add(3 - i)
        counts[i] = i * i
        total += i # ## loop
    table[0] = total
    total += walk(n, path) + limit # ## after
    if n == 3:
        raise ValueError
    while n == 4:
        total ^= n
    later = 5
    print(total + later) # ## print
main()
""",
    "java": """\
import java.util.*;
public class Main {
    static int limit = 7;
    static long[] table = new long[100000];
    static int walk(int n, ArrayList<Integer> path) {
        path.add(n);
        if (n == 0)
            return limit - 7; // ## end
        return walk(n - 1, path) + 1;
    }
    public static void main(String[] args) {
        int n = new Scanner(System.in).nextInt();
        ArrayList<Integer> path = new ArrayList<>();
        String word = "abc";
        Set<Integer> seen = new HashSet<>();
        Map<Integer, Integer> counts = new HashMap<>();
        double half = 0.5;
        boolean even = n % 2 == 0;
        int total = 0;
        for (int i = 0; i < n; i++) {
            seen.add(3 - i);
            counts.put(i, i * i);
            total += i; // ## loop
        }
        table[0] = total;
        total += walk(n, path) + limit; // ## after
        if (n == 3) throw new IllegalStateException();
        while (n == 4) total ^= n;
        int later = 5;
        System.out.println(total + later); // ## print
    }
}
""",
}


def line_of(language: str, mark: str) -> int:
    return next(number for number, line in enumerate(PROGRAMS[language].splitlines(), 1) if f"## {mark}" in line)


class ValueReaderKit:
    """A subclass gives the fixtures `language` and `reader`: one of its program, open."""

    @pytest.fixture
    def language(self) -> str:
        raise NotImplementedError

    @pytest.fixture
    def reader(self) -> ValueReader:
        raise NotImplementedError

    def read(self, reader, language, data: bytes, mark: str, pass_number: int = 1) -> dict[str, str] | None:
        found = reader.read(data, line_of(language, mark), pass_number)
        return None if found is None else dict(found)

    def test_reads_numbers_and_small_containers_of_that_pass(self, reader, language):
        values = self.read(reader, language, b"5\n", "loop", 3)
        assert (values["i"], values["total"], values["n"], values["half"]) == ("2", "1", "5", "0.5")
        assert values["seen"] == "{1, 2, 3}"
        assert "abc" in values["word"] and values["even"].lower() == "false"
        assert "4" in values["counts"] and "9" not in values["counts"]

    def test_reads_what_a_call_can_see_the_nearest_first(self, reader, language):
        found = reader.read(b"5\n", line_of(language, "end"), 1)
        assert [name for name, _ in found][:2] == ["n", "path"]
        assert dict(found)["n"] == "0" and dict(found)["limit"] == "7" and "total" not in dict(found)
        assert dict(found)["path"].strip("[]{}") == "5, 4, 3, 2, 1, 0"

    def test_a_large_value_is_shortened(self, reader, language):
        values = self.read(reader, language, b"5\n", "print")
        assert all(len(value) < 200 for value in values.values())
        assert values["later"] == "5"

    @pytest.mark.parametrize(
        ("data", "mark", "pass_number"),
        [(b"5\n", "loop", 6), (b"5\n", "after", 2), (b"0\n", "loop", 1), (b"", "loop", 1), (b"3\n", "print", 1)],
    )
    def test_says_nothing_where_the_program_does_not_come(self, reader, language, data, mark, pass_number):
        assert self.read(reader, language, data, mark, pass_number) is None

    @pytest.mark.parametrize("line", [0, 10_000])
    def test_says_nothing_of_a_line_without_a_statement(self, reader, line):
        assert reader.read(b"5\n", line, 1) is None

    def test_reading_twice_says_the_same(self, reader, language):
        assert self.read(reader, language, b"2\n", "print") == self.read(reader, language, b"2\n", "print") is not None

    def test_closing_twice_is_once(self, reader):
        reader.close()
        reader.close()
