package slowpath;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Stands in for methods that look a key up in a hash table, as Cost does: adds up the keys that share its bin. A chain
 * of them takes a step for each; one of eight and more is a tree, which has a level for each time that they double, in
 * each of which two keys are compared. Whoever calls a method of the program's own to compare keys counts that there.
 */
public final class TableCost {
    private static final int LINK = 60;
    private static final int LEVEL = 150;
    private static final MethodHandle TABLE_OF_SET;
    private static final MethodHandle BINS;
    private static final MethodHandle NEXT;
    private static final MethodHandle LEFT;
    private static final Class<?> TREE;

    static {
        try {
            MethodHandles.Lookup own = MethodHandles.privateLookupIn(HashMap.class, MethodHandles.lookup());
            MethodHandles.Lookup ofSet = MethodHandles.privateLookupIn(HashSet.class, MethodHandles.lookup());
            Class<?> node = Class.forName("java.util.HashMap$Node");
            TREE = Class.forName("java.util.HashMap$TreeNode");
            MethodType step = MethodType.methodType(Object.class, Object.class);
            TABLE_OF_SET = ofSet.findGetter(HashSet.class, "map", HashMap.class);
            BINS = own.findGetter(HashMap.class, "table", Array.newInstance(node, 0).getClass())
                .asType(MethodType.methodType(Object[].class, HashMap.class));
            NEXT = own.findGetter(node, "next", node).asType(step);
            LEFT = own.findGetter(TREE, "left", TREE).asType(step);
        } catch (ReflectiveOperationException other) {
            throw new ExceptionInInitializerError(other);
        }
    }

    private TableCost() {
    }

    private static void asked(Map<?, ?> map, Object key) {
        Cost.key(key);
        Class<?> kind = map.getClass();
        if (kind == HashMap.class || kind == LinkedHashMap.class) shared((HashMap<?, ?>) map, key);
    }

    private static void asked(Set<?> set, Object key) {
        Cost.key(key);
        Class<?> kind = set.getClass();
        if (kind != HashSet.class && kind != LinkedHashSet.class) return;
        try {
            shared((HashMap<?, ?>) TABLE_OF_SET.invokeExact((HashSet<?>) set), key);
        } catch (Throwable never) {
            throw new AssertionError(never);
        }
    }

    /** What it takes to get past the other keys in a key's bin: of keys of the library that have a value's hash code. */
    private static void shared(HashMap<?, ?> map, Object key) {
        if (!(key instanceof Comparable) || key.getClass().getClassLoader() != null || key instanceof Enum) return;
        try {
            Object[] bins = (Object[]) BINS.invokeExact(map);
            if (bins == null) return;
            int hash = key.hashCode();
            Object first = bins[(hash ^ hash >>> 16) & (bins.length - 1)];
            if (first == null) return;
            boolean isTree = first.getClass() == TREE;
            for (Object node = first; node != null;) {
                node = isTree ? (Object) LEFT.invokeExact(node) : (Object) NEXT.invokeExact(node);
                if (node != null) Counts.extra += isTree ? LEVEL : LINK;
            }
        } catch (Throwable never) {
            throw new AssertionError(never);
        }
    }

    public static Object get(Map<Object, Object> map, Object key) {
        asked(map, key);
        return map.get(key);
    }

    public static Object remove(Map<Object, Object> map, Object key) {
        asked(map, key);
        return map.remove(key);
    }

    public static boolean containsKey(Map<Object, Object> map, Object key) {
        asked(map, key);
        return map.containsKey(key);
    }

    public static Object put(Map<Object, Object> map, Object key, Object value) {
        asked(map, key);
        return map.put(key, value);
    }

    public static Object putIfAbsent(Map<Object, Object> map, Object key, Object value) {
        asked(map, key);
        return map.putIfAbsent(key, value);
    }

    public static Object getOrDefault(Map<Object, Object> map, Object key, Object value) {
        asked(map, key);
        return map.getOrDefault(key, value);
    }

    public static Object merge(
        Map<Object, Object> map, Object key, Object value, BiFunction<Object, Object, Object> both
    ) {
        asked(map, key);
        return map.merge(key, value, both);
    }

    public static Object computeIfAbsent(Map<Object, Object> map, Object key, Function<Object, Object> made) {
        asked(map, key);
        return map.computeIfAbsent(key, made);
    }

    public static boolean add(Set<Object> set, Object key) {
        asked(set, key);
        return set.add(key);
    }

    public static boolean contains(Set<Object> set, Object key) {
        asked(set, key);
        return set.contains(key);
    }

    public static boolean remove(Set<Object> set, Object key) {
        asked(set, key);
        return set.remove(key);
    }
}
