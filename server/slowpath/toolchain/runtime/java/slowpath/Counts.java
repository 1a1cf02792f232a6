package slowpath;

/** What the run that is under way has counted; the program's classes add to it as they go. */
public final class Counts {
    /** How often each block ran; behind them the slots of probes, once the run is stored. */
    public static final long[] hits = new long[Integer.getInteger("slowpath.counters", 0)];

    /** Cost that blocks don't see: work within the library, in machine instructions, about. */
    public static long extra;

    private Counts() {
    }

    static void clear() {
        java.util.Arrays.fill(hits, 0);
        extra = 0;
        Probes.clear();
    }
}
