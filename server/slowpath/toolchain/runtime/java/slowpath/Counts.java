package slowpath;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What the run that is under way has counted; the program's classes add to it as they go. */
public final class Counts {
    /** How often each block ran; behind them the slots of probes, once the run is stored. */
    public static final long[] hits = new long[Integer.getInteger("slowpath.counters", 0)];

    /** Cost that blocks don't see: work within the library, in machine instructions, about. */
    public static long extra;

    /** The blocks that nothing counts (toolchain/java/flow.py): each its slot, those that make it up, then -1 and those
     *  that are taken away. */
    private static int[][] derived = {};

    private Counts() {
    }

    /** Reads how blocks are derived. */
    static void prepare(Path file) throws IOException {
        List<int[]> rows = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            String[] words = line.split(" ");
            rows.add(Arrays.stream(words).mapToInt(word -> word.equals("-") ? -1 : Integer.parseInt(word)).toArray());
        }
        derived = rows.toArray(derived);
    }

    /** Fills in what is derived. A run that was cut may have left a block on its way: not less than nothing ran. */
    static void complete() {
        for (int[] row : derived) {
            long sum = 0;
            int sign = 1;
            for (int at = 1; at < row.length; at++) {
                if (row[at] < 0) sign = -1;
                else sum += sign * hits[row[at]];
            }
            hits[row[0]] = Math.max(0, sum);
        }
    }

    static void clear() {
        Arrays.fill(hits, 0);
        extra = 0;
        Probes.clear();
    }
}
