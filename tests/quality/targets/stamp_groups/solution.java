import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;

public class StampGroups {
    static class Stamp {
        int year, value;

        Stamp(int year, int value) {
            this.year = year;
            this.value = value;
        }

        public int hashCode() {
            return year ^ value;
        }

        public boolean equals(Object other) {
            Stamp stamp = (Stamp) other;
            return year == stamp.year && value == stamp.value;
        }
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        Map<Stamp, Integer> groups = new HashMap<>();
        int most = 0;
        for (int i = 0; i < n; i++) {
            Stamp stamp = new Stamp(in.nextInt(), in.nextInt());
            most = Math.max(most, groups.merge(stamp, 1, Integer::sum));
        }
        System.out.println(groups.size() + " " + most);
    }
}
