import java.util.LinkedList;
import java.util.List;
import java.util.Scanner;

public class Playlist {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt(), q = in.nextInt();
        List<Integer> lengths = new LinkedList<>();
        for (int i = 0; i < n; i++) lengths.add(in.nextInt());
        long total = 0;
        for (int i = 0; i < q; i++) total += lengths.get(in.nextInt() - 1);
        System.out.println(total);
    }
}
