import java.util.Scanner;

public class SignPainter {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        String w = in.next();
        StringBuilder sign = new StringBuilder();
        for (int i = 0; i < n; i++) {
            if (w.charAt(i) == '*') sign.reverse();
            else sign.append(w.charAt(i));
        }
        System.out.println(sign.length() + " " + sign.substring(Math.max(0, sign.length() - 10)));
    }
}
