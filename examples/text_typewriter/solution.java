import java.util.Scanner;

public class Typewriter {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        String keys = in.next();
        String line = "";
        for (int i = 0; i < n; i++) {
            char key = keys.charAt(i);
            if (key == '-') {
                if (!line.isEmpty()) line = line.substring(0, line.length() - 1);
            } else {
                line += key;
            }
        }
        System.out.println(line.length() + " " + (line.isEmpty() ? "-" : line.substring(Math.max(0, line.length() - 20))));
    }
}
