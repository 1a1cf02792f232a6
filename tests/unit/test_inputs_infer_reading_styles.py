"""Ways in which programs read, beside statements that say what: each gives the whole format, as a setter means it."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.inputs.infer.reads.cpp.reading import reads_of_cpp
from slowpath.inputs.infer.reads.items import show
from slowpath.model.problem import Problem, Sample, Solution

CPP = "#include <bits/stdc++.h>\nusing namespace std;\n"
PEOPLE = (
    CPP + "template<class T>T read(){T x;cin>>x;return x;}\nstruct P{string name;int age;double w;};\n"
    "int main(){int n=read<int>();vector<P>v(n);for(auto&[a,b,c]:v){a=read<string>();b=read<int>();"
    "c=read<double>();}}\n"
)
ITEMS = "n = int(input())\nfor _ in range(n):\n    name, p, w = input().split()\n    print(name, int(p) * int(w))\n"
ZIPPED = "n = int(input())\nnames, ages = zip(*[input().split() for _ in range(n)])\nprint(max(map(int, ages)))\n"
PARSED_LINES = (
    CPP + "int main(){int n;string line;getline(cin,line);stringstream ss(line);ss>>n;for(int i=0;i<n;i++)"
    "{getline(cin,line);stringstream s2(line);int x,c=0;while(s2>>x)c+=x;cout<<c;}}\n"
)
ITERATED = (
    "import sys\nit = iter(sys.stdin.read().split())\nn = int(next(it))\n"
    "pts = [(int(next(it)), next(it)) for _ in range(n)]\nprint(len(pts))\n"
)
TO_THE_END = CPP + "int main(){long long x;vector<long long>v;while(cin>>x)v.push_back(x);cout<<v.size();}\n"
PAIRS_OF_WORDS = (
    "import sys\ninput = sys.stdin.readline\nn, q = map(int, input().split())\nd = {}\n"
    "for _ in range(n):\n    k, v = input().rstrip().split()\n    d[k] = v\n"
    "for _ in range(q):\n    print(d.get(input().rstrip()))\n"
)
HEAD_OF_PAIRS = (
    "The first line has two integers n and q (1 <= n, q <= 1000). Each of the next n lines has two "
    "words of at most 10 lowercase letters each. "
)
SHOP = CPP + "int main(){int n;cin>>n;while(n--){string s;double p;cin>>s>>p;}}\n"
CIRCLES = (
    CPP + "int main(){int n;double L;cin>>n>>L;for(int i=0;i<n;i++){double x,r;cin>>x>>r;}"
    "string s;getline(cin,s);getline(cin,s);cout<<s;}\n"
)
TITLES = CPP + "int main(){int n;cin>>n;string s;getline(cin,s);for(int i=0;i<n;i++){getline(cin,s);cout<<s.size();}}\n"
TWO_LINES = CPP + "int main(){int n;cin>>n;cin.ignore();string s;getline(cin,s);cout<<s;getline(cin,s);cout<<s;}\n"
REMAINDERS = CPP + "int main(){int n;cin>>n;string s;getline(cin,s);cout<<n<<s;}\n"
SPLIT_ROWS = (
    "for _ in range(int(input())):\n    n, m, k = map(int, input().split())\n"
    "    ops = [input().split() for _ in range(m)]\n    print(len(ops))\n"
)
PAIRS_OF_LETTERS = (
    "for _ in range(int(input())):\n    n = int(input())\n    for i in range(n):\n"
    "        s = input()\n        print(s[0] == s[1])\n"
)
SLICES = (
    "n, q = map(int, input().split())\na = [int(x) for x in input().split()]\nfor _ in range(q):\n"
    "    op = input().split()\n    if op[0] == '?':\n        print(sum(a[int(op[1]) - 1:int(op[2])]))\n"
    "    else:\n        i, v = int(op[1]), int(op[2])\n        a[i - 1] += v\n"
)
HEAD_OF_CASES = (
    "Each test consists of several test cases. The first line has t (1 <= t <= 9).\n\nThe first line of "
    "each test case has three integers n, m and k (1 <= n, m <= 50, 1 <= k <= 5).\n\n"
)
SUMS = "t = int(input())\nfor _ in range(t):\n    n, m = map(int, input().split())\n    print(n + m)\n"
HEAD_OF_SUMS = (
    "The first line has t (1 <= t <= 9). Each test case is a line with two integers n and m (1 <= n, m <= 50). "
)

STYLES = {
    "things of a line described without names": (
        "The first line has n (1 <= n <= 99). Then follow n lines, each with the name of the item (a string of at most "
        "20 lowercase letters) and its price, a real number between 0 and 1000 with exactly two digits after the "
        "decimal point.\n",
        SHOP,
        "2\nfig 1.50\nkiwi 2.00\n",
        'n: int 1..99\nrows[n]: s: word 1..20 of "a-z"; p: float 0.0..1000.0 decimals 2\n',
    ),
    "three things, of which one is only called a name": (
        "First comes n (1 <= n <= 100). Each of the next n lines has the name of a person (1 to 10 uppercase letters), "
        "their age (an integer between 1 and 120) and their weight (a real number between 20 and 200 with one "
        "decimal).\n",
        PEOPLE,
        "2\nBOB 20 70.5\nAL 3 20.0\n",
        'n: int 1..100\nrows[n]: a: word 1..10 of "A-Z"; b: int 1..120; c: float 20.0..200.0 decimals 1\n',
    ),
    "two numbers, each bounded in its own clause": (
        "The first line has n (1 <= n <= 100). Each of the next n lines describes an item: its name (a string of at "
        "most 20 lowercase letters), its price (an integer between 1 and 100) and its weight (an integer between 5 "
        "and 1000).\n",
        ITEMS,
        "2\nab 10 20\ncd 5 6\n",
        'n: int 1..100\nrows[n]: name: word 1..20 of "a-z"; p: int 1..100; w: int 5..1000\n',
    ),
    "words of a length that is the number of cases by chance": (
        "The first line has t (1 <= t <= 9). Each case has a line with n (1 <= n <= 99) and n lines with a string of "
        "length 2, of lowercase letters, each.\n",
        PAIRS_OF_LETTERS,
        "2\n2\nab\ncd\n1\nxy\n",
        't: int 1..9\ntests: cases[t]\n  n: int 1..99\n  s: word[n] 2..2 of "a-z" lines\n',
    ),
    "parts of a query that stand in a slice": (
        "The first line has n and q (1 <= n, q <= 99), the second n numbers a_i (0 <= a_i <= 7). Then q lines: `? l r` "
        "(1 <= l <= r <= n) or `+ i v` (1 <= i <= n, 0 <= v <= 5).\n",
        SLICES,
        "3 2\n1 2 3\n? 1 3\n+ 2 5\n",
        'n: int 1..99; q: int 1..99\na: int[n] 0..7\nqueries: queries[q]\n  "?": l: int 1..n; r: int l..n\n'
        '  "+": i: int 1..n; v: int 0..5\n',
    ),
    "tables of permutations without bounds": (
        "The first line has n and k (1 <= n, k <= 99). The i-th of the next k lines has n integers p_{i,1}, ..., "
        "p_{i,n}, a permutation of 1, 2, ..., n.\n",
        CPP + "int main(){int n,k;cin>>n>>k;vector<vector<int>> p(k,"
        "vector<int>(n));for(auto&r:p)for(int&x:r)cin>>x;}\n",
        "3 2\n1 2 3\n3 1 2\n",
        "n: int 1..99; k: int 1..99\nrows[k]: p: int[n] 1..n permutation\n",
    ),
    "rows of arrays, bound by names": (
        "The first line has n (1 <= n <= 99). Each of the next n lines has l, r and x (1 <= l <= r <= 99, 0 <= x < "
        "8).\n",
        CPP + "int main(){int n;cin>>n;vector<array<int,3>> v(n);for(auto&[l,r,x]:v)cin>>l>>r>>x,--l;}\n",
        "2\n1 2 0\n3 3 7\n",
        "n: int 1..99\nrows[n] intervals: l: int 1..99; r: int l..99; x: int 0..7\n",
    ),
    "rows of arrays in a loop over each": (
        "The first line has n (1 <= n <= 99). Each of the next n lines has 3 numbers a_{i,j} (1 <= a_{i,j} <= 8).\n",
        CPP + "int main(){int n;cin>>n;vector<array<int,3>> v(n);for(auto&row:v)for(int&x:row)cin>>x;}\n",
        "2\n1 2 8\n3 3 7\n",
        "n: int 1..99\na: int[n][3] 1..8\n",
    ),
    "rows of arrays by fixed places": (
        "The first line has n. Each of the next n lines has u, v and w (1 <= u, v, w <= 8).\n",
        CPP + "int e[70][3];int main(){int n;cin>>n;for(int i=0;i<n;i++)cin>>e[i][0]>>e[i][1]>>e[i][2];}\n",
        "2\n1 2 8\n3 3 7\n",
        "n: int 1..70\nrows[n]: u: int 1..8; v: int 1..8; w: int 1..8\n",
    ),
    "two numbers in one clause": (
        "The first line has n (1 <= n <= 100). Each of the next n lines has the name of an item, of at most 20 "
        "lowercase letters, and two integers between 1 and 100.\n",
        ITEMS,
        "2\nab 10 20\ncd 5 6\n",
        'n: int 1..100\nrows[n]: name: word 1..20 of "a-z"; p: int 1..100; w: int 1..100\n',
    ),
    "a number that is only turned into one later": (
        "The first line has n (1 <= n <= 100). Each of the next n lines has a name, a word of at most 15 lowercase "
        "letters, and an age, an integer between 1 and 120.\n",
        ZIPPED,
        "2\nann 10\nbo 11\n",
        'n: int 1..100\nrows[n]: names: word 1..15 of "a-z"; ages: int 1..120\n',
    ),
    "as many numbers on a line as may be": (
        "The first line contains n (1 <= n <= 100). Each of the next n lines contains between 1 and 50 integers "
        "between 0 and 1000.\n",
        PARSED_LINES,
        "2\n1 2 3\n4 5\n",
        "n: int 1..100\nblocks: cases[n]\n  x_count: count 1..50 until end of line; x: int[x_count] 0..1000\n",
    ),
    "as many numbers in the input as may be": (
        "The input contains at most 1000 integers between -10^9 and 10^9, one on each line.\n",
        TO_THE_END,
        "1\n-3\n",
        "x_count: count 1..1000 until end\nx: int[x_count] -1000000000..1000000000 lines\n",
    ),
    "one length of all strings, said twice": (
        HEAD_OF_PAIRS + "Each of the next q lines has a word of at most 10 lowercase letters.\n",
        PAIRS_OF_WORDS,
        "2 1\nab cd\nxy z\nab\n",
        'n: int 1..1000; q: int 1..1000\nrows[n]: k: word 1..10 of "a-z"; v: word 1..10 of "a-z"\n'
        'line_: word[q] 1..10 of "a-z" lines\n',
    ),
    "one of a few letters that has no name": (
        "The first line has n (1 <= n <= 99). Each of the next n lines has an integer x (|x| <= 9) and a direction, "
        "one of N, E, S and W.\n",
        ITERATED,
        "2\n0 N\n3 W\n",
        'n: int 1..99\nrows[n]: x: int -9..9; pts: word 1..1 of "ENSW"\n',
    ),
    "letters of which the samples hold others": (
        "The first line has n (1 <= n <= 99). Each of the next n lines has an integer x (|x| <= 9) and a word of at "
        "most 9 upper-case letters, often one of N, E, S and W.\n",
        ITERATED,
        "2\n0 N\n3 NW\n",
        'n: int 1..99\nrows[n]: x: int -9..9; pts: word 1..9 of "A-Z"\n',
    ),
    "a length between two numbers of letters": (
        "The first line has n (1 <= n <= 99). Then follow n lines, each with a name of between 2 and 20 lowercase "
        "English letters and a price, a real number between 0 and 1000 with at most two decimals.\n",
        SHOP,
        "2\nfig 1.50\nkiwi 2.00\n",
        'n: int 1..99\nrows[n]: s: word 2..20 of "a-z"; p: float 0.0..1000.0 decimals 2\n',
    ),
    "the rest of a line taken before the last line": (
        "There are n circles (1 <= n <= 100). The first line contains n and a real number L (0 < L <= 1000). Then n "
        "lines with two real numbers x and r each (-1000 <= x <= 1000, 0 < r <= 100). "
        "All reals have at most 3 digits after "
        "the decimal point. The last line contains the name of the garden, a non-empty string of at most 50 characters "
        "that may contain spaces.\n",
        CIRCLES,
        "1 2.5\n0.0 2\nMy garden\n",
        "n: int 1..100; L: float 0.001..1000.0 decimals 0..3\nrows[n]: x: float -1000.0..1000.0 decimals 3; r: float "
        '0.001..100.0 decimals 0..3\ns: text 1..50 of " A-Za-z"\nwhere spaced s\n',
    ),
    "the rest of a line taken before a list of lines": (
        "The first line has n (1 <= n <= 9). Each of the next n lines has a title of at most 30 characters, lowercase "
        "letters and spaces.\n",
        TITLES,
        "2\na tale\nthe end\n",
        'n: int 1..9\ns: text[n] 1..30 of " a-z" lines\nwhere spaced s\n',
    ),
    "two lines behind one whose end is ignored": (
        "The first line has n (1 <= n <= 9). Two lines follow, each with a sentence of at most 30 lowercase letters "
        "and spaces.\n",
        TWO_LINES,
        "2\na b\nc d\n",
        'n: int 1..9\ns: text 1..30 of " a-z"\ns2: text 1..30 of " a-z"\nwhere spaced s\nwhere spaced s2\n',
    ),
    "a width that the statement denies": (
        HEAD_OF_CASES + "Then m lines follow. The i-th of them contains two integers l_i and r_i "
        "(1 <= l_i <= r_i <= n).\n",
        SPLIT_ROWS,
        "1\n3 1 2\n1 3\n",
        "t: int 1..9\ntests: cases[t]\n  n: int 1..50; m: int 1..50; k: int 1..5\n"
        "  rows[m] intervals: l: int 1..n; r: int l..n\n",
    ),
    "a width that the statement has": (
        HEAD_OF_CASES + "Then m lines follow. The i-th of them contains k integers a_{i,1}, ..., a_{i,k} "
        "(0 <= a_{i,j} <= 7).\n",
        SPLIT_ROWS,
        "1\n3 1 2\n1 3\n",
        "t: int 1..9\ntests: cases[t]\n  n: int 1..50; m: int 1..50; k: int 1..5\n  a: int[m][k] 0..7\n",
    ),
    "a sum bounded as another": (
        HEAD_OF_SUMS + "The sum of n over all test cases doesn't exceed 60, and so does the sum of m.\n",
        SUMS,
        "1\n2 3\n",
        "t: int 1..9\ntests: cases[t]\n  n: int 1..50; m: int 1..50\nwhere sum n <= 60\nwhere sum m <= 60\n",
    ),
    "sums bounded apart": (
        HEAD_OF_SUMS + "The sum of n over all test cases doesn't exceed 60, and the sum of m doesn't exceed 70.\n",
        SUMS,
        "1\n2 3\n",
        "t: int 1..9\ntests: cases[t]\n  n: int 1..50; m: int 1..50\nwhere sum n <= 60\nwhere sum m <= 70\n",
    ),
}


@pytest.mark.parametrize("name", STYLES)
def test_a_program_and_its_statement_give_the_format(name: str) -> None:
    statement, program, sample, expected = STYLES[name]
    language = "cpp" if "#include" in program else "python"
    problem = Problem("case", "plain", Path("."), statement, samples=(Sample("1", sample.encode()),))
    assert infer(problem, Solution(Path(f"case.{language}"), language, program.encode())).text == expected


def test_what_stands_behind_a_number_on_its_line_is_read() -> None:
    assert show(reads_of_cpp(REMAINDERS.encode()).items) == "n s:text"
