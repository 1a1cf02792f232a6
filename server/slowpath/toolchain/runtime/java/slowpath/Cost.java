package slowpath;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Vector;

/**
 * Stands in for methods of the library's collections whose time depends on what they are given: adds up what they cost
 * and does what they do; TextCost, ArrayCost, NumberCost and TableCost do so for texts, arrays, large numbers and hash
 * tables. Of collections only those of the library itself are known; what a program derives from them counts for
 * itself. The costs are machine
 * instructions, about: a step along links or a comparison by equals 4, moving or comparing 16 bytes 1, memory that is
 * taken 12 for 16 bytes (measured: it's cleared, and the collector runs the sooner), sorting objects 80 for each
 * comparison (measured: 7 to 15 ns).
 */
public final class Cost {
    static final int STEP = 4;
    static final int OBJECTS = 80;

    private Cost() {
    }

    static void moved(long bytes) {
        Counts.extra += bytes >> 4;
    }

    /** Memory that is taken: cleared at first, and cleared away in the end. */
    private static void taken(long bytes) {
        Counts.extra += 3 * bytes >> 2;
    }

    /** A new array. */
    public static void array(int length, int elementBytes) {
        taken((long) Math.max(0, length) * elementBytes);
    }

    /** What a call returned whose work is its size, or a new array of arrays. */
    public static void made(Object result) {
        long bytes = bytes(result);
        taken(bytes);
        moved(bytes);
    }

    /** What a call is given whose work is its size. */
    public static void given(Object value) {
        if (value instanceof Map && isLibrarys(value)) Counts.extra += 2 * STEP * (long) ((Map<?, ?>) value).size();
        else if (!(value instanceof Collection)) moved(bytes(value));
        else if (isLibrarys(value)) Counts.extra += STEP * (long) ((Collection<?>) value).size();
    }

    /** Whether asking it for its size runs nothing of the program's. */
    private static boolean isLibrarys(Object value) {
        return value.getClass().getClassLoader() == null;
    }

    /** What a table is asked for: whoever does so goes over texts and lists. */
    static void key(Object key) {
        if (key instanceof String) Counts.extra += ((String) key).length() >> 2;
        else if (key instanceof List && isLibrarys(key)) Counts.extra += STEP * (long) ((List<?>) key).size();
    }

    /** What a large number is made of. */
    public static void number(Object digits) {
        if (digits instanceof String) NumberCost.read((String) digits);
    }

    private static long bytes(Object value) {
        if (value instanceof String) return ((String) value).length();
        if (value instanceof int[]) return 4L * ((int[]) value).length;
        if (value instanceof Object[]) {
            Object[] all = (Object[]) value;
            boolean nested = all.length > 0 && all[0] != null && all[0].getClass().isArray();
            return 4L * all.length + (nested ? all.length * bytes(all[0]) : 0);
        }
        if (value instanceof long[]) return 8L * ((long[]) value).length;
        if (value instanceof char[]) return 2L * ((char[]) value).length;
        if (value instanceof double[]) return 8L * ((double[]) value).length;
        if (value instanceof boolean[]) return ((boolean[]) value).length;
        if (value instanceof byte[]) return ((byte[]) value).length;
        if (value instanceof CharSequence && isLibrarys(value)) return ((CharSequence) value).length();
        return value instanceof Collection && isLibrarys(value) ? 4L * ((Collection<?>) value).size() : 0;
    }

    /** An order, null for that of the objects themselves, which counts how often it's asked. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static Comparator<Object> counted(Comparator<Object> order) {
        Comparator<Object> asked = order == null ? (Comparator) Comparator.naturalOrder() : order;
        return (one, other) -> {
            Counts.extra += OBJECTS;
            return asked.compare(one, other);
        };
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

    public static Object set(List<Object> list, int index, Object value) {
        walked(list, index);
        return list.set(index, value);
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

    /** Each of the one is looked for in the other. */
    private static void compared(Collection<?> searched, Collection<?> wanted) {
        if (!isLibrarys(searched) || !isLibrarys(wanted)) return;
        boolean walks = isArray(searched) || isLinked(searched) || searched.getClass() == ArrayDeque.class;
        Counts.extra += STEP * (walks ? (long) searched.size() * wanted.size() : wanted.size());
    }

    public static boolean containsAll(Collection<?> all, Collection<?> wanted) {
        compared(all, wanted);
        return all.containsAll(wanted);
    }

    public static boolean removeAll(Collection<?> all, Collection<?> more) {
        compared(more, all);
        return all.removeAll(more);
    }

    public static boolean retainAll(Collection<?> all, Collection<?> more) {
        compared(more, all);
        return all.retainAll(more);
    }

    public static boolean containsValue(Map<?, ?> all, Object value) {
        if (isLibrarys(all)) Counts.extra += STEP * (long) all.size();
        return all.containsValue(value);
    }

    public static void sort(List<Object> list, Comparator<Object> order) {
        list.sort(counted(order));
    }

    public static void sort(List<Object> list) {
        list.sort(counted(null));
    }
}
