package slowpath;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Vector;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands in for methods of the library whose time depends on what they are given: adds up what they cost and does
 * what they do. Of collections only those of the library itself are known; what a program derives from them counts
 * for itself. The costs are machine instructions, about: a step along links or a comparison by equals 4, moving or
 * comparing 16 bytes 1, sorting 4 for each comparison of numbers and 10 for each of objects, a letter at which a regular
 * expression looks 10, two digits of 32 bits that are multiplied 2.
 */
public final class Cost {
    private static final int STEP = 4;
    private static final int NUMBERS = 4;
    private static final int OBJECTS = 10;

    private static final int LOOK = 10;
    private static final int DIGITS = 2;

    private Cost() {
    }

    /** A text that was put together. */
    public static void text(Object made) {
        if (made != null) moved(((String) made).length());
    }

    private static void moved(long bytes) {
        Counts.extra += bytes >> 4;
    }

    private static void sorted(long count, int each) {
        if (count > 1) Counts.extra += each * count * (64 - Long.numberOfLeadingZeros(count - 1));
    }

    private static boolean isArray(Object list) {
        Class<?> kind = list.getClass();
        return kind == ArrayList.class || kind == Vector.class;
    }

    private static boolean isLinked(Object list) {
        return list.getClass() == LinkedList.class;
    }

    private static void walked(List<?> list, int index) {
        if (isLinked(list)) Counts.extra += STEP * (long) Math.max(0, Math.min(index, list.size() - index));
    }

    public static Object get(List<?> list, int index) {
        walked(list, index);
        return list.get(index);
    }

    public static Object remove(List<?> list, int index) {
        walked(list, index);
        if (isArray(list)) moved(4L * Math.max(0, list.size() - index));
        return list.remove(index);
    }

    public static void add(List<Object> list, int index, Object value) {
        walked(list, index);
        if (isArray(list)) moved(4L * Math.max(0, list.size() - index));
        list.add(index, value);
    }

    public static int indexOf(List<?> list, Object value) {
        int found = list.indexOf(value);
        if (isArray(list) || isLinked(list)) Counts.extra += STEP * (long) (found < 0 ? list.size() : found + 1);
        return found;
    }

    public static int lastIndexOf(List<?> list, Object value) {
        int found = list.lastIndexOf(value);
        if (isArray(list) || isLinked(list)) Counts.extra += STEP * (long) (list.size() - Math.max(0, found));
        return found;
    }

    public static boolean contains(Collection<?> all, Object value) {
        if (isArray(all) || isLinked(all)) return indexOf((List<?>) all, value) >= 0;
        scanned(all);
        return all.contains(value);
    }

    public static boolean remove(Collection<?> all, Object value) {
        if (isArray(all) || isLinked(all)) {
            List<?> list = (List<?>) all;
            int found = indexOf(list, value);
            if (found >= 0 && isArray(all)) moved(4L * (list.size() - found));
            if (found >= 0) list.remove(found);
            return found >= 0;
        }
        scanned(all);
        return all.remove(value);
    }

    private static void scanned(Collection<?> all) {
        Class<?> kind = all.getClass();
        if (kind == ArrayDeque.class || kind == PriorityQueue.class) Counts.extra += STEP * (long) all.size();
    }

    public static boolean addAll(Collection<Object> all, Collection<?> more) {
        Counts.extra += more.size();
        return all.addAll(more);
    }

    public static void sort(List<Object> list, Comparator<Object> order) {
        sorted(list.size(), OBJECTS);
        list.sort(order);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void sort(List list) {
        sorted(list.size(), OBJECTS);
        Collections.sort(list);
    }

    public static String substring(String text, int from) {
        moved(text.length() - from);
        return text.substring(from);
    }

    public static String substring(String text, int from, int to) {
        moved(to - from);
        return text.substring(from, to);
    }

    public static String concat(String text, String more) {
        moved(text.length() + more.length());
        return text.concat(more);
    }

    public static int indexOf(String text, String part) {
        int found = text.indexOf(part);
        Counts.extra += found < 0 ? text.length() : found;
        return found;
    }

    public static boolean contains(String text, CharSequence part) {
        return indexOf(text, part.toString()) >= 0;
    }

    public static boolean equals(String text, Object other) {
        if (other instanceof String && ((String) other).length() == text.length()) moved(text.length());
        return text.equals(other);
    }

    /** A text that counts how often a regular expression looks at a letter: the more it goes back, the more. */
    private static final class Seen implements CharSequence {
        private final CharSequence text;

        Seen(CharSequence text) {
            this.text = text;
        }

        @Override
        public char charAt(int at) {
            Counts.extra += LOOK;
            return text.charAt(at);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            return text.subSequence(from, to);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }

    public static Matcher matcher(Pattern pattern, CharSequence text) {
        return pattern.matcher(new Seen(text));
    }

    public static boolean matches(String pattern, CharSequence text) {
        return Pattern.matches(pattern, new Seen(text));
    }

    public static boolean matches(String text, String pattern) {
        return Pattern.matches(pattern, new Seen(text));
    }

    private static long digits(BigInteger number) {
        return (number.bitLength() >> 5) + 1;
    }

    private static void passed(BigInteger one, BigInteger other) {
        Counts.extra += DIGITS * Math.max(digits(one), digits(other));
    }

    public static BigInteger add(BigInteger one, BigInteger other) {
        passed(one, other);
        return one.add(other);
    }

    public static BigInteger subtract(BigInteger one, BigInteger other) {
        passed(one, other);
        return one.subtract(other);
    }

    public static BigInteger multiply(BigInteger one, BigInteger other) {
        Counts.extra += DIGITS * digits(one) * digits(other);
        return one.multiply(other);
    }

    /** What long division takes: each digit of the quotient passes over the divisor. */
    private static void divided(BigInteger one, BigInteger by) {
        Counts.extra += DIGITS * (digits(one) + Math.max(0, digits(one) - digits(by)) * digits(by));
    }

    public static BigInteger divide(BigInteger one, BigInteger by) {
        divided(one, by);
        return one.divide(by);
    }

    public static BigInteger mod(BigInteger one, BigInteger by) {
        divided(one, by);
        return one.mod(by);
    }

    public static BigInteger remainder(BigInteger one, BigInteger by) {
        divided(one, by);
        return one.remainder(by);
    }

    public static BigInteger gcd(BigInteger one, BigInteger other) {
        Counts.extra += DIGITS * digits(one) * digits(other);
        return one.gcd(other);
    }

    public static String toString(BigInteger number) {
        Counts.extra += DIGITS * digits(number) * digits(number);
        return number.toString();
    }

    public static char[] toCharArray(String text) {
        moved(2L * text.length());
        return text.toCharArray();
    }

    public static String[] split(String text, String by) {
        Counts.extra += STEP * (long) text.length();
        return text.split(by);
    }

    public static String toString(StringBuilder made) {
        moved(made.length());
        return made.toString();
    }

    public static String toString(StringBuffer made) {
        moved(made.length());
        return made.toString();
    }

    public static StringBuilder reverse(StringBuilder text) {
        Counts.extra += text.length();
        return text.reverse();
    }

    public static StringBuffer reverse(StringBuffer text) {
        Counts.extra += text.length();
        return text.reverse();
    }

    public static StringBuilder deleteCharAt(StringBuilder text, int at) {
        moved(text.length() - at);
        return text.deleteCharAt(at);
    }

    public static StringBuffer deleteCharAt(StringBuffer text, int at) {
        moved(text.length() - at);
        return text.deleteCharAt(at);
    }

    public static StringBuilder insert(StringBuilder text, int at, String more) {
        moved(text.length() - at);
        return text.insert(at, more);
    }

    public static StringBuffer insert(StringBuffer text, int at, String more) {
        moved(text.length() - at);
        return text.insert(at, more);
    }

    public static StringBuilder insert(StringBuilder text, int at, char more) {
        moved(text.length() - at);
        return text.insert(at, more);
    }

    public static StringBuffer insert(StringBuffer text, int at, char more) {
        moved(text.length() - at);
        return text.insert(at, more);
    }

    @SuppressWarnings("SuspiciousSystemArraycopy")
    public static void arraycopy(Object from, int start, Object to, int at, int length) {
        moved(8L * length);
        System.arraycopy(from, start, to, at, length);
    }

    public static void sort(int[] all) {
        sorted(all.length, NUMBERS);
        Arrays.sort(all);
    }

    public static void sort(int[] all, int from, int to) {
        sorted(to - from, NUMBERS);
        Arrays.sort(all, from, to);
    }

    public static void sort(long[] all) {
        sorted(all.length, NUMBERS);
        Arrays.sort(all);
    }

    public static void sort(long[] all, int from, int to) {
        sorted(to - from, NUMBERS);
        Arrays.sort(all, from, to);
    }

    public static void sort(double[] all) {
        sorted(all.length, NUMBERS);
        Arrays.sort(all);
    }

    public static void sort(double[] all, int from, int to) {
        sorted(to - from, NUMBERS);
        Arrays.sort(all, from, to);
    }

    public static void sort(char[] all) {
        sorted(all.length, NUMBERS);
        Arrays.sort(all);
    }

    public static void sort(char[] all, int from, int to) {
        sorted(to - from, NUMBERS);
        Arrays.sort(all, from, to);
    }

    public static void sort(byte[] all) {
        sorted(all.length, NUMBERS);
        Arrays.sort(all);
    }

    public static void sort(byte[] all, int from, int to) {
        sorted(to - from, NUMBERS);
        Arrays.sort(all, from, to);
    }

    public static void sort(Object[] all) {
        sorted(all.length, OBJECTS);
        Arrays.sort(all);
    }

    public static void sort(Object[] all, int from, int to) {
        sorted(to - from, OBJECTS);
        Arrays.sort(all, from, to);
    }

    public static void sort(Object[] all, Comparator<Object> order) {
        sorted(all.length, OBJECTS);
        Arrays.sort(all, order);
    }

    public static void sort(Object[] all, int from, int to, Comparator<Object> order) {
        sorted(to - from, OBJECTS);
        Arrays.sort(all, from, to, order);
    }

    public static void fill(int[] all, int value) {
        moved(4L * all.length);
        Arrays.fill(all, value);
    }

    public static void fill(int[] all, int from, int to, int value) {
        moved(4L * (to - from));
        Arrays.fill(all, from, to, value);
    }

    public static void fill(long[] all, long value) {
        moved(8L * all.length);
        Arrays.fill(all, value);
    }

    public static void fill(long[] all, int from, int to, long value) {
        moved(8L * (to - from));
        Arrays.fill(all, from, to, value);
    }

    public static void fill(double[] all, double value) {
        moved(8L * all.length);
        Arrays.fill(all, value);
    }

    public static void fill(double[] all, int from, int to, double value) {
        moved(8L * (to - from));
        Arrays.fill(all, from, to, value);
    }

    public static void fill(char[] all, char value) {
        moved(2L * all.length);
        Arrays.fill(all, value);
    }

    public static void fill(char[] all, int from, int to, char value) {
        moved(2L * (to - from));
        Arrays.fill(all, from, to, value);
    }

    public static void fill(byte[] all, byte value) {
        moved(all.length);
        Arrays.fill(all, value);
    }

    public static void fill(byte[] all, int from, int to, byte value) {
        moved((to - from));
        Arrays.fill(all, from, to, value);
    }

    public static void fill(boolean[] all, boolean value) {
        moved(all.length);
        Arrays.fill(all, value);
    }

    public static void fill(boolean[] all, int from, int to, boolean value) {
        moved((to - from));
        Arrays.fill(all, from, to, value);
    }

    public static void fill(Object[] all, Object value) {
        moved(4L * all.length);
        Arrays.fill(all, value);
    }

    public static void fill(Object[] all, int from, int to, Object value) {
        moved(4L * (to - from));
        Arrays.fill(all, from, to, value);
    }

    public static int[] copyOf(int[] all, int length) {
        moved(4L * length);
        return Arrays.copyOf(all, length);
    }

    public static long[] copyOf(long[] all, int length) {
        moved(8L * length);
        return Arrays.copyOf(all, length);
    }

    public static double[] copyOf(double[] all, int length) {
        moved(8L * length);
        return Arrays.copyOf(all, length);
    }

    public static char[] copyOf(char[] all, int length) {
        moved(2L * length);
        return Arrays.copyOf(all, length);
    }

    public static byte[] copyOf(byte[] all, int length) {
        moved(length);
        return Arrays.copyOf(all, length);
    }

    public static boolean[] copyOf(boolean[] all, int length) {
        moved(length);
        return Arrays.copyOf(all, length);
    }
}
