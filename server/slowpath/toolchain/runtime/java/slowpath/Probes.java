package slowpath;

/** The probes of the run that is under way (instrument/probes_java.py): the largest left over right of each. */
public final class Probes {
    private static final long SCALE = 1024;
    private static final long MOST = 1L << 62;
    private static final int COUNT = Integer.getInteger("slowpath.probes", 0);
    private static final double[] largest = new double[COUNT];

    /** What conditions count. */
    public static final long[] passes = new long[COUNT];

    private Probes() {
    }

    public static double number(boolean value) {
        return value ? 1 : 0;
    }

    public static double number(double value) {
        return value;
    }

    public static void see(int slot, double left, double right) {
        if (right > 0) {
            double ratio = left / right;
            if (ratio > largest[slot]) largest[slot] = ratio;
        }
    }

    static void clear() {
        java.util.Arrays.fill(largest, 0);
        java.util.Arrays.fill(passes, 0);
    }

    /** Puts the slots behind the counters of blocks. */
    static void store(long[] hits) {
        int first = hits.length - COUNT;
        for (int slot = 0; slot < COUNT; slot++) hits[first + slot] = (long) Math.min(MOST, largest[slot] * SCALE);
    }
}
