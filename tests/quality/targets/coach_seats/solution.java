import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

public class CoachSeats {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int q = in.nextInt();
        List<Integer> row = new ArrayList<>();
        long gone = 0;
        for (int i = 0; i < q; i++) {
            int t = in.nextInt(), x = in.nextInt();
            if (t == 1) row.add(x);
            else if (t == 2 && !row.isEmpty()) gone += row.remove(0);
            else if (t == 3 && x <= row.size()) gone += row.remove(x - 1);
        }
        System.out.println(gone + " " + row.size());
    }
}
