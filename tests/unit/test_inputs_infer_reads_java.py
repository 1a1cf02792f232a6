"""How Java programs read: each way that contest programs use, by the read grammar that comes of it."""

from __future__ import annotations

import pytest

from slowpath.inputs.infer.reads.items import leaves, show
from slowpath.inputs.infer.reads.java.as_cpp import as_cpp
from slowpath.inputs.infer.reads.java.reading import reads_of_java
from slowpath.source.java.source import parse_java

SCANNER = "Scanner sc = new Scanner(System.in);"
LINES = "BufferedReader br = new BufferedReader(new InputStreamReader(System.in)); StringTokenizer st;"
WRAPPED = """
static class FastReader {
    BufferedReader br = new BufferedReader(new InputStreamReader(System.in)); StringTokenizer st;
    String next() { while (st == null || !st.hasMoreTokens()) { st = new StringTokenizer(br.readLine()); }
        return st.nextToken(); }
    int nextInt() { return Integer.parseInt(next()); }
}
"""
BYTES = """
static DataInputStream in = new DataInputStream(System.in);
static int readByte() { if (at == size) { size = in.read(buffer, 0, 1 << 16); at = 0; } return buffer[at++]; }
static int nextInt() { int c = readByte(); while (c < '0') c = readByte(); int v = 0;
    while (c >= '0') { v = v * 10 + c - '0'; c = readByte(); } return v; }
static byte[] buffer = new byte[1 << 16]; static int at, size;
"""


OWN = """
BufferedReader br; StringTokenizer st;
String nextToken() { while (st == null || !st.hasMoreTokens()) st = new StringTokenizer(br.readLine());
    return st.nextToken(); }
int nextInt() { return Integer.parseInt(nextToken()); }
void solve() { int n = nextInt(), q = nextInt(); for (int i = 0; i < q; i++) { long a = nextInt() % n; } }
void run() { br = new BufferedReader(new InputStreamReader(System.in)); solve(); }
"""


def program(body: str, members: str = "") -> bytes:
    return (
        f"import java.io.*;\nimport java.util.*;\npublic class Main {{\n{members}\n"
        f"    public static void main(String[] args) throws IOException {{\n{body}\n    }}\n}}\n"
    ).encode()


@pytest.mark.parametrize(
    ("body", "members", "grammar"),
    [
        (
            f"{SCANNER} int n = sc.nextInt(); int[] a = new int[n]; for (int i = 0; i < n; i++) a[i] = sc.nextInt();",
            "",
            "n (n: a)",
        ),
        (
            f"{SCANNER} int n = sc.nextInt(), m = sc.nextInt(); long[][] g = new long[n][m]; for (int i = 0; i < n; "
            "i++) "
            "for (int j = 0; j < m; j++) g[i][j] = sc.nextLong();",
            "",
            "n m (n: (m: g))",
        ),
        (
            f"{SCANNER} int t = sc.nextInt(); while (t-- > 0) {{ String s = sc.next(); double d = sc.nextDouble(); }}",
            "",
            "t (t: s:word d:float)",
        ),
        (
            f"{LINES} int n = Integer.parseInt(br.readLine().trim()); st = new StringTokenizer(br.readLine()); "
            "int[] a = new int[n]; for (int i = 0; i < n; i++) a[i] = Integer.parseInt(st.nextToken());",
            "",
            "n / (n: a) /",
        ),
        (
            f'{LINES} String[] p = br.readLine().split(" "); int n = Integer.parseInt(p[0]); '
            "long m = Long.parseLong(p[1]);",
            "",
            "n m /",
        ),
        (
            "StreamTokenizer in = new StreamTokenizer(System.in); in.nextToken(); int n = (int) in.nval; "
            "for (int i = 0; i < n; i++) { in.nextToken(); int v = (int) in.nval; }",
            "",
            "n (n: v)",
        ),
        (
            "FastReader in = new FastReader(); int n = in.nextInt(); int q = in.nextInt(); "
            "while (q > 0) { int u = in.nextInt(); q--; }",
            WRAPPED,
            "n q (q: u)",
        ),
        ("int n = nextInt(); int[] a = new int[n]; for (int i = 0; i < n; ++i) a[i] = nextInt();", BYTES, "n (n: a)"),
        (
            f"{SCANNER} int q = sc.nextInt(); for (Map.Entry<Integer, Integer> e : new HashMap<Integer, "
            "Integer>().entrySet())"
            ' { } while (q-- > 0) { String s = sc.next(); if (s.equals("add")) { int v = sc.nextInt(); } else { } }',
            "",
            "q (q: s:word {s ? add: v | else: })",
        ),
        ("new Main().run();", OWN, "n q (q: a)"),
        (
            "new Main().solve();",
            f"void solve() {{ {SCANNER} int n = sc.nextInt(); int[] w = new int[n]; "
            "for (int i = 0; i < n; i++) w[i] = sc.nextInt(); }",
            "n (n: w)",
        ),
        (
            'new Thread(null, new Main(), "", 1 << 28).start();',
            f"public void run() {{ {SCANNER} int k = sc.nextInt(); }}",
            "k",
        ),
        (
            f"{SCANNER} int n = sc.nextInt(); List<Integer>[] g = new ArrayList[n]; for (int i = 0; i < n - 1; i++) {{ "
            "int u = sc.nextInt() - 1, v = sc.nextInt() - 1; g[u].add(v); g[v].add(u); }",
            "",
            "n (n-1: u v)",
        ),
        (
            SCANNER + " int q = sc.nextInt(); while (q-- > 0) switch (sc.next()) { "
            'case "+": int v = sc.nextInt(); break; case "?": case "!": long y = sc.nextLong(); break; case ".": }',
            "",
            "q (q: x__2:word {x__2 ? +: v | ?,!: y | else: })",
        ),
        (
            SCANNER + " int q = sc.nextInt(); while (q-- > 0) switch (sc.next()) { "
            'case "add", "drop" -> { int v = sc.nextInt(); } default -> { } }',
            "",
            "q (q: x__2:word {x__2 ? add,drop: v | else: })",
        ),
        (
            f"{SCANNER} int n = sc.nextInt(); String[] at = new String[n]; "
            "for (int i = 0; i < n; i++) at[sc.nextInt() - 1] = sc.next();",
            "",
            "n (n: x__2 x__3:word)",
        ),
        (
            "new Main().run(new Scanner(new BufferedReader(new InputStreamReader(System.in))));",
            "void run(Scanner sc) { int n = sc.nextInt(), m = sc.nextInt(); }",
            "n m",
        ),
        (
            f"{LINES} st = new StringTokenizer(br.readLine()); int v = Integer.parseInt(st.nextToken(), 2);",
            "",
            "v:word /",
        ),
        (f"try ({SCANNER.rstrip(';')}) {{ int n = sc.nextInt(); }} catch (Exception e) {{ int z = 1; }}", "", "n"),
    ],
)
def test_reads_are_followed(body, members, grammar):
    assert show(reads_of_java(program(body, members)).items) == grammar


def test_reads_stand_at_their_lines_and_quote_them():
    source = b"\n\n" + program(f"{SCANNER}\nint n =\n    sc.nextInt();\nint m = sc.nextInt();", WRAPPED)
    text = source.decode().split("\n")
    found = reads_of_java(source)
    assert ["nextInt" in text[leaf.line - 1] or "int n" in text[leaf.line - 1] for leaf in leaves(found.items)] == [
        True,
        True,
    ]
    assert found.quote(len(text) - 3) == "int m = sc.nextInt();"


@pytest.mark.parametrize(
    "source",
    [
        b"",
        b"class",
        b"public class A { void f( }",
        b"\xff\xfe",
        b"class A { int x = sc.nextInt(",
        program("int n = new int[sc.nextInt()].length; switch (n) { case 1 -> f(); default -> { } }"),
        program("var f = (Runnable) () -> { int z = sc.nextInt(); }; label: for (;;) { continue label; }"),
    ],
)
def test_broken_and_odd_texts_are_no_failure(source):
    reads_of_java(source)
    assert as_cpp(parse_java(source)).count("\n") == source.count(b"\n")


def test_a_program_that_reads_nothing_is_known():
    assert reads_of_java(program('System.out.println("Hello");')).reads_nothing
    assert not reads_of_java(program(f"{SCANNER} System.out.println(sc.nextInt());")).reads_nothing
