package slowpath;

/** The probes of the run that is under way (instrument/probes_java.py): the largest left over right of each. */
public final class Probes {
    private static final long SCALE = 1024;
    private static final long MOST = 1L << 62;
    private static final int COUNT = Integer.getInteger("slowpath.probes", 0);
    /** As in model/distance.py: what is said of the distance 0, up to where distances are exact, parts of 1. */
    private static final double NEAREST = 1L << 52;
    private static final double FAR = NEAREST / 2;
    private static final double FRACTION = 1 << 20;
    private static final double LETTER = 256;
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

    private static double turned(double away) {
        return away < FAR ? NEAREST - away : FAR / away * FAR;
    }

    /** How near two numbers are. */
    public static double near(long left, long right) {
        long away = left - right;
        boolean passes = ((left ^ right) & (left ^ away)) < 0;
        return turned(Math.abs(passes ? (double) left - right : (double) away));
    }

    public static double near(double left, double right) {
        return turned(Math.abs(left - right) * FRACTION);
    }

    /** How near two things are that equals compares: letter by letter; of others than texts and whole numbers nothing. */
    public static double nearTexts(Object left, Object right) {
        if (left instanceof Number && right instanceof Number) {
            return near(((Number) left).longValue(), ((Number) right).longValue());
        }
        if (!(left instanceof String && right instanceof String)) return 0;
        String one = (String) left;
        String other = (String) right;
        int both = Math.min(one.length(), other.length());
        double away = LETTER * (Math.max(one.length(), other.length()) - both);
        for (int at = 0; at < both; at++) away += Math.abs(one.charAt(at) - other.charAt(at));
        return turned(away);
    }

    /** How near a product or a sum is to the largest integer of its type, or beyond it. */
    public static double full(int left, int right, boolean times) {
        return below(Integer.MAX_VALUE, times ? (double) left * right : (double) left + right);
    }

    public static double full(long left, long right, boolean times) {
        return below(Long.MAX_VALUE, times ? (double) left * right : (double) left + right);
    }

    public static double full(double left, double right, boolean times) {
        return 0;
    }

    /** Of texts that are joined. */
    public static double full(Object left, Object right, boolean times) {
        return 0;
    }

    private static double below(double most, double value) {
        double left = most - Math.abs(value);
        return left > FAR ? 0 : turned(Math.max(0, left));
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
