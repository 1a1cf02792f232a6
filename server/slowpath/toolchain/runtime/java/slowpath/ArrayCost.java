package slowpath;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** Stands in for methods that go over arrays, as Cost does. */
public final class ArrayCost {
    private ArrayCost() {
    }

    @SuppressWarnings("SuspiciousSystemArraycopy")
    public static void arraycopy(Object from, int start, Object to, int at, int length) {
        Cost.moved(8L * length);
        System.arraycopy(from, start, to, at, length);
    }

    /** More runs than these aren't merged until Java 13; from 14 on that hangs on their length. */
    private static final int MOST_RUNS = Runtime.version().feature() >= 14 ? Integer.MAX_VALUE : 67;
    /** A comparison of numbers whose outcome can't be foreseen. */
    private static final int UNFORESEEN = 40;

    /**
     * Sorts numbers, and adds up what that costs: where they rise and fall in few runs these are merged, and of few
     * different ones parts of equals are soon done. `beside` compares one with the next, `copied` are the numbers.
     */
    private static void sort(
            int from, int to, int length, IntUnaryOperator beside, Supplier<LongStream> copied, Runnable sort) {
        if (from < 0 || to > length || to - from < 2) {
            sort.run();
            return;
        }
        long count = to - from;
        long runs = runs(from, to, beside);
        long before = cost(count, runs > MOST_RUNS ? count : runs);
        Counts.extra += before;
        if (runs > MOST_RUNS) {
            long steps = OldSort.steps(copied.get().toArray());
            Counts.extra += Cost.STEP * Math.max(0, steps - count * bits(count));
        }
        sort.run();
        long different = 1;
        for (int i = from; i < to - 1; i++) if (beside.applyAsInt(i) != 0) different++;
        Counts.extra += Math.min(0, cost(count, different) - before);
    }

    /** A number that is as large among others as the decimal is. */
    private static long inOrder(double value) {
        long bits = Double.doubleToLongBits(value);
        return bits ^ (bits >> 63 & Long.MAX_VALUE);
    }

    private static long cost(long count, long parts) {
        return count * (Cost.STEP + UNFORESEEN * bits(parts));
    }

    private static long bits(long count) {
        return 64 - Long.numberOfLeadingZeros(count - 1);
    }

    /** How many parts rise or fall throughout. */
    private static long runs(int from, int to, IntUnaryOperator beside) {
        long runs = 1;
        int last = 0;
        for (int i = from; i < to - 1; i++) {
            int now = beside.applyAsInt(i);
            if (now * last < 0) {
                runs++;
                last = 0;
            } else if (now != 0) {
                last = now;
            }
        }
        return runs;
    }

    public static void sort(int[] all) {
        sort(all, 0, all.length);
    }

    public static void sort(int[] all, int from, int to) {
        sort(from, to, all.length, at -> Integer.compare(all[at], all[at + 1]),
            () -> Arrays.stream(all, from, to).asLongStream(), () -> Arrays.sort(all, from, to));
    }

    public static void sort(long[] all) {
        sort(all, 0, all.length);
    }

    public static void sort(long[] all, int from, int to) {
        sort(from, to, all.length, at -> Long.compare(all[at], all[at + 1]),
            () -> Arrays.stream(all, from, to), () -> Arrays.sort(all, from, to));
    }

    public static void sort(double[] all) {
        sort(all, 0, all.length);
    }

    public static void sort(double[] all, int from, int to) {
        sort(from, to, all.length, at -> Double.compare(all[at], all[at + 1]),
            () -> Arrays.stream(all, from, to).mapToLong(ArrayCost::inOrder), () -> Arrays.sort(all, from, to));
    }

    public static void sort(char[] all) {
        sort(all, 0, all.length);
    }

    public static void sort(char[] all, int from, int to) {
        Counts.extra += Cost.STEP * (long) Math.max(0, to - from);
        Arrays.sort(all, from, to);
    }

    public static void sort(byte[] all) {
        sort(all, 0, all.length);
    }

    public static void sort(byte[] all, int from, int to) {
        Counts.extra += Cost.STEP * (long) Math.max(0, to - from);
        Arrays.sort(all, from, to);
    }

    public static void sort(Object[] all) {
        Arrays.sort(all, Cost.counted(null));
    }

    public static void sort(Object[] all, int from, int to) {
        Arrays.sort(all, from, to, Cost.counted(null));
    }

    public static void sort(Object[] all, Comparator<Object> order) {
        Arrays.sort(all, Cost.counted(order));
    }

    public static void sort(Object[] all, int from, int to, Comparator<Object> order) {
        Arrays.sort(all, from, to, Cost.counted(order));
    }

    public static void fill(int[] all, int value) {
        Cost.moved(4L * all.length);
        Arrays.fill(all, value);
    }

    public static void fill(int[] all, int from, int to, int value) {
        Cost.moved(4L * (to - from));
        Arrays.fill(all, from, to, value);
    }

    public static void fill(long[] all, long value) {
        Cost.moved(8L * all.length);
        Arrays.fill(all, value);
    }

    public static void fill(long[] all, int from, int to, long value) {
        Cost.moved(8L * (to - from));
        Arrays.fill(all, from, to, value);
    }

    public static void fill(double[] all, double value) {
        Cost.moved(8L * all.length);
        Arrays.fill(all, value);
    }

    public static void fill(double[] all, int from, int to, double value) {
        Cost.moved(8L * (to - from));
        Arrays.fill(all, from, to, value);
    }

    public static void fill(char[] all, char value) {
        Cost.moved(2L * all.length);
        Arrays.fill(all, value);
    }

    public static void fill(char[] all, int from, int to, char value) {
        Cost.moved(2L * (to - from));
        Arrays.fill(all, from, to, value);
    }

    public static void fill(byte[] all, byte value) {
        Cost.moved(all.length);
        Arrays.fill(all, value);
    }

    public static void fill(byte[] all, int from, int to, byte value) {
        Cost.moved((to - from));
        Arrays.fill(all, from, to, value);
    }

    public static void fill(boolean[] all, boolean value) {
        Cost.moved(all.length);
        Arrays.fill(all, value);
    }

    public static void fill(boolean[] all, int from, int to, boolean value) {
        Cost.moved((to - from));
        Arrays.fill(all, from, to, value);
    }

    public static void fill(Object[] all, Object value) {
        Cost.moved(4L * all.length);
        Arrays.fill(all, value);
    }

    public static void fill(Object[] all, int from, int to, Object value) {
        Cost.moved(4L * (to - from));
        Arrays.fill(all, from, to, value);
    }
}
