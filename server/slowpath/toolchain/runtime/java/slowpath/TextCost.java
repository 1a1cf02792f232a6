package slowpath;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stands in for methods of texts, as Cost does: a letter at which a regular expression looks costs 10. */
public final class TextCost {
    private static final int LOOK = 10;

    private TextCost() {
    }

    /** A text that was put together. */
    public static void text(Object made) {
        if (made != null) Cost.moved(((String) made).length());
    }

    public static String substring(String text, int from) {
        Cost.moved(text.length() - from);
        return text.substring(from);
    }

    public static String substring(String text, int from, int to) {
        Cost.moved(to - from);
        return text.substring(from, to);
    }

    public static String concat(String text, String more) {
        Cost.moved(text.length() + more.length());
        return text.concat(more);
    }

    public static int indexOf(String text, String part) {
        int found = text.indexOf(part);
        Counts.extra += found < 0 ? text.length() : found;
        return found;
    }

    public static boolean contains(String text, CharSequence part) {
        return indexOf(text, part.toString()) >= 0;
    }

    public static boolean equals(String text, Object other) {
        if (other instanceof String && ((String) other).length() == text.length()) Cost.moved(text.length());
        return text.equals(other);
    }

    /** A text that counts how often a regular expression looks at a letter: the more it goes back, the more. */
    private static final class Seen implements CharSequence {
        private final CharSequence text;

        Seen(CharSequence text) {
            this.text = text;
        }

        @Override
        public char charAt(int at) {
            Counts.extra += LOOK;
            return text.charAt(at);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            return text.subSequence(from, to);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }

    public static Matcher matcher(Pattern pattern, CharSequence text) {
        return pattern.matcher(new Seen(text));
    }

    public static boolean matches(String pattern, CharSequence text) {
        return Pattern.matches(pattern, new Seen(text));
    }

    public static boolean matches(String text, String pattern) {
        return Pattern.matches(pattern, new Seen(text));
    }

    public static char[] toCharArray(String text) {
        Cost.moved(2L * text.length());
        return text.toCharArray();
    }

    public static String[] split(String text, String by) {
        Counts.extra += Cost.STEP * (long) text.length();
        return text.split(by);
    }

    public static String toString(StringBuilder made) {
        Cost.moved(made.length());
        return made.toString();
    }

    public static String toString(StringBuffer made) {
        Cost.moved(made.length());
        return made.toString();
    }

    public static StringBuilder reverse(StringBuilder text) {
        Counts.extra += text.length();
        return text.reverse();
    }

    public static StringBuffer reverse(StringBuffer text) {
        Counts.extra += text.length();
        return text.reverse();
    }

    public static StringBuilder deleteCharAt(StringBuilder text, int at) {
        Cost.moved(text.length() - at);
        return text.deleteCharAt(at);
    }

    public static StringBuffer deleteCharAt(StringBuffer text, int at) {
        Cost.moved(text.length() - at);
        return text.deleteCharAt(at);
    }

    public static StringBuilder insert(StringBuilder text, int at, String more) {
        Cost.moved(text.length() - at);
        return text.insert(at, more);
    }

    public static StringBuffer insert(StringBuffer text, int at, String more) {
        Cost.moved(text.length() - at);
        return text.insert(at, more);
    }

    public static StringBuilder insert(StringBuilder text, int at, char more) {
        Cost.moved(text.length() - at);
        return text.insert(at, more);
    }

    public static StringBuffer insert(StringBuffer text, int at, char more) {
        Cost.moved(text.length() - at);
        return text.insert(at, more);
    }
}
