package slowpath;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Vector;

/**
 * Stands in for methods of the library's collections whose time depends on what they are given: adds up what they cost
 * and does what they do; TextCost, ArrayCost and NumberCost do so for texts, arrays and large numbers. Of collections
 * only those of the library itself are known; what a program derives from them counts for itself. The costs are machine
 * instructions, about: a step along links or a comparison by equals 4, moving or comparing 16 bytes 1, sorting 4 for
 * each comparison of numbers and 10 for each of objects.
 */
public final class Cost {
    static final int STEP = 4;
    static final int NUMBERS = 4;
    static final int OBJECTS = 10;

    private Cost() {
    }

    static void moved(long bytes) {
        Counts.extra += bytes >> 4;
    }

    static void sorted(long count, int each) {
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
}
