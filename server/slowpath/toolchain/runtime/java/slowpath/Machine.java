package slowpath;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs one program again and again in this virtual machine, as the server (java_target.py) asks.
 *
 *     java slowpath.Machine CLASSES MAIN COMMANDS INTERRUPTS REPLIES COUNTS STACK_BYTES OPEN VARIED
 *
 * CLASSES is the folder of the program's classes, COMMANDS, INTERRUPTS, REPLIES and COUNTS are numbers of descriptors:
 * the first three pipes, the last a file that is mapped: u64 extra cost, then a u64 for each counter. COMMANDS ask for
 * runs: the length of the program's arguments, an int (big-endian), then these, each with a 0 behind it. A byte of
 * INTERRUPTS asks, while there is a run, to store the counters as they are now. A reply is three ints (little-endian):
 * RUN or STORE, the exit code, flags. OPEN 1 says that the input has no end: a run that wants more ends, with WAITING.
 * VARIED 1 lets chance fall differently each time.
 *
 * Each run has a class loader of its own, so that it finds no static field of an earlier one, a group for its
 * threads, and fresh System.in, out and err over descriptors 0 to 2, which the server rewinds. A run that leaves
 * something behind (a thread, a closed descriptor) says so, without REUSABLE; the server then takes another machine.
 *
 * A tiny run is mostly what surrounds it: it has one thread made for it, and its own classes are looked for first,
 * since the loaders above would search for each of them in folders.
 */
public final class Machine {
    private static final int RUN = 'R';
    private static final int STORE = 'S';
    private static final int THREADS = 2;
    static final int PROCESSES = 4;
    private static final int ALLOCATION_FAILED = 8;
    private static final int STACK_OVERFLOW = 16;
    static final int WAITING = 64;
    private static final int REUSABLE = 1 << 16;
    private static final long END_MS = 50;

    private final Map<String, byte[]> classes = new HashMap<>();
    private final String main;
    private final long stackBytes;
    private final boolean open;
    private final MappedByteBuffer counts;
    private final OutputStream replies;
    private final DataInputStream commands;
    private volatile Runnable saysWhoGoesOn;

    private Machine(String[] given) throws IOException {
        Path folder = Path.of(given[0]);
        main = given[1];
        commands = new DataInputStream(new FileInputStream("/dev/fd/" + given[2]));
        InputStream interrupts = new FileInputStream("/dev/fd/" + given[3]);
        replies = new FileOutputStream("/dev/fd/" + given[4]);
        try (RandomAccessFile file = new RandomAccessFile("/dev/fd/" + given[5], "rw")) {
            counts = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, 8 + 8L * Counts.hits.length);
        }
        counts.order(ByteOrder.LITTLE_ENDIAN);
        stackBytes = Long.parseLong(given[6]);
        open = given[7].equals("1");
        Counts.prepare(Path.of(System.getProperty("slowpath.derived")));
        Run.isVaried = given[8].equals("1");
        List<Path> found;
        try (Stream<Path> all = Files.walk(folder)) {
            found = all.filter(path -> path.toString().endsWith(".class")).collect(Collectors.toList());
        }
        for (Path path : found) {
            String name = folder.relativize(path).toString();
            classes.put(name.substring(0, name.length() - 6).replace('/', '.'), Files.readAllBytes(path));
        }
        Thread storer = new Thread(() -> storeWhenAsked(interrupts), "slowpath");
        storer.setDaemon(true);
        storer.start();
    }

    public static void main(String[] given) throws Exception {
        new Machine(given).serve();
    }

    private void serve() throws IOException {
        reply(0, 0, 0);
        for (String[] arguments = next(); arguments != null; arguments = next()) run(arguments);
        Runtime.getRuntime().halt(0);
    }

    /** The arguments of the next run, null where none is wanted any more. */
    private String[] next() throws IOException {
        try {
            byte[] told = new byte[commands.readInt()];
            commands.readFully(told);
            String[] parted = new String(told, StandardCharsets.UTF_8).split("\0", -1);
            return Arrays.copyOf(parted, parted.length - 1);
        } catch (EOFException over) {
            return null;
        }
    }

    private void storeWhenAsked(InputStream interrupts) {
        try {
            while (interrupts.read() >= 0) {
                Runnable told = saysWhoGoesOn;
                if (told != null) told.run();
                store();
                reply(STORE, 0, 0);
            }
        } catch (IOException gone) {
            // So is the server.
        }
    }

    private synchronized void reply(int kind, int code, int flags) throws IOException {
        ByteBuffer made = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
        replies.write(made.putInt(kind).putInt(code).putInt(flags).array());
    }

    private synchronized void store() {
        Counts.complete();
        Probes.store(Counts.hits);
        counts.putLong(0, Counts.extra);
        counts.position(8);
        counts.asLongBuffer().put(Counts.hits);
    }

    /** One run of the program, from its fresh classes to what it left. */
    private void run(String[] arguments) {
        try {
            Counts.clear();
            Run run = new Run(open, this::store);
            ThreadGroup group = new ThreadGroup("main");
            ClassLoader loader = new Program(classes);
            Thread first = new Thread(group, () -> start(run, loader, arguments), "main", stackBytes);
            first.setContextClassLoader(loader);
            first.setDaemon(false);
            first.start();
            saysWhoGoesOn = () -> run.sayWhoGoesOn(first, group);
            run.awaitEnd(group);
            saysWhoGoesOn = null;
            int flags = run.flags();
            // One more is what a deep recursion takes: it doesn't run beside another.
            if (Run.threadsAfter(first) > 1) flags |= THREADS;
            boolean clean = run.endThreads(group, END_MS);
            boolean valid = FileDescriptor.in.valid() && FileDescriptor.out.valid() && FileDescriptor.err.valid();
            reply(RUN, run.code(), flags | (clean && valid ? REUSABLE : 0));
        } catch (Throwable broken) {
            Runtime.getRuntime().halt(70);
        }
    }

    /** The program's main, in its first thread. */
    private void start(Run run, ClassLoader loader, String[] arguments) {
        try {
            Class<?> owner = Class.forName(main, true, loader);
            Method begin = mainOf(owner);
            begin.setAccessible(true);  // Its class may not be public.
            Object[] given = begin.getParameterCount() == 0 ? new Object[0] : new Object[] {arguments};
            begin.invoke(Modifier.isStatic(begin.getModifiers()) ? null : made(owner), given);
        } catch (java.lang.reflect.InvocationTargetException thrown) {
            run.fail(thrown.getCause());
        } catch (Throwable thrown) {
            run.fail(thrown);
        }
    }

    /** The method that is started: the one with arguments where there are two. */
    private static Method mainOf(Class<?> owner) throws NoSuchMethodException {
        try {
            return owner.getDeclaredMethod("main", String[].class);
        } catch (NoSuchMethodException none) {
            return owner.getDeclaredMethod("main");
        }
    }

    /** The object whose main is started, as Java 25 makes it. */
    private static Object made(Class<?> owner) throws ReflectiveOperationException {
        Constructor<?> plain = owner.getDeclaredConstructor();
        plain.setAccessible(true);
        return plain.newInstance();
    }

    /** Defines the program's classes anew. */
    private static final class Program extends ClassLoader {
        private final Map<String, byte[]> classes;

        Program(Map<String, byte[]> classes) {
            super(Program.class.getClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            byte[] data = classes.get(name);
            if (data == null) return super.loadClass(name, resolve);
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : defineClass(name, data, 0, data.length);
            }
        }
    }

    static int flagOf(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError) return ALLOCATION_FAILED;
            if (cause instanceof StackOverflowError) return STACK_OVERFLOW;
        }
        return 0;
    }
}
