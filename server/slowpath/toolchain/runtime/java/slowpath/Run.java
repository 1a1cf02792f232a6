package slowpath;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The run that is under way: its streams, how it ended, and what stands in for what would end the machine. */
public final class Run {
    private static final long SEED = 42;
    private static final int SHUFFLED = 20;
    private static final int CALLS_TOLD = 8;
    private static final int RESERVE_BYTES = 1 << 18;
    private static final long LOOK_MS = 100;
    private static final Random VARIED = new Random();

    static boolean isVaried;
    private static volatile Run current;
    private static byte[] reserve;

    // A descriptor never forgets a stream that was made over it, so there is one of each for all runs.
    private static final FileInputStream IN = new FileInputStream(FileDescriptor.in);
    private static final FileOutputStream OUT = new FileOutputStream(FileDescriptor.out);
    private static final FileOutputStream ERR = new FileOutputStream(FileDescriptor.err);

    private final Input input;
    private final Output output = new Output(OUT);
    private final Output errors = new Output(ERR);
    private final Random random = new Random(SEED);
    private final Runnable store;
    private final Thread supervisor = Thread.currentThread();
    private final List<Thread> hooks = new ArrayList<>();
    private boolean over;
    private boolean stored;
    private int code;
    private int flags;

    Run(boolean open, Runnable store) {
        this.store = store;
        input = new Input(open);
        current = this;
        Thread.interrupted();  // What the last run said to the supervisor isn't of this one.
        if (reserve == null) reserve = new byte[RESERVE_BYTES];
        Thread.setDefaultUncaughtExceptionHandler(null);
        System.setIn(new BufferedInputStream(input));
        System.setOut(new PrintStream(new BufferedOutputStream(output, 8192), true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(new BufferedOutputStream(errors, 8192), true, StandardCharsets.UTF_8));
    }

    /** Ends the run's thread, whatever it is in the middle of. */
    static final class End extends Error {
        private static final long serialVersionUID = 1;

        End() {
            super(null, null, false, false);
        }
    }

    /** Ends the run, as System.exit would end the machine. */
    public static void exit(int code) {
        current.end(code, 0);
        throw new End();
    }

    public static void exit(Runtime machine, int code) {
        exit(code);
    }

    /** What a random number generator without a seed gets. */
    public static long seed() {
        return isVaried ? VARIED.nextLong() : SEED;
    }

    public static double random() {
        return isVaried ? VARIED.nextDouble() : current.random.nextDouble();
    }

    public static void shuffle(List<?> list) {
        Counts.extra += SHUFFLED * (long) list.size();
        Collections.shuffle(list, isVaried ? VARIED : current.random);
    }

    public static void addShutdownHook(Runtime machine, Thread hook) {
        synchronized (current) {
            if (current.over) throw new IllegalStateException("Shutdown in progress");
            if (hook.getState() != Thread.State.NEW || current.hooks.contains(hook)) {
                throw new IllegalArgumentException("Hook previously registered or already running");
            }
            current.hooks.add(hook);
        }
    }

    public static Process start(ProcessBuilder wanted) throws IOException {
        throw current.refused();
    }

    public static Process exec(Runtime machine, String command) throws IOException {
        throw current.refused();
    }

    public static Process exec(Runtime machine, String[] command) throws IOException {
        throw current.refused();
    }

    public static Process exec(Runtime machine, String command, String[] environment) throws IOException {
        throw current.refused();
    }

    public static Process exec(Runtime machine, String[] command, String[] environment) throws IOException {
        throw current.refused();
    }

    public static Process exec(Runtime machine, String command, String[] environment, java.io.File folder)
            throws IOException {
        throw current.refused();
    }

    public static Process exec(Runtime machine, String[] command, String[] environment, java.io.File folder)
            throws IOException {
        throw current.refused();
    }

    private synchronized IOException refused() {
        flags |= Machine.PROCESSES;
        return new IOException("Cannot run program: no processes can be started");
    }

    /** What the first thread ended with. */
    void fail(Throwable thrown) {
        if (thrown instanceof End) return;
        int flag = Machine.flagOf(thrown);
        reserve = null;  // What the program keeps may have filled the memory.
        synchronized (this) {
            if (!over) code = 1;
            flags |= flag;
        }
        Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
        if (handler != null) {
            handler.uncaughtException(Thread.currentThread(), thrown);
            return;
        }
        StackTraceElement[] trace = thrown.getStackTrace();
        int own = trace.length;
        while (own > 0 && isOurs(trace[own - 1].getClassName())) own--;
        thrown.setStackTrace(withoutLibrary(java.util.Arrays.copyOf(trace, own)));
        System.err.print("Exception in thread \"main\" ");
        thrown.printStackTrace();
    }

    /** The first calls of the trace, of the library's own but the last one: the program's are what is looked for. */
    private static StackTraceElement[] withoutLibrary(StackTraceElement[] trace) {
        List<StackTraceElement> kept = new ArrayList<>();
        for (int i = 0; i < trace.length && kept.size() < CALLS_TOLD; i++) {
            boolean isLast = i + 1 == trace.length || trace[i + 1].getModuleName() == null;
            if (isOurs(trace[i].getClassName())) continue;
            if (trace[i].getModuleName() == null || isLast) kept.add(trace[i]);
        }
        return kept.toArray(new StackTraceElement[0]);
    }

    private static boolean isOurs(String name) {
        return name.startsWith("slowpath.") || name.startsWith("java.lang.reflect.")
            || name.startsWith("jdk.internal.reflect.") || name.startsWith("java.lang.invoke.")
            || name.startsWith("jdk.internal.misc.") || name.equals("java.lang.Thread");
    }

    /** The run is over for who waits; what its threads do until they end isn't of it any more. */
    private synchronized void end(int code, int flag) {
        if (over) return;
        over = true;
        this.code = code;
        flags |= flag;
        if (hooks.isEmpty()) close();
        supervisor.interrupt();
    }

    /** What is counted and printed from now on isn't the run's. */
    private synchronized void close() {
        if (!stored) store.run();
        stored = true;
        output.close();
        errors.close();
    }

    /** What the machine would call as it ends. */
    private void runHooks() {
        List<Thread> all;
        synchronized (this) {
            over = true;
            all = new ArrayList<>(hooks);
        }
        for (Thread hook : all) hook.start();
        for (Thread hook : all) {
            while (hook.isAlive()) {
                try {
                    hook.join();
                } catch (InterruptedException told) {
                    // It's known that the run is over.
                }
            }
        }
    }

    /** Waits until the run is over: it said so, or none of its threads is left but daemons. */
    void awaitEnd(ThreadGroup group) {
        for (Thread left = next(group, false); left != null && !isOver(); left = next(group, false)) {
            try {
                left.join();
            } catch (InterruptedException told) {
                // It's over: see end.
            }
        }
        boolean said = isOver();
        runHooks();
        if (!said) {
            System.out.flush();
            System.err.flush();
        }
        close();
    }

    private synchronized boolean isOver() {
        return over;
    }

    /** A thread of the group that lives, and is no daemon unless such are asked for as well. */
    private static Thread next(ThreadGroup group, boolean daemons) {
        Thread[] all = new Thread[group.activeCount() + 8];
        int count = group.enumerate(all, true);
        for (int i = 0; i < count; i++) {
            if (all[i].isAlive() && (daemons || !all[i].isDaemon())) return all[i];
        }
        return null;
    }

    /** Says what keeps a run from ending whose main has ended, or waits while nobody does anything. */
    void sayWhoGoesOn(Thread first, ThreadGroup group) {
        if (isOver()) return;
        if (first.isAlive()) {
            if (!isAtWork(group) && !isBusy()) {
                System.err.println("[slowpath] main waits" + place(first) + ", and no thread of the program goes on");
            }
            return;
        }
        Thread left = next(group, false);
        if (left == null) return;
        System.err.println("[slowpath] main has ended, and thread \"" + left.getName() + "\" of the program goes on"
            + place(left) + " (an ExecutorService or Timer that nobody ends?)");
    }

    /** Whether any thread of the group runs, or waits for no longer than it said. */
    private static boolean isAtWork(ThreadGroup group) {
        Thread[] all = new Thread[group.activeCount() + 8];
        int count = group.enumerate(all, true);
        for (int i = 0; i < count; i++) {
            Thread.State state = all[i].getState();
            if (state == Thread.State.RUNNABLE || state == Thread.State.TIMED_WAITING) return true;
        }
        return false;
    }

    /** Whether this virtual machine computes, as for the virtual threads of the program, which no group holds. */
    private static boolean isBusy() {
        try {
            long before = cpuNanos();
            Thread.sleep(LOOK_MS);
            return cpuNanos() - before > LOOK_MS * 1_000_000L / 4;
        } catch (InterruptedException stopped) {
            return true;
        }
    }

    private static long cpuNanos() {
        return ProcessHandle.current().info().totalCpuDuration().map(java.time.Duration::toNanos).orElse(0L);
    }

    /** Where in the program a thread is. */
    private static String place(Thread thread) {
        for (StackTraceElement call : thread.getStackTrace()) {
            if (call.getModuleName() == null && !isOurs(call.getClassName()) && call.getLineNumber() > 0) {
                return " in line " + call.getLineNumber();
            }
        }
        return "";
    }

    /** How many threads were made after the run's first one. */
    static long threadsAfter(Thread first) {
        return new Thread().getId() - first.getId() - 1;
    }

    /** Ends what the run's threads are at, and says whether they did. */
    boolean endThreads(ThreadGroup group, long patienceMs) {
        long end = System.nanoTime() + patienceMs * 1_000_000;
        for (Thread left = next(group, true); left != null; left = next(group, true)) {
            if (System.nanoTime() > end) return false;
            left.interrupt();
            try {
                left.join(1);
            } catch (InterruptedException late) {
                // A thread of the run's said once more that it's over.
            }
        }
        return true;
    }

    int code() {
        return code;
    }

    int flags() {
        return flags;
    }

    /** Standard input. Closing it doesn't close the descriptor, which the next run needs. */
    private static final class Input extends InputStream {
        private final boolean open;
        private boolean closed;

        Input(boolean open) {
            this.open = open;
        }

        private void check() throws IOException {
            if (closed) throw new IOException("Stream closed");
            if (open && IN.available() == 0) {
                current.end(0, Machine.WAITING);
                throw new End();
            }
        }

        @Override
        public int read() throws IOException {
            check();
            return IN.read();
        }

        @Override
        public int read(byte[] into, int at, int length) throws IOException {
            check();
            return IN.read(into, at, length);
        }

        @Override
        public long skip(long bytes) throws IOException {
            check();
            return IN.skip(bytes);
        }

        @Override
        public int available() throws IOException {
            if (closed) throw new IOException("Stream closed");
            return IN.available();
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    /** Standard output or standard error, likewise. What comes after the run's end is lost. */
    private static final class Output extends OutputStream {
        private final FileOutputStream under;
        private volatile boolean closed;

        Output(FileOutputStream under) {
            this.under = under;
        }

        @Override
        public void write(int value) throws IOException {
            if (!closed) under.write(value);
        }

        @Override
        public void write(byte[] data, int at, int length) throws IOException {
            if (!closed) under.write(data, at, length);
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
