package slowpath;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Arithmetic that ends the run at the first number that isn't held (toolchain/java/class_overflows.py puts the calls in
 * its place), and writes its line and what was reckoned there into a file, as JSON.
 */
public final class Overflow {
    private static final String ANSWER = System.getProperty("slowpath.answer");

    private Overflow() {
    }

    public static int add(int left, int right) {
        int made = left + right;
        if (made != (long) left + right) lost("int", left, " + ", right, (long) left + right, made);
        return made;
    }

    public static int subtract(int left, int right) {
        int made = left - right;
        if (made != (long) left - right) lost("int", left, " - ", right, (long) left - right, made);
        return made;
    }

    public static int multiply(int left, int right) {
        int made = left * right;
        if (made != (long) left * right) lost("int", left, " * ", right, (long) left * right, made);
        return made;
    }

    public static int negate(int value) {
        if (value == Integer.MIN_VALUE) lost("int", 0, " - ", value, -(long) value, value);
        return -value;
    }

    public static int shift(int value, int places) {
        if (places < 0 || places >= Integer.SIZE) shifted("int", value, places, value << places);
        return value << places;
    }

    public static int narrow(long value) {
        if (value != (int) value) cast(Long.toString(value), (int) value);
        return (int) value;
    }

    public static int narrow(double value) {
        if (value >= 0x1p31 || value <= -0x1p31 - 1) {
            boolean isEndless = Double.isInfinite(value);
            cast(isEndless ? Double.toString(value) : new BigDecimal(value).toBigInteger().toString(), (int) value);
        }
        return (int) value;
    }

    public static long add(long left, long right) {
        long made = left + right;
        if (((left ^ made) & (right ^ made)) < 0) lost("long", left, " + ", right, big(left).add(big(right)), made);
        return made;
    }

    public static long subtract(long left, long right) {
        long made = left - right;
        if (((left ^ right) & (left ^ made)) < 0) lost("long", left, " - ", right, big(left).subtract(big(right)), made);
        return made;
    }

    public static long multiply(long left, long right) {
        long made = left * right;
        if (Math.multiplyHigh(left, right) != made >> 63) {
            lost("long", left, " * ", right, big(left).multiply(big(right)), made);
        }
        return made;
    }

    public static long negate(long value) {
        if (value == Long.MIN_VALUE) lost("long", 0, " - ", value, big(value).negate(), value);
        return -value;
    }

    public static long shift(long value, int places) {
        if (places < 0 || places >= Long.SIZE) shifted("long", value, places, value << places);
        return value << places;
    }

    private static BigInteger big(long value) {
        return BigInteger.valueOf(value);
    }

    private static void lost(String type, long left, String sign, long right, Object meant, long made) {
        tell((sign.equals(" - ") && left == 0 ? "-(" + right + ")" : operand(left) + sign + operand(right))
            + " is " + meant + ", which " + article(type) + " doesn't hold: it becomes " + made);
    }

    private static String operand(long value) {
        return value < 0 ? "(" + value + ")" : Long.toString(value);
    }

    private static void shifted(String type, long value, int places, long made) {
        tell(operand(value) + " << " + places + " is beyond " + article(type) + ": it becomes " + made);
    }

    private static void cast(String value, int made) {
        tell(value + " isn't held by an int: (int) makes " + made + " of it");
    }

    private static String article(String type) {
        return type.equals("int") ? "an int" : "a long";
    }

    /** Writes down the line of the program's own that asked, and ends the run. */
    private static void tell(String words) {
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            if (frame.getClassName().equals(Overflow.class.getName())) continue;
            try {
                String row = "[" + frame.getLineNumber() + ",\"" + words + "\"]";
                Files.write(Path.of(ANSWER), row.getBytes(StandardCharsets.UTF_8));
            } catch (IOException lost) {
                // Then there is no answer.
            }
            Runtime.getRuntime().halt(0);
        }
    }
}
