package slowpath;

import java.math.BigInteger;

/** Stands in for the arithmetic of large numbers, as Cost does: two digits of 32 bits that are multiplied cost 2. */
public final class NumberCost {
    private static final int DIGITS = 2;

    private NumberCost() {
    }

    private static long digits(BigInteger number) {
        return (number.bitLength() >> 5) + 1;
    }

    private static void passed(BigInteger one, BigInteger other) {
        Counts.extra += DIGITS * Math.max(digits(one), digits(other));
    }

    public static BigInteger add(BigInteger one, BigInteger other) {
        passed(one, other);
        return one.add(other);
    }

    public static BigInteger subtract(BigInteger one, BigInteger other) {
        passed(one, other);
        return one.subtract(other);
    }

    public static BigInteger multiply(BigInteger one, BigInteger other) {
        Counts.extra += DIGITS * digits(one) * digits(other);
        return one.multiply(other);
    }

    /** What long division takes: each digit of the quotient passes over the divisor. */
    private static void divided(BigInteger one, BigInteger by) {
        Counts.extra += DIGITS * (digits(one) + Math.max(0, digits(one) - digits(by)) * digits(by));
    }

    public static BigInteger divide(BigInteger one, BigInteger by) {
        divided(one, by);
        return one.divide(by);
    }

    public static BigInteger mod(BigInteger one, BigInteger by) {
        divided(one, by);
        return one.mod(by);
    }

    public static BigInteger remainder(BigInteger one, BigInteger by) {
        divided(one, by);
        return one.remainder(by);
    }

    public static BigInteger gcd(BigInteger one, BigInteger other) {
        Counts.extra += DIGITS * digits(one) * digits(other);
        return one.gcd(other);
    }

    public static String toString(BigInteger number) {
        Counts.extra += DIGITS * digits(number) * digits(number);
        return number.toString();
    }

    public static BigInteger pow(BigInteger number, int times) {
        BigInteger made = number.pow(times);
        Counts.extra += DIGITS * digits(made) * digits(made);
        return made;
    }

    /** A multiplication and a division for each bit. */
    public static BigInteger modPow(BigInteger number, BigInteger times, BigInteger by) {
        Counts.extra += 2 * DIGITS * times.bitLength() * digits(by) * digits(by);
        return number.modPow(times, by);
    }

    /** A number is read digit by digit, nine at a time. */
    static void read(String text) {
        long nines = text.length() / 9 + 1;
        Counts.extra += DIGITS * nines * nines;
    }
}
