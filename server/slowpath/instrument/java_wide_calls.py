"""What becomes of calls of Java's library where a program's `int` is a `long`: tables of names, and the class that
stands beside the program. Where a name isn't listed, its arguments are made `int` again, which the library takes."""

from __future__ import annotations

WIDE = "SlowpathWide"
SUPPORT = f"""
final class {WIDE} {{
    static int given(long value) {{ return Math.toIntExact(value); }}
    static int given(Long value) {{ return Math.toIntExact(value); }}
    static int given(int value) {{ return value; }}
    static short given(short value) {{ return value; }}
    static byte given(byte value) {{ return value; }}
    static char given(char value) {{ return value; }}
    static float given(float value) {{ return value; }}
    static double given(double value) {{ return value; }}
    static boolean given(boolean value) {{ return value; }}
    static <T> T given(T value) {{ return value; }}
    static int sign(long value) {{ return Long.signum(value); }}
    static <T> T get(java.util.List<T> list, long at) {{ return list.get(Math.toIntExact(at)); }}
    static <V> V get(java.util.Map<?, V> map, Object key) {{ return map.get(key); }}
    static boolean get(java.util.BitSet bits, long at) {{ return bits.get(Math.toIntExact(at)); }}
    static <T> T set(java.util.List<T> list, long at, T value) {{ return list.set(Math.toIntExact(at), value); }}
    static void set(java.util.BitSet bits, long at) {{ bits.set(Math.toIntExact(at)); }}
    static void set(java.util.BitSet bits, long at, boolean value) {{ bits.set(Math.toIntExact(at), value); }}
    static <T> void add(java.util.List<T> list, long at, T value) {{ list.add(Math.toIntExact(at), value); }}
    static <T> T remove(java.util.List<T> list, long at) {{ return list.remove(Math.toIntExact(at)); }}
    static boolean remove(java.util.Collection<?> all, Object value) {{ return all.remove(value); }}
    static <V> V remove(java.util.Map<?, V> map, Object key) {{ return map.remove(key); }}
    static long indexOf(java.util.List<?> list, Object value) {{ return list.indexOf(value); }}
    static long indexOf(String text, String part) {{ return text.indexOf(part); }}
    static long indexOf(String text, long sign) {{ return text.indexOf(Math.toIntExact(sign)); }}
    static long indexOf(StringBuilder text, String part) {{ return text.indexOf(part); }}
}}
"""
BY_RECEIVER = {("get", 1), ("set", 2), ("set", 3), ("add", 2), ("remove", 1), ("indexOf", 1)}
"""Calls, with their number of arguments, that take a place of a list, but not of a map: the compiler knows which."""
RENAMED = dict(
    pair.split(":")
    for pair in (
        "Integer:Long IntStream:LongStream OptionalInt:OptionalLong AtomicInteger:AtomicLong mapToInt:mapToLong "
        "comparingInt:comparingLong thenComparingInt:thenComparingLong getAsInt:getAsLong intValue:longValue "
        "summingInt:summingLong averagingInt:averagingLong IntUnaryOperator:LongUnaryOperator "
        "IntBinaryOperator:LongBinaryOperator IntPredicate:LongPredicate IntFunction:LongFunction "
        "IntConsumer:LongConsumer ToIntFunction:ToLongFunction ToIntBiFunction:ToLongBiFunction "
        "IntSupplier:LongSupplier applyAsInt:applyAsLong"
    ).split()
)
OF_INTEGER = {
    **{name: name for name in "valueOf compare max min sum toString".split()},
    "parseInt": "parseLong",
    "intValue": "longValue",
}
"""What of `Integer` is the same of `Long`. All else of it is asked as before: how many bits a number has."""
OF_TEXT = frozenset({"parseInt", "valueOf", "toString"})
"""Those of them whose second argument says in which base."""
OF_VALUES = frozenset(
    (
        "print println printf format append put getOrDefault putIfAbsent merge computeIfAbsent computeIfPresent "
        "compute containsKey containsValue contains offer push add addFirst addLast offerFirst offerLast equals "
        "valueOf join of floorKey ceilingKey higherKey lowerKey floorEntry ceilingEntry higherEntry lowerEntry floor "
        "ceiling higher lower headMap tailMap subMap headSet tailSet subSet addAll removeAll containsAll "
        "removeFirstOccurrence removeLastOccurrence removeIf replaceAll frequency asList max min sort reverse "
        "unmodifiableList apply test accept run addAndGet getAndAdd compareAndSet orElse ofNullable limit skip "
        "iterate range rangeClosed reduce map filter forEach mapToObj mapToLong boxed sum collect sorted anyMatch "
        "allMatch noneMatch concat compareTo compare identity comparing thenComparing comparingLong comparingDouble "
        "singletonList toString deepToString hashCode hash multiply subtract requireNonNull toArray lastIndexOf "
        "applyAsLong"
    ).split()
)
"""Calls whose arguments are values, of whatever width: nothing is a place or a length."""
OF_CLASSES = {
    "Math": frozenset(
        (
            "abs max min pow sqrt cbrt floor ceil round floorMod floorDiv signum log log10 exp sin cos tan atan atan2 "
            "hypot addExact subtractExact multiplyExact incrementExact negateExact"
        ).split()
    ),
    "Arrays": frozenset(("binarySearch asList toString deepToString equals hashCode setAll").split()),
    "Long": frozenset(("compare max min sum toString valueOf signum toBinaryString").split()),
}
"""Likewise, where the class of a static call is one of these; others of its calls take places."""
NARROW_RESULTS = frozenset(
    (
        "size length lastIndexOf nextInt read compareTo compareToIgnoreCase compare hashCode getNumericValue ordinal "
        "available bitCount numberOfTrailingZeros numberOfLeadingZeros signum nextSetBit nextClearBit cardinality "
        "binarySearch frequency codePointAt digit countTokens bitLength highestOneBit lowestOneBit reverse "
        "parseUnsignedInt groupCount start end"
    ).split()
)
"""Calls that give an `int`, of numbers at least: a `Long` can't be made of one without being told so."""
COMPARING = frozenset(
    "sort sorted max min thenComparing PriorityQueue TreeMap TreeSet ConcurrentSkipListSet parallelSort".split()
)
"""What is given lambdas of two parameters that compare."""
