package slowpath;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Compiles in this virtual machine, again and again, as standard input asks: javac knows its own classes by then.
 *
 *     java slowpath.Compiler [CLASS...]
 *
 * A request is its size (four bytes, big-endian) and javac's arguments, each ended by a zero; the reply a size, javac's
 * exit code (four bytes) and what it said. The machine ends with its input, after IDLE_MS without a request, and behind a
 * compilation that was more than it could take. CLASSes are loaded first, for an archive of those that a start needs.
 */
public final class Compiler {
    private static final int IDLE_MS = 30_000;
    private static final long STACK_BYTES = 64 << 20;
    private static final int OVERWHELMED = 3;

    private static volatile long asked;
    private static volatile boolean works;

    private Compiler() {
    }

    public static void main(String[] given) throws Exception {
        for (String name : given) Class.forName(name);
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        Thread watch = new Thread(Compiler::endWhenIdle, "idle");
        watch.setDaemon(true);
        watch.start();
        // An expression of a thousand terms is as deep for a compiler.
        Thread serving = new Thread(null, Compiler::serve, "compiler", STACK_BYTES);
        serving.start();
    }

    private static void serve() {
        try (DataInputStream in = new DataInputStream(new FileInputStream(FileDescriptor.in));
                DataOutputStream out = new DataOutputStream(new FileOutputStream(FileDescriptor.out))) {
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            while (true) {
                byte[] request = new byte[in.readInt()];
                in.readFully(request);
                works = true;
                ByteArrayOutputStream said = new ByteArrayOutputStream();
                String[] arguments = new String(request, StandardCharsets.UTF_8).split("\0");
                int code = compiler.run(null, said, said, arguments);
                byte[] reply = new byte[8 + said.size()];
                java.nio.ByteBuffer.wrap(reply).putInt(4 + said.size()).putInt(code).put(said.toByteArray());
                out.write(reply);
                asked++;
                works = false;
                if (code >= OVERWHELMED) return;
            }
        } catch (EOFException over) {
            // Nobody asks any more.
        } catch (IOException gone) {
            // Who asked is gone.
        }
    }

    private static void endWhenIdle() {
        try {
            for (long seen = -1; works || seen != asked; Thread.sleep(IDLE_MS)) seen = asked;
        } catch (InterruptedException never) {
            // Nobody interrupts it.
        }
        Runtime.getRuntime().halt(0);
    }
}
