package slowpath;

import java.util.Arrays;
import java.util.Comparator;

/** Stands in for methods that go over arrays, as Cost does. */
public final class ArrayCost {
    private ArrayCost() {
    }

    @SuppressWarnings("SuspiciousSystemArraycopy")
    public static void arraycopy(Object from, int start, Object to, int at, int length) {
        Cost.moved(8L * length);
        System.arraycopy(from, start, to, at, length);
    }

    public static void sort(int[] all) {
        Cost.sorted(all.length, Cost.NUMBERS);
        Arrays.sort(all);
    }

    public static void sort(int[] all, int from, int to) {
        Cost.sorted(to - from, Cost.NUMBERS);
        Arrays.sort(all, from, to);
    }

    public static void sort(long[] all) {
        Cost.sorted(all.length, Cost.NUMBERS);
        Arrays.sort(all);
    }

    public static void sort(long[] all, int from, int to) {
        Cost.sorted(to - from, Cost.NUMBERS);
        Arrays.sort(all, from, to);
    }

    public static void sort(double[] all) {
        Cost.sorted(all.length, Cost.NUMBERS);
        Arrays.sort(all);
    }

    public static void sort(double[] all, int from, int to) {
        Cost.sorted(to - from, Cost.NUMBERS);
        Arrays.sort(all, from, to);
    }

    public static void sort(char[] all) {
        Cost.sorted(all.length, Cost.NUMBERS);
        Arrays.sort(all);
    }

    public static void sort(char[] all, int from, int to) {
        Cost.sorted(to - from, Cost.NUMBERS);
        Arrays.sort(all, from, to);
    }

    public static void sort(byte[] all) {
        Cost.sorted(all.length, Cost.NUMBERS);
        Arrays.sort(all);
    }

    public static void sort(byte[] all, int from, int to) {
        Cost.sorted(to - from, Cost.NUMBERS);
        Arrays.sort(all, from, to);
    }

    public static void sort(Object[] all) {
        Cost.sorted(all.length, Cost.OBJECTS);
        Arrays.sort(all);
    }

    public static void sort(Object[] all, int from, int to) {
        Cost.sorted(to - from, Cost.OBJECTS);
        Arrays.sort(all, from, to);
    }

    public static void sort(Object[] all, Comparator<Object> order) {
        Cost.sorted(all.length, Cost.OBJECTS);
        Arrays.sort(all, order);
    }

    public static void sort(Object[] all, int from, int to, Comparator<Object> order) {
        Cost.sorted(to - from, Cost.OBJECTS);
        Arrays.sort(all, from, to, order);
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
