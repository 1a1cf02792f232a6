import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.StringTokenizer;

public class Counter {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(in.readLine());
        StringTokenizer events = new StringTokenizer(in.readLine());
        ArrayList<Integer> waiting = new ArrayList<>();
        long sum = 0;
        for (int i = 0; i < n; i++) {
            int event = Integer.parseInt(events.nextToken());
            if (event > 0) {
                waiting.add(event);
            } else if (!waiting.isEmpty()) {
                sum += waiting.remove(0);
            }
        }
        System.out.println(sum + " " + waiting.size());
    }
}
