package slowpath;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stands in for methods of texts, as Cost does: a letter at which a regular expression looks costs 10. */
public final class TextCost {
    private static final int LOOK = 10;

    private TextCost() {
    }

    private static int looked(int found, int steps, int all) {
        Counts.extra += Math.max(0, found < 0 ? all : steps);
        return found;
    }

    public static int indexOf(String text, String part) {
        int found = text.indexOf(part);
        return looked(found, found, text.length());
    }

    public static int indexOf(String text, String part, int from) {
        int found = text.indexOf(part, from);
        return looked(found, found - from, text.length() - from);
    }

    public static int indexOf(String text, int letter) {
        int found = text.indexOf(letter);
        return looked(found, found, text.length());
    }

    public static int indexOf(String text, int letter, int from) {
        int found = text.indexOf(letter, from);
        return looked(found, found - from, text.length() - from);
    }

    public static int lastIndexOf(String text, String part) {
        int found = text.lastIndexOf(part);
        return looked(found, text.length() - found, text.length());
    }

    public static int lastIndexOf(String text, String part, int from) {
        int found = text.lastIndexOf(part, from);
        return looked(found, from - found, from);
    }

    public static int lastIndexOf(String text, int letter) {
        int found = text.lastIndexOf(letter);
        return looked(found, text.length() - found, text.length());
    }

    public static int lastIndexOf(String text, int letter, int from) {
        int found = text.lastIndexOf(letter, from);
        return looked(found, from - found, from);
    }

    /** Texts that differ in their first letter are told apart at once; else both may be gone over. */
    public static int compareTo(String text, String other) {
        int shorter = Math.min(text.length(), other.length());
        if (shorter > 0 && text.charAt(0) == other.charAt(0)) Cost.moved(shorter);
        return text.compareTo(other);
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

    public static String[] split(String text, String by) {
        Counts.extra += Cost.STEP * (long) text.length();
        return text.split(by);
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
