"""Java programs that rewrites change, and others that they leave alone."""

from __future__ import annotations


def program(body: str, members: str = "") -> str:
    """A whole program that has read n and a list of as many numbers."""
    return (
        "import java.util.*;\npublic class Main {\n" + members + "    public static void main(String[] args) {\n"
        "        Scanner in = new Scanner(System.in);\n        int n = in.nextInt();\n"
        "        List<Integer> all = new ArrayList<>();\n"
        "        for (int i = 0; i < n; i++) all.add(in.nextInt());\n"
        + "".join(f"        {line}\n" for line in body.split("\n"))
        + "    }\n}\n"
    )


LINES = """\
import java.util.*;
public class Main {
    static Scanner in;
    public static void main(String[] args) {
        in = new Scanner(System.in);
        for (int left = in.nextInt(); left > 0; left--) {
            String line = in.nextLine();
            System.out.println("<" + line + ">");
            if (line.isBlank()) System.out.println(in.next());
            break;
        }
    }
}
"""
SWAP = """\
    static int moves;
    static void swap(int[] x, int i, int j) { int t = x[i]; x[i] = x[j]; x[j] = t; }
"""
PARTITION = (
    SWAP
    + """\
    static int partition(int[] arr, int low, int high) {
        int pivot = arr[high];
        int i = (low - 1);
        for (int j = low; j < high; j++) {
            if (arr[j] <= pivot) {
                i++;
                swap(arr, i, j);
            }
        }
        swap(arr, i + 1, high);
        return (i + 1);
    }
"""
)
SORT = """\
    static void sort(int[] arr, int low, int high) {
        if (low < high) {
            int pi = partition(arr, low, high);
            sort(arr, low, pi - 1);
            sort(arr, pi + 1, high);
        }
    }
"""
LOMUTO_FIRST = (
    SWAP
    + """\
    static int partition(int[] x, int low, int high) {
        int pivot = x[low], last = low;
        for (int j = low + 1; j <= high; j++) {
            if (x[j] < pivot) {
                last++;
                if (last != j) swap(x, j, last);
            }
        }
        swap(x, low, last);
        return last;
    }
"""
)
LOMUTO_MIDDLE = """\
    static void sort(int[] x, int lo, int hi) {
        if (lo < hi) {
            swap(x, lo + (hi - lo) / 2, hi);
            int p = x[hi], i = lo;
            for (int j = lo; j < hi; j++) if (x[j] < p) swap(x, i++, j);
            swap(x, hi, i);
            sort(x, lo, i - 1);
            sort(x, i + 1, hi);
        }
    }
"""
LOMUTO_OF_THREE = """\
    static void sort(int[] x, int lo, int hi) {
        if (lo >= hi) return;
        int mid = (lo + hi) / 2;
        if (x[mid] < x[lo]) swap(x, lo, mid);
        if (x[hi] < x[mid]) { swap(x, mid, hi); }
        swap(x, hi, mid);
        int p = x[hi], i = lo;
        for (int j = lo; j < hi; j++) if (x[j] < p) swap(x, i++, j);
        swap(x, hi, i);
        sort(x, lo, i - 1);
        sort(x, i + 1, hi);
    }
"""
HOARE = """\
    static long[] b;
    static void sort(int l, int r) {
        int i = l, j = r;
        long p = b[(l + r) / 2];
        do {
            while (b[i] < p) i++;
            while (b[j] > p) j--;
            if (i <= j) {
                long t = b[i];
                b[i] = b[j];
                b[j] = t;
                i++;
                j--;
            }
        } while (i <= j);
        if (l < j) sort(l, j);
        if (i < r) sort(i, r);
    }
"""
CHANGED = {
    "java-searched-set": [
        program(
            "int c = 0;\nfor (int x = 0; x < 9; x++)\n    for (int y = 0; y < 9; y++)\n"
            "        if (all.contains(x * y)) c++;\nSystem.out.println(c);"
        ),
        program(
            "int c = 0, x = 9;\nwhile (!all.contains(x) && x > 0) { x--; c += all.size(); }\nSystem.out.println(c + x);"
        ),
        program(
            'List<String> seen = new LinkedList<>();\nint c = 0;\nfor (int x : all) {\n    String w = "w" + x;\n'
            "    if (seen.contains(w)) c++;\n    else seen.add(w);\n    for (int y = 0; y < x; y++)\n"
            '        if (!seen.contains("w" + y)) seen.add("w" + y * (c + 1));\n}\n'
            "for (String w : seen) System.out.println(w + c);"
        ),
    ],
    "java-text-builder": [
        program(
            'String s = "<";\nint k = 0;\nfor (int x : all) {\n    if (x == 2) continue;\n    s += x + 1;\n'
            "    s += ' ';\n    s += k++ + \"-\" + null;\n    if (x > 5) break;\n}\n"
            'System.out.println(s + ">");'
        ),
        program(
            "String s = null;\nchar[] w = {'a'};\nfor (int i = 0; i < n; i++) { s += w[0]; s += i > 1; }\n"
            "System.out.println(s);"
        ),
        program(
            "String s = null;\nint k = 0;\nfor (int x : all) { s = s + k++ + k + 'a' + null + (x + 1); "
            "s += x * 2 + 1; }\n"
            "System.out.println(s);"
        ),
    ],
    "java-indexed-list": [
        program(
            "List<Integer> b = new LinkedList<>(all);\nlong c = 0;\nb.add(7);\nfor (int x : b) c += x;\n"
            "for (int i = 0; i < b.size(); i++) { c += b.get(i); b.set(i, 1); }\nSystem.out.println(c);"
        )
    ],
    "java-double-ended": [
        program(
            "ArrayList<Integer> b = new ArrayList<>();\nb.addAll(all);\nlong c = 0;\n"
            "while (b.size() > 1) { c = c * 3 + b.get(0) - b.get(b.size() - 1); b.remove(0); }\n"
            "for (int x : b) c += x;\nb.clear();\nfor (int x : all) b.add(0, x);\nSystem.out.println(c + b.toString());"
        )
    ],
    "java-plain-number": [
        program("Integer c = n;\nwhile (c > 1) { c = c - 2; c--; }\nSystem.out.println(c + 1);\nSystem.out.print(c);"),
        program("Double c = 0.5;\nfor (int x : all) c *= x;\nSystem.out.print(c);"),
    ],
    "java-shuffled-sort": [
        program(
            "long[] b = new long[n];\nfor (int at = 0; at < n; at++) b[at] = all.get(at);\nArrays.sort(b);\n"
            "System.out.println(Arrays.toString(b));"
        )
    ],
    "java-primitive-keys": [
        program(
            "Map<Integer, Integer> m = new HashMap<>();\n"
            "for (int x : all) { m.merge(x, n, Integer::sum); m.put(x * x, 1); }\n"
            "int c = 0;\nfor (int i = -2; i < 50; i++) {\n    if (m.containsKey(i)) c += m.get(i) * i;\n"
            "    m.put(i, m.getOrDefault(i, 3));\n    if (m.get(i) == 1) m.put(i, m.get(i) + 1);\n"
            "    c = m.getOrDefault(i, 3) + c;\n    System.out.println(m.getOrDefault(i, 7));\n}\n"
            "System.out.println(c + m.size());\nm.clear();\nSystem.out.println(m.isEmpty());"
        ),
        program(
            "HashSet<Long> s = new HashSet<>(100);\nint c = 0;\nfor (long i = 0; i < 2000; i++) {\n"
            "    if (s.add(i * i % 997 << 40)) c++;\n    if (s.contains(i + 0L)) c += 10;\n}\n"
            "System.out.println(c + s.size());"
        ),
    ],
    "java-single-repetition": [
        program(
            'int c = 0;\nfor (int x : all) {\n    String s = "a".repeat(x & 7) + (x > 2 ? "b" : "");\n'
            '    if (s.matches("(a+)+")) c++;\n    if (s.matches("(?:[a-c]*)+b?")) c += 10;\n'
            '    if (s.matches("x|(\\\\w+)*a")) c += 100;\n}\nSystem.out.println(c);'
        )
    ],
    "java-modular-power": [
        program(
            "java.math.BigInteger m = java.math.BigInteger.TEN, b = java.math.BigInteger.TWO;\n"
            "java.math.BigInteger r = b;\nfor (int i = 1; i <= n; ++i) { r = r.multiply(b).mod(m); }\n"
            "System.out.println(r);\nfor (long i = 2; i < n; i++) r = r.multiply(b).mod(m);\nSystem.out.println(r);"
        )
    ],
    "java-fast-input": [
        program("System.out.println(n);\nin.close();"),
        program(
            "System.out.print(line(in));",
            '    static String line(Scanner from) { String line = ""; for (int i = 0; i < 1; i++) line = "" + i'
            " + from.hasNext(); return line; }\n",
        ),
        LINES,
    ],
    "java-buffered-output": [
        program(
            'for (int x : all) { System.out.println(x); if (x == 6) System.exit(0); }\nSystem.out.printf("%d%n", n);'
        )
    ],
    "java-remembered-results": [
        program(
            'System.out.println(ways(n + 20, n) + " " + odd(n));',
            "    private static long ways(final int n, int k) {\n        if (n <= 0 || k < 0) return n;\n"
            "        return ways(n - 1, k) + ways(n - 2, k - 1) * 3;\n    }\n"
            "    static boolean odd(long n) { return n > 0 && (odd(n - 2) != (odd(n - 1))); }\n",
        )
    ],
    "java-random-pivot": [
        program(
            "int[] b = new int[n];\nfor (int i = 0; i < n; i++) b[i] = all.get(i);\nsort(b, 0, n - 1);\n"
            "System.out.println(Arrays.toString(b));",
            PARTITION + SORT,
        ),
        program(
            "b = new long[n];\nfor (int i = 0; i < n; i++) b[i] = all.get(i);\nif (n > 0) sort(0, n - 1);\n"
            "System.out.println(Arrays.toString(b));",
            HOARE,
        ),
        program(
            "int[] b = new int[n];\nfor (int i = 0; i < n; i++) b[i] = all.get(i);\nsort(b, 0, n - 1);\n"
            "System.out.println(Arrays.toString(b));",
            LOMUTO_FIRST + SORT,
        ),
        program(
            "int[] b = new int[n];\nfor (int i = 0; i < n; i++) b[i] = all.get(i);\nsort(b, 0, n - 1);\n"
            "System.out.println(Arrays.toString(b));",
            SWAP + LOMUTO_MIDDLE,
        ),
        program(
            "int[] b = new int[n];\nfor (int i = 0; i < n; i++) b[i] = all.get(i);\nsort(b, 0, n - 1);\n"
            "System.out.println(Arrays.toString(b));",
            SWAP + LOMUTO_OF_THREE,
        ),
    ],
}
KEPT = {
    "java-searched-set": [
        program("for (int i = 0; i < n; i++) { add(all); if (all.contains(i)) n--; }"),
        program("List<Integer> other = all;\nfor (int i = 0; i < n; i++) if (all.contains(i)) other.add(i);"),
        program("Runnable r = () -> all.add(3);\nfor (int i = 0; i < n; i++) if (all.contains(i)) r.run();"),
        program("if (all.contains(3)) n++;"),
        program("for (int i = 0; i < n; i++) if (!all.contains(i)) all.add(0, i);"),
        program("for (int i = 0; i < n; i++) if (!all.contains(i)) all.add(all.contains(i + 1) ? 1 : 2);"),
        program("boolean b = true;\nfor (int i = 0; i < n; i++) if (!all.contains(i)) b = all.add(i);"),
        program("List<int[]> b = new ArrayList<>();\nfor (int i = 0; i < n; i++) if (b.contains(args)) n--;"),
    ],
    "java-text-builder": [
        program('String s = "";\nfor (int x : all) { s += x; System.out.print(s); }'),
        program(
            'String s = "";\ntry { for (int x : all) { s += 1 / x; } } catch (Exception e) { }\nSystem.out.print(s);'
        ),
        program('String s = "";\na: for (;;) { for (int x : all) { s += x; break a; } }\nSystem.out.print(s);'),
        program('for (int x : all) { String s = ""; s += x; }'),
        program('String s = "a";\nfor (int x : all) { s = s + s; }\nSystem.out.print(s);'),
        program('String s = "a";\nfor (int x : all) { s += s + x; }\nSystem.out.print(s);'),
        program('String s = "a";\nfor (int x : all) { s = x + s; }\nSystem.out.print(s);'),
        program('String s = "a", t = "";\nfor (int x : all) { t = s + x; s = "" + t; }\nSystem.out.print(s);'),
    ],
    "java-indexed-list": [
        program("LinkedList<Integer> b = new LinkedList<>();\nfor (int i = 0; i < b.size(); i++) b.get(i);"),
        program("List<Integer> b = new LinkedList<>();\nfor (int i = 0; i < b.size(); i++) { b.get(i); b.remove(0); }"),
        program("List<Integer> b = new LinkedList<>();\nf(b);\nfor (int i = 0; i < b.size(); i++) b.get(i);"),
        program("List<Integer> b = new LinkedList<>();\nfor (int i : b) b.indexOf(0);"),
    ],
    "java-double-ended": [
        program("while (all.size() > 1) { all.remove(0); n += all.get(1); }"),
        program("all.add(0, 3);"),
        program("List<Integer> other = all;\nwhile (!other.isEmpty()) { all.remove(0); }"),
        program("for (int x : all) { all.remove(0); if (x > 3) break; }"),
        program("while (!all.isEmpty()) { all.remove(0); Collections.sort(all); }"),
    ],
    "java-plain-number": [
        program("Integer c = null;\nfor (int x : all) c = x + 1;\nSystem.out.println(c);"),
        program("Integer c = 0, d = 0;\nfor (int x : all) { c += x; d += x; }\nSystem.out.println(c == d);"),
        program("Integer c = 0, d = all.get(0);\nfor (int x : all) c += x;"),
        program("Integer c = 0;\nfor (int x : all) { c += x; if (c == d) break; }"),
        program("Long c = 0L;\nfor (int x : all) { c += x; all.remove(c); }"),
        program("Integer c = 0;\nfor (int x : all) { c = all.get(x); c++; }"),
        program("Integer c = 0;\nSystem.out.println(c);"),
    ],
    "java-shuffled-sort": [
        program("int[] b = new int[n];\nArrays.sort(b, 0, n / 2);"),
        program("int[] b = new int[n];\nArrays.sort(b);\nn = new Random(7).nextInt(3);"),
        program("char[] b = new char[n];\nArrays.sort(b);"),
        program("String[] b = new String[n];\nArrays.sort(b);"),
    ],
    "java-primitive-keys": [
        program("Map<Integer, Integer> m = new HashMap<>();\nfor (int x : all) m.put(x, null);"),
        program("Map<Integer, Integer> m = new HashMap<>();\nfor (int x : all) if (m.get(x) == null) m.put(x, 1);"),
        program("Map<Integer, Integer> m = new HashMap<>();\nfor (int x : all) System.out.println(m.get(x));"),
        program('Map<Integer, Integer> m = new HashMap<>();\nfor (int x : all) n += ("" + m.get(x)).length();'),
        program("Map<Integer, Integer> m = new HashMap<>();\nfor (long x = 0; x < n; x++) if (m.containsKey(x)) n--;"),
        program("Map<Integer, Integer> m = new HashMap<>();\nfor (int x : all) m.put(x, 1);\nSystem.out.println(m);"),
        program("Map<Integer, Integer> m = new HashMap<>();\nfor (int x : all) if (m.get(x) == m.get(n)) n--;"),
        program("Map<Integer, Integer> m = new HashMap<>();\nfor (int x : all) m.put(x, m.get(n));"),
        program("Map<Integer, Integer> m = new TreeMap<>();\nfor (int x : all) m.put(x, 1);"),
        program("Set<Integer> s = new HashSet<>(all);\nfor (int x : all) s.add(x);"),
        program("Set<Integer> s = new HashSet<>();\nfor (int x : all) { s.add(x); s.remove(x); }"),
        program("Map<Integer, Integer> m = new HashMap<>();\nfor (int x : all) { int y = m.put(x, 1); }"),
    ],
    "java-single-repetition": [
        program('System.out.println("".matches("(ab+)+"));'),
        program('System.out.println("".matches("(a+)+?b"));'),
        program('System.out.println("".matches("(a+)++b"));'),
        program('System.out.println("".replaceAll("(a+)+", "$1"));'),
        program('System.out.println("".matches("(?=x)(a+)+"));'),
        program('System.out.println(matches("(a+)+"));', "    static int matches(String s) { return 1; }\n"),
    ],
    "java-modular-power": [
        program(
            "java.math.BigInteger r = java.math.BigInteger.TEN, b = r;\n"
            "for (int i = 0; i < n; i++) r = r.multiply(r).mod(b);"
        ),
        program("java.math.BigInteger r, b, m;\nfor (int i = 0; i < n; i += 2) r = r.multiply(b).mod(m);"),
        program("java.math.BigInteger r, b, m;\nfor (int i = 0; i < n; i++) r = r.multiply(b).remainder(m);"),
        program(
            "java.math.BigInteger r, b, m;\nif (n > 3) for (int i = 0; i < n; i++) r = r.multiply(b).mod(m); else n++;"
        ),
        program("java.math.BigInteger r, b, m;\nfor (int i = 0; i < all.size(); i++) r = r.multiply(b).mod(m);"),
    ],
    "java-fast-input": [
        program("double d = in.nextDouble();"),
        program("System.out.println(System.in.read());"),
        program("while (in.hasNext()) System.out.println(in.nextLine());"),
        program("try { in.next(); } catch (Exception e) { }"),
        program("Object kept = in;"),
        program("Iterator<String> words = words(in);"),
        program("in = new Scanner(args[0]);"),
    ],
    "java-buffered-output": [
        program("System.out.println(n);"),
        program('for (int x : all) { System.out.println("? " + x); in.next(); }'),
        program("java.io.PrintStream o = System.out;\nfor (int x : all) { System.out.println(x); o.println(x); }"),
        program("for (int x : all) System.out.println(x);\nRuntime.getRuntime().halt(0);"),
    ],
    "java-remembered-results": [
        program("n = f(n);", "    static int f(int x) { return x < 2 ? n() : f(x - 1) + f(x - 2); }\n"),
        program("n = f(n);", "    static int f(int x) { return x < 2 ? x : f(x - 1); }\n"),
        program("n = f(n);", "    int f(int x) { return x < 2 ? x : f(x - 1) + f(x - 2); }\n"),
        program(
            "for (int x : all) { c = x; n += f(x); }",
            "    static int c;\n    static int f(int x) { return x < 2 ? c : f(x - 1) + f(x - 2); }\n",
        ),
    ],
    "java-random-pivot": [
        program("sort(new int[n], 0, n - 1);", PARTITION.replace("x[j] = t", "x[j] = t + 1") + SORT),
        program("sort(new int[n], 0, n - 1);", PARTITION.replace("i++;", "i++; moves++;") + SORT),
        program("sort(0, n - 1);", HOARE.replace("b[i] = b[j]", "b[j] = b[i]")),
        program("sort(new int[n], 0, n - 1);", LOMUTO_FIRST.replace("j <= high", "j < high") + SORT),
        program("sort(new int[n], 0, n - 1);", SWAP + LOMUTO_OF_THREE.replace("x[j] < p", "x[j] < p + mid")),
        program("sort(new int[n], 0, n - 1);", SWAP + LOMUTO_OF_THREE.replace("swap(x, hi, mid)", "swap(x, hi, 0)")),
    ],
}


SHARED = {
    "cpp-divisors-to-root": [
        program(
            "boolean prime = n > 1;\nfor (int i = 2; i < n; i++) {\n    if (n % i == 0) prime = false;\n}\n"
            "System.out.println(prime);"
        ),
        program(
            "for (long x : all) System.out.println(prime(x));",
            "    static boolean prime(long x) {\n        for (long d = 2; d < x; d++)\n"
            "            if (x % d == 0) return false;\n        return x > 1;\n    }\n",
        ),
    ],
    "cpp-early-exit": [
        program(
            "int[] a = new int[n];\nfor (int i = 0; i < n; i++) a[i] = all.get(i);\nboolean twice = false;\n"
            "for (int i = 1; i < n; i++)\n    if (a[i] == a[i - 1]) twice = true;\nSystem.out.println(twice);"
        )
    ],
}
"""Rules of C++, and what they find in Java."""
SHARED_KEPT = [
    program("boolean odd = false;\nfor (int i = 0; i < n; i++)\n    if (in.nextInt() % 2 == 1) odd = true;"),
    program("boolean odd = false;\nfor (int x : all)\n    if (all.add(x)) odd = true;"),
    program("int last = 0;\nfor (int i = 2; i < n; i++)\n    if (n % i == 0) last = i;\nSystem.out.println(last);"),
]
