#include <cstdio>
#include <utility>
#include <vector>
using namespace std;

vector<int> shelf;
long long seconds = 0, check = 0;

void drive(int from, int to) {
    for (int at = from; at != to; at++) {
        seconds++;
        check = (check * 3 + at) % 1000003;
    }
}

void sink(int at, int n) {
    while (2 * at + 1 < n) {
        int child = 2 * at + 1;
        if (child + 1 < n && shelf[child + 1] > shelf[child]) child++;
        if (shelf[at] >= shelf[child]) return;
        drive(at, child);
        swap(shelf[at], shelf[child]);
        at = child;
    }
}

int main() {
    int n;
    scanf("%d", &n);
    shelf.resize(n);
    for (int &weight : shelf) scanf("%d", &weight);
    for (int i = n / 2 - 1; i >= 0; i--) sink(i, n);
    for (int end = n - 1; end > 0; end--) {
        swap(shelf[0], shelf[end]);
        sink(0, end);
    }
    printf("%lld %lld\n", seconds, check);
}
