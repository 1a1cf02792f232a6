package slowpath;

/**
 * How much of an array the sort of Java 7 to 13 goes over: Yaroslavskiy's quicksort with two pivots, of which only the
 * splitting is done. What an order makes of it, up to the square of its length, no other count tells.
 */
public final class OldSort {
    private static final int LEAST = 47;
    private static final long MOST = 1L << 27;  // A few tenths of a second.

    private final long[] all;
    private long seen;

    private OldSort(long[] all) {
        this.all = all;
    }

    /** The lengths of all parts that are split, added up; the numbers are put in another order. */
    public static long steps(long[] all) {
        OldSort made = new OldSort(all);
        made.split(0, all.length - 1);
        return made.seen;
    }

    private void split(int left, int right) {
        // The last part is the longest one where an order is bad, so it's no call of its own.
        while (right - left + 1 >= LEAST && seen < MOST) {
            int length = right - left + 1;
            seen += length;
            int step = (length >> 3) + (length >> 6) + 1;
            int middle = (left + right) >>> 1;
            int[] at = {middle - 2 * step, middle - step, middle, middle + step, middle + 2 * step};
            boolean distinct = sorted(at);
            int low = left;
            int high = right;
            if (distinct) {
                long first = all[at[1]];
                long second = all[at[3]];
                all[at[1]] = all[left];
                all[at[3]] = all[right];
                while (all[++low] < first) { }
                while (all[--high] > second) { }
                for (int k = low; k <= high; k++) {
                    if (all[k] > second) {
                        while (all[high] > second && high > k) high--;
                        swap(k, high--);
                    }
                    if (all[k] < first) swap(k, low++);
                }
                all[left] = all[low - 1];
                all[low - 1] = first;
                all[right] = all[high + 1];
                all[high + 1] = second;
                split(left, low - 2);
                split(high + 2, right);
                if (low < at[0] && at[4] < high) {
                    while (all[low] == first) low++;
                    while (all[high] == second) high--;
                }
                left = low;
                right = high;
            } else {
                long pivot = all[at[2]];
                for (int k = left; k <= high; k++) {
                    if (all[k] > pivot) {
                        while (all[high] > pivot && high > k) high--;
                        swap(k, high--);
                    }
                    if (all[k] < pivot) swap(k, low++);
                }
                split(left, low - 1);
                left = high + 1;
            }
        }
    }

    /** Sorts the elements at five places; whether they are all different. */
    private boolean sorted(int[] at) {
        for (int i = 1; i < at.length; i++) {
            for (int j = i; j > 0 && all[at[j]] < all[at[j - 1]]; j--) swap(at[j], at[j - 1]);
        }
        for (int i = 1; i < at.length; i++) if (all[at[i]] == all[at[i - 1]]) return false;
        return true;
    }

    private void swap(int one, int other) {
        long kept = all[one];
        all[one] = all[other];
        all[other] = kept;
    }
}
