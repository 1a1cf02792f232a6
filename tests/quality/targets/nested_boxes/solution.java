import java.util.Scanner;

public class NestedBoxes {
    static int[] parent;

    static int depth(int box) {
        if (parent[box] == 0) return 0;
        return 1 + depth(parent[box]);
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        parent = new int[n + 1];
        for (int i = 1; i <= n; i++) parent[i] = in.nextInt();
        long total = 0;
        for (int i = 1; i <= n; i++) total += depth(i);
        System.out.println(total);
    }
}
