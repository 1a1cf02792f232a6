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
    private static final Class<?> NODE = named("java.util.HashMap$Node");
    private static final Class<?> TREE = named("java.util.HashMap$TreeNode");
    private static final Class<?> NODES = NODE == null ? null : Array.newInstance(NODE, 0).getClass();
    private static final MethodHandle TABLE_OF_SET =
        getter(HashSet.class, "map", HashMap.class, HashSet.class, HashMap.class);
    private static final MethodHandle BINS = getter(HashMap.class, "table", NODES, HashMap.class, Object[].class);
    private static final MethodHandle NEXT = getter(NODE, "next", NODE, Object.class, Object.class);
    private static final MethodHandle LEFT = getter(TREE, "left", TREE, Object.class, Object.class);
    private static final boolean IS_KNOWN = TABLE_OF_SET != null && BINS != null && NEXT != null && LEFT != null;

    private TableCost() {
    }

    private static Class<?> named(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException other) {
            return null;
        }
    }

    /** Reads a field, as from one type to another; null in a library that has no such field. */
    private static MethodHandle getter(Class<?> owner, String field, Class<?> type, Class<?> from, Class<?> to) {
        try {
            return MethodHandles.privateLookupIn(owner, MethodHandles.lookup()).findGetter(owner, field, type)
                .asType(MethodType.methodType(to, from));
        } catch (ReflectiveOperationException | NullPointerException other) {
            return null;
        }
    }

    private static void asked(Map<?, ?> map, Object key) {
        Cost.key(key);
        if (!IS_KNOWN) return;
        Class<?> kind = map.getClass();
        if (kind == HashMap.class || kind == LinkedHashMap.class) shared((HashMap<?, ?>) map, key);
    }

    private static void asked(Set<?> set, Object key) {
        Cost.key(key);
        if (!IS_KNOWN) return;
        Class<?> kind = set.getClass();
        if (kind != HashSet.class && kind != LinkedHashSet.class) return;
        try {
            shared((HashMap<?, ?>) TABLE_OF_SET.invokeExact((HashSet<?>) set), key);
        } catch (Throwable never) {
            throw new AssertionError(never);
        }
    }

    /** What it takes to get past the other keys of a bin: of keys of the library that have a value's hash code. */
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
