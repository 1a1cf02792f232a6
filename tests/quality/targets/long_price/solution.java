import java.math.BigInteger;
import java.util.Scanner;

public class LongPrice {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        BigInteger price = BigInteger.ONE;
        for (int i = 0; i < n; i++) {
            int t = in.nextInt();
            BigInteger f = BigInteger.valueOf(in.nextInt());
            price = t == 1 ? price.multiply(f) : price.divide(f).max(BigInteger.ONE);
        }
        System.out.println(price.mod(BigInteger.valueOf(1_000_000_007)));
    }
}
