"""`slowpath bench packages` from end to end: a package of one's own, its format and a program that is too slow."""

from __future__ import annotations

FILES = {
    "problem.yaml": "name: Pairs\n",
    ".timelimit": "0.2\n",
    "problem_statement/problem.en.tex": r"""\problemname{Pairs}
How many pairs of cards show the same number?
\section*{Input}
The first line contains an integer $n$ ($1 \le n \le 5000$), the number of cards.
The second line contains $n$ integers $a_1, \dots, a_n$ ($1 \le a_i \le 5000$), the numbers on the cards.
""",
    "data/sample/1.in": "3\n1 2 1\n",
    "data/sample/1.ans": "1\n",
    "data/secret/1.in": "4\n5 5 5 5\n",
    "data/secret/testdata.yaml": "input_validator_flags: 10000\n",
    "input_validators/check.py": "import sys\nn = int(input())\na = input().split()\n"
    "sys.exit(42 if len(a) == n <= int(sys.argv[1]) else 43)\n",
    "submissions/time_limit_exceeded/pairs.py": "n = int(input())\na = list(map(int, input().split()))\n"
    "print(sum(a[i] == a[j] for i in range(n) for j in range(i)))\n",
}


def test_formats_and_searches_of_a_package_are_measured(cli, validate, tmp_path):
    for name, text in FILES.items():
        path = tmp_path / "pairs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    done = cli("bench", "packages", tmp_path / "pairs", "--formats", "--find", "--seconds", 8, "--count", 20, "--json")
    assert done.code == 0, done.err
    for made in done.objects:
        validate("bench_packages", made)
    inferred, search = done.objects[:2]
    assert (inferred["verdict"], inferred["generated"]["tried"]) == ("right", 20), inferred
    assert search["failure"] == "" and search["shown"]["confirmed"] + search["shown"]["likely"] >= 1, search
    assert sum(search["refused"].values()) == 0 and search["found_s"] > search["setters_s"]
    assert search["exposed"] is True and search["exposed_at_s"] is not None, "it takes some times the limit"
