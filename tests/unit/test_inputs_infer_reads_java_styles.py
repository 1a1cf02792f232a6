"""Ways in which Java programs read that hang together over several statements, classes or functions as values."""

from __future__ import annotations

import pytest

from slowpath.inputs.infer.reads.items import show
from slowpath.inputs.infer.reads.java.reading import reads_of_java

LINES = "BufferedReader br = new BufferedReader(new InputStreamReader(System.in));"
SCANNER = "Scanner sc = new Scanner(System.in);"

STYLES: dict[str, tuple[str, str, str]] = {
    "a line that ends the tests, asked for before it is split": (
        LINES
        + r"""
        String line; while ((line = br.readLine()) != null) { if (line.trim().equals("0 0")) break;
        String[] p = line.split(" "); int n = Integer.parseInt(p[0]), m = Integer.parseInt(p[1]);
        StringTokenizer st = new StringTokenizer(br.readLine());
        for (int i = 0; i < n; i++) a[i] = Integer.parseInt(st.nextToken()); }
        """,
        "static int[] a = new int[100];",
        "(until 0 0: n m / (n: a) /)",
    ),
    "a line that ends the tests, asked for where the loop goes on": (
        LINES
        + r"""
        String line; while (!(line = br.readLine()).equals("-1 -1")) { StringTokenizer st = new StringTokenizer(line);
        int n = Integer.parseInt(st.nextToken()), m = Integer.parseInt(st.nextToken()); }
        """,
        "",
        "(until -1 -1: n m /)",
    ),
    "a line that is asked for and does not end anything": (
        LINES
        + r"""
        int q = Integer.parseInt(br.readLine()); for (int i = 0; i < q; i++) { String s = br.readLine();
        if (s.equals("all")) System.out.println(0); else { String[] p = s.split(" "); System.out.println(p[0]); } }
        """,
        "",
        "q (q: s:text {s ? all:  | else: x__2:word})",
    ),
    "a number on a line of its own": (
        LINES
        + r"""
        while (true) { String line = br.readLine(); if (line == null || line.isEmpty()) break;
        int n = Integer.parseInt(line.trim()); String[] p = br.readLine().split("\\s+"); int[] a = new int[n];
        for (int i = 0; i < n; i++) a[i] = Integer.parseInt(p[i]); }
        """,
        "",
        "(end: line / (line: a) /)",
    ),
    "a word that is compared with a line": (
        LINES
        + r"""
        String s; while (!"0 0".equals(s = br.readLine().trim())) { StringTokenizer st = new StringTokenizer(s);
        int n = Integer.parseInt(st.nextToken()), m = Integer.parseInt(st.nextToken()); }
        """,
        "",
        "(until 0 0: n m /)",
    ),
    "several lines in one statement": (
        LINES
        + r"""
        int a = Integer.parseInt(br.readLine()), b = Integer.parseInt(br.readLine());
        for (int i = 0; i < a; i++) c[i] = Integer.parseInt(br.readLine());
        """,
        "static int[] c = new int[9];",
        "a / b / (a: c /)",
    ),
    "two lines before they are taken apart": (
        LINES
        + r"""
        String one = br.readLine(), two = br.readLine(); StringTokenizer p = new StringTokenizer(one), q = new
        StringTokenizer(two); int n = Integer.parseInt(p.nextToken()), k = Integer.parseInt(q.nextToken());
        """,
        "",
        "n k",
    ),
    "a method that gives the number on a line": (
        LINES
        + r"""
        int n = num(); int[] a = arr(n); int[] b = arr(n);
        """,
        r"""
        static int num() throws IOException { return Integer.parseInt(br.readLine().trim()); }
        static int[] arr(int n) throws IOException { StringTokenizer st = new StringTokenizer(br.readLine());
        int[] r = new int[n]; for (int i = 0; i < n; i++) r[i] = Integer.parseInt(st.nextToken()); return r; }
        """,
        "n / (n: a) / (n: b) /",
    ),
    "lines that are taken while a tokenizer has none": (
        LINES
        + r"""
        int n = Integer.parseInt(br.readLine()); StringTokenizer st = new StringTokenizer("");
        for (int i = 0; i < n; i++) { while (!st.hasMoreTokens()) st = new StringTokenizer(br.readLine());
        a[i] = Integer.parseInt(st.nextToken()); }
        """,
        "static int[] a = new int[9];",
        "n (n: a)",
    ),
    "a line in some cases": (
        LINES
        + r"""
        int n = Integer.parseInt(br.readLine()); for (int i = 0; i < n; i++) { int k = Integer.parseInt(br.readLine());
        if (k > 0) { StringTokenizer st = new StringTokenizer(br.readLine());
        for (int j = 0; j < k; j++) s += Integer.parseInt(st.nextToken()); } }
        """,
        "static int s;",
        "n (n: k (k: x__3))",
    ),
    "the rest of a line": (
        LINES
        + r"""
        int t = Integer.parseInt(br.readLine()); while (t-- > 0) {
        StringTokenizer st = new StringTokenizer(br.readLine());
        String name = st.nextToken(); while (st.hasMoreTokens()) s += Integer.parseInt(st.nextToken()); }
        """,
        "static int s;",
        "t / (t: name:word s[?] /)",
    ),
    "rounds that end with a loop of lines": (
        LINES
        + r"""
        int t = Integer.parseInt(br.readLine()); while (t-- > 0) { int n = Integer.parseInt(br.readLine());
        for (int i = 0; i < n; i++) { String[] p = br.readLine().split(" "); int u = Integer.parseInt(p[0]);
        int v = Integer.parseInt(p[1]); } }
        """,
        "",
        "t / (t: n / (n: u v /))",
    ),
    "an end that a test in a method asks for": (
        LINES
        + r"""
        int t = Integer.parseInt(br.readLine()); while (t-- > 0) solve();
        """,
        r"""
        static void solve() throws IOException { String s = br.readLine(); if (s.equals("0")) return;
        String[] p = s.split(" "); System.out.println(Integer.parseInt(p[0])); }
        """,
        "t (t: s:text {s ? 0:  | else: x__2})",
    ),
    "a number of rounds on a line of its own": (
        LINES
        + r"""
        for (int q = Integer.parseInt(br.readLine()); q-- > 0; ) { int id = Integer.parseInt(br.readLine()) - 1; }
        """,
        "",
        "q / (q: id /)",
    ),
    "lines and a scanner over tokens": (
        SCANNER
        + r"""
        int n = sc.nextInt(); sc.nextLine(); String[] p = sc.nextLine().split(" "); int a = Integer.parseInt(p[0]);
        """,
        "",
        "n a",
    ),
    "a line as a stream": (
        LINES
        + r"""
        int n = Integer.parseInt(br.readLine()); int[] a = Arrays.stream(br.readLine().split("
        ")).mapToInt(Integer::parseInt).toArray();
        """,
        "",
        "n / a[?] /",
    ),
    "places of streams of lines": (
        LINES
        + r"""
        int[] nm = Arrays.stream(br.readLine().split(" ")).mapToInt(Integer::parseInt).toArray(); int n = nm[0], m =
        nm[1]; for (int i = 0; i < m; i++) { int[] e = Arrays.stream(br.readLine().split("
        ")).mapToInt(Integer::parseInt).toArray(); int u = e[0], v = e[1]; }
        """,
        "",
        "n m / (m: u v /)",
    ),
    "a stream of numbers": (
        SCANNER
        + r"""
        int n = sc.nextInt(); int[] a = IntStream.range(0, n).map(i -> sc.nextInt()).toArray();
        """,
        "",
        "n (n: a)",
    ),
    "a loop over a line's parts": (
        LINES
        + r"""
        int n = Integer.parseInt(br.readLine()); long s = 0; for (String w : br.readLine().split(" ")) s +=
        Integer.parseInt(w);
        """,
        "",
        "n / w[?] /",
    ),
    "a list of all lines": (
        r"""
        List<String> lines = Files.readAllLines(Paths.get("/dev/stdin")); int n = Integer.parseInt(lines.get(0));
        for (int i = 1; i <= n; i++) { String s = lines.get(i); }
        """,
        "",
        "n (n: s:text)",
    ),
    "lines that are numbers": (
        LINES
        + r"""
        String line; while ((line = br.readLine()) != null) { int v = Integer.parseInt(line); }
        """,
        "",
        "(end: line /)",
    ),
    "while there is more": (
        SCANNER
        + r"""
        while (sc.hasNextInt()) { int v = sc.nextInt(); }
        """,
        "",
        "(end: v)",
    ),
    "a thread of a lambda": (
        SCANNER
        + r"""
        new Thread(null, () -> solve(sc), "", 1 << 28).start();
        """,
        r"""
        static void solve(Scanner sc) { int n = sc.nextInt(); }
        """,
        "n",
    ),
    "a thread with a name": (
        r"""
        Thread t = new Thread(null, () -> { try { solve(); } catch (IOException e) { } }, "", 1 << 28); t.start();
        """,
        r"""
        static void solve() throws IOException { Scanner sc = new Scanner(System.in); int n = sc.nextInt(); }
        """,
        "n",
    ),
    "a thread of a class without a name": (
        r"""
        new Thread(null, new Runnable() { public void run() { solve(); } }, "", 1 << 28).start();
        """,
        r"""
        static void solve() { Scanner sc = new Scanner(System.in); int n = sc.nextInt(); }
        """,
        "n",
    ),
    "a thread of a static method": (
        r"""
        new Thread(null, Main::solve, "", 1 << 28).start();
        """,
        r"""
        static void solve() { Scanner sc = new Scanner(System.in); int n = sc.nextInt(); }
        """,
        "n",
    ),
    "a thread of a method": (
        r"""
        new Thread(null, new Main()::solve, "", 1 << 28).start();
        """,
        r"""
        void solve() { Scanner sc = new Scanner(System.in); int n = sc.nextInt(); }
        """,
        "n",
    ),
    "a method that reads a list": (
        SCANNER
        + r"""
        int n = sc.nextInt(); int[] a = readArray(sc, n); int[] b = readArray(sc, n);
        """,
        r"""
        static int[] readArray(Scanner sc, int n) { int[] r = new int[n]; for (int i = 0; i < n; i++) r[i] =
        sc.nextInt(); return r; }
        """,
        "n (n: a) (n: b)",
    ),
    "a reader's own lists": (
        r"""
        FastReader in = new FastReader(); int n = in.nextInt(); int[] a = in.nextIntArray(n); long[] b =
        in.nextLongArray(n);
        """,
        r"""
        static class FastReader { BufferedReader br; StringTokenizer st; FastReader() { br = new BufferedReader(new
        InputStreamReader(System.in)); } String next() { while (st == null || !st.hasMoreTokens()) { try { st = new
        StringTokenizer(br.readLine()); } catch (IOException e) { } } return st.nextToken(); } int nextInt() {
        return Integer.parseInt(next()); } long nextLong() { return Long.parseLong(next()); } int[] nextIntArray(int
        n) { int[] a = new int[n]; for (int i = 0; i < n; i++) a[i] = nextInt(); return a; } long[]
        nextLongArray(int n) { long[] a = new long[n]; for (int i = 0; i < n; i++) a[i] = nextLong(); return a; } }
        """,
        "n (n: a__2) (n: b)",
    ),
    "a reader of any name": (
        r"""
        int n = Integer.parseInt(tok()); for (int i = 0; i < n; i++) { String s = tok(); }
        """,
        r"""
        static BufferedReader br = new BufferedReader(new InputStreamReader(System.in)); static StringTokenizer st =
        new StringTokenizer(""); static String tok() throws IOException { while (!st.hasMoreTokens()) st = new
        StringTokenizer(br.readLine()); return st.nextToken(); }
        """,
        "n (n: s:word)",
    ),
    "elements set by a function": (
        SCANNER
        + r"""
        int n = sc.nextInt(); int[] a = new int[n]; Arrays.setAll(a, i -> sc.nextInt());
        """,
        "",
        "n (n: a)",
    ),
    "a stream of what is read": (
        SCANNER
        + r"""
        int n = sc.nextInt(); int[] a = IntStream.generate(sc::nextInt).limit(n).toArray();
        """,
        "",
        "n (n: a)",
    ),
    "lines that a tokenizer takes apart": (
        LINES
        + r"""
        int n = Integer.parseInt(br.readLine()); for (int i = 0; i < n; i++) { String line = br.readLine();
        StringTokenizer st = new StringTokenizer(line); int u = Integer.parseInt(st.nextToken()); int v =
        Integer.parseInt(st.nextToken()); }
        """,
        "",
        "n / (n: u v /)",
    ),
    "a line that is split later": (
        LINES
        + r"""
        String line = br.readLine(); String[] p = line.split(" "); int n = Integer.parseInt(p[0]); int m =
        Integer.parseInt(p[1]);
        """,
        "",
        "n m /",
    ),
    "places in another order": (
        SCANNER
        + r"""
        int n = sc.nextInt(); sc.nextLine(); for (int i = 0; i < n; i++) { String line = sc.nextLine().trim();
        String[] p = line.split("\s+"); int v = Integer.parseInt(p[1]); String w = p[0]; }
        """,
        "",
        "n (n: p_0:word p_1)",
    ),
    "a scanner of a line": (
        SCANNER
        + r"""
        int n = Integer.parseInt(sc.nextLine()); Scanner l = new Scanner(sc.nextLine()); while (l.hasNextInt()) {
        int v = l.nextInt(); }
        """,
        "",
        "n v[?]",
    ),
    "tokens while there are more": (
        LINES
        + r"""
        int n = Integer.parseInt(br.readLine()); StringTokenizer st = new StringTokenizer(br.readLine());
        List<Integer> a = new ArrayList<>(); while (st.hasMoreTokens()) a.add(Integer.parseInt(st.nextToken()));
        """,
        "",
        "n / a[?] /",
    ),
    "kinds of queries by a place": (
        LINES
        + r"""
        int q = Integer.parseInt(br.readLine()); while (q-- > 0) { String[] p = br.readLine().split(" "); if
        (p[0].equals("add")) { int x = Integer.parseInt(p[1]); } else if (p[0].equals("del")) { int y =
        Integer.parseInt(p[1]); } }
        """,
        "",
        "q / (q: p_0:word {p_0 ? add: x__4 | del: y | else: } /)",
    ),
    "rows as streams": (
        LINES
        + r"""
        int n = Integer.parseInt(br.readLine()); int[][] g = new int[n][]; for (int i = 0; i < n; i++) g[i] =
        Arrays.stream(br.readLine().split(" ")).mapToInt(Integer::parseInt).toArray();
        """,
        "",
        "n / (n: g[?] /)",
    ),
    "a stream of rows": (
        LINES
        + r"""
        int n = Integer.parseInt(br.readLine()); int[][] g = IntStream.range(0, n).mapToObj(i -> { try { return
        Arrays.stream(br.readLine().split(" ")).mapToInt(Integer::parseInt).toArray(); } catch (IOException e) {
        return null; } }).toArray(int[][]::new);
        """,
        "",
        "n / (n: given[?] /)",
    ),
    "a method that gives a stream": (
        r"""
        int n = Integer.parseInt(br.readLine()); int[] a = ints(); int[] b = ints();
        """,
        r"""
        static BufferedReader br = new BufferedReader(new InputStreamReader(System.in)); static int[] ints() throws
        IOException { return Arrays.stream(br.readLine().split(" ")).mapToInt(Integer::parseInt).toArray(); }
        """,
        "n / a[?] / b[?] /",
    ),
    "as many as the line has parts": (
        r"""
        int n = Integer.parseInt(br.readLine()); int[] a = ints();
        """,
        r"""
        static BufferedReader br = new BufferedReader(new InputStreamReader(System.in)); static int[] ints() throws
        IOException { String[] p = br.readLine().split(" "); int[] a = new int[p.length]; for (int i = 0; i <
        p.length; i++) a[i] = Integer.parseInt(p[i]); return a; }
        """,
        "n / a__2[?] /",
    ),
    "a constructor that reads": (
        SCANNER
        + r"""
        int n = sc.nextInt(); P[] p = new P[n]; for (int i = 0; i < n; i++) p[i] = new P(sc);
        """,
        r"""
        static class P { int x, y; P(Scanner in) { x = in.nextInt(); y = in.nextInt(); } }
        """,
        "n (n: x__3 y)",
    ),
    "an object that reads as it's made": (
        r"""
        new Solver().go();
        """,
        r"""
        static class Solver { Scanner in = new Scanner(System.in); int n; int[] a; Solver() { n = in.nextInt(); a =
        new int[n]; } void go() { for (int i = 0; i < n; i++) a[i] = in.nextInt(); } }
        """,
        "n (n: a)",
    ),
    "a class of readers of any names": (
        r"""
        In in = new In(); int n = in.i(); for (int k = 0; k < n; k++) { long x = in.l(); String w = in.s(); }
        """,
        r"""
        static class In { BufferedReader r = new BufferedReader(new InputStreamReader(System.in)); StringTokenizer t
        = new StringTokenizer(""); String s() throws IOException { while (!t.hasMoreTokens()) t = new
        StringTokenizer(r.readLine()); return t.nextToken(); } int i() throws IOException { return
        Integer.parseInt(s()); } long l() throws IOException { return Long.parseLong(s()); } }
        """,
        "n (n: x__3 w:word)",
    ),
    "a reader of bytes and of lists": (
        r"""
        n = ni(); a = na(n);
        """,
        r"""
        static InputStream is = System.in; static byte[] inbuf = new byte[1024]; static int lenbuf = 0, ptrbuf = 0;
        static int n; static int[] a; static int readByte() { if (lenbuf == -1) throw new InputMismatchException();
        if (ptrbuf >= lenbuf) { ptrbuf = 0; try { lenbuf = is.read(inbuf); } catch (IOException e) { throw new
        InputMismatchException(); } if (lenbuf <= 0) return -1; } return inbuf[ptrbuf++]; } static int ni() { int
        num = 0, b; boolean minus = false; while ((b = readByte()) != -1 && !((b >= '0' && b <= '9') || b == '-'));
        if (b == '-') { minus = true; b = readByte(); } while (true) { if (b >= '0' && b <= '9') { num = num * 10 +
        (b - '0'); } else { return minus ? -num : num; } b = readByte(); } } static int[] na(int n) { int[] a = new
        int[n]; for (int i = 0; i < n; i++) a[i] = ni(); return a; }
        """,
        "n (n: a__2)",
    ),
    "a case's answer appended": (
        SCANNER
        + r"""
        int t = sc.nextInt(); StringBuilder sb = new StringBuilder(); while (t-- > 0)
        sb.append(solve(sc)).append("\n"); System.out.print(sb);
        """,
        r"""
        static long solve(Scanner sc) { int n = sc.nextInt(); long s = 0; for (int i = 0; i < n; i++) s +=
        sc.nextInt(); return s; }
        """,
        "t (t: n (n: x__3))",
    ),
    "so many lines": (
        LINES
        + r"""
        int n = Integer.parseInt(br.readLine()); long s = br.lines().limit(n).mapToLong(Long::parseLong).sum();
        """,
        "",
        "n (n: s)",
    ),
    "a function as a value": (
        SCANNER
        + r"""
        Supplier<Integer> ni = () -> sc.nextInt(); int n = ni.get(); int m = ni.get();
        """,
        "",
        "n m",
    ),
    "lines until the end": (
        LINES
        + r"""
        String s; while ((s = br.readLine()) != null && !s.isEmpty()) { StringTokenizer st = new StringTokenizer(s);
        int a = Integer.parseInt(st.nextToken()); int b = Integer.parseInt(st.nextToken()); }
        """,
        "",
        "(end: a b /)",
    ),
    "trimmed lines until the end": (
        LINES
        + r"""
        String s; while ((s = br.readLine()) != null && !s.isEmpty()) { String[] p = s.trim().split("\\s+");
        int a = Integer.parseInt(p[0]); int b = Integer.parseInt(p[1]); }
        """,
        "",
        "(end: a b /)",
    ),
    "a line trimmed in place": (
        LINES
        + r"""
        String s = br.readLine(); s = s.trim(); StringTokenizer st = new StringTokenizer(s.strip());
        int a = Integer.parseInt(st.nextToken()); int b = Integer.parseInt(st.nextToken());
        """,
        "",
        "a b /",
    ),
    "a task with test numbers": (
        r"""
        InputReader in = new InputReader(System.in); PrintWriter out = new PrintWriter(System.out); TaskA solver =
        new TaskA(); solver.solve(1, in, out); out.close();
        """,
        r"""
        static class TaskA { public void solve(int testNumber, InputReader in, PrintWriter out) { int n =
        in.nextInt(); int[] a = new int[n]; for (int i = 0; i < n; i++) a[i] = in.nextInt(); } } static class
        InputReader { public BufferedReader reader; public StringTokenizer tokenizer; public InputReader(InputStream
        stream) { reader = new BufferedReader(new InputStreamReader(stream), 32768); tokenizer = null; } public
        String next() { while (tokenizer == null || !tokenizer.hasMoreTokens()) { try { tokenizer = new
        StringTokenizer(reader.readLine()); } catch (IOException e) { throw new RuntimeException(e); } } return
        tokenizer.nextToken(); } public int nextInt() { return Integer.parseInt(next()); } }
        """,
        "n (n: a)",
    ),
}
"""What `main` does, what stands beside it, how it reads."""


@pytest.mark.parametrize(("body", "members", "grammar"), STYLES.values(), ids=STYLES)
def test_reads_are_followed(body, members, grammar):
    program = f"import java.io.*;\nimport java.util.*;\npublic class Main {{\n{members}\n"
    program += f"    public static void main(String[] args) throws IOException {{\n{body}\n    }}\n}}\n"
    assert show(reads_of_java(program.encode()).items) == grammar


def test_a_read_in_a_thread_stands_on_its_own_line():
    source = b"""public class Main {
    public static void main(String[] args) {
        new Thread(null, () -> {
            Scanner sc = new Scanner(System.in);
            int n = sc.nextInt();
        }, "", 1 << 28).start();
    }
}
"""
    assert [item.line for item in reads_of_java(source).items] == [5]
