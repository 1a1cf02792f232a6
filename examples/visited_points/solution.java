import java.util.HashSet;
import java.util.Scanner;
import java.util.Set;

public class Main {
    static final class Point {
        final int x, y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Point && ((Point) other).x == x && ((Point) other).y == y;
        }

        @Override
        public int hashCode() {
            return 31 * x + y;
        }
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        Set<Point> visited = new HashSet<>();
        for (int i = 0; i < n; i++) visited.add(new Point(in.nextInt(), in.nextInt()));
        System.out.println(visited.size());
    }
}
