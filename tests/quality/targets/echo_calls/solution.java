import java.util.Scanner;
import java.util.regex.Pattern;

public class EchoCalls {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        Pattern echo = Pattern.compile("(a+|(a|b)+)*c");
        int heard = 0;
        for (int i = 0; i < n; i++) {
            if (echo.matcher(in.next()).matches()) heard++;
        }
        System.out.println(heard);
    }
}
