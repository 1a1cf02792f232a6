#include <cstdio>

const int LEVELS = 13;

struct Guest {
    int number;
    Guest *next[LEVELS];
};

unsigned coins = 2463534242u;

int tossLevels() {
    int levels = 1;
    while (levels < LEVELS) {
        coins ^= coins << 13;
        coins ^= coins >> 17;
        coins ^= coins << 5;
        if (coins & 1) break;
        levels++;
    }
    return levels;
}

int main() {
    int n;
    scanf("%d", &n);
    Guest *head = new Guest();
    long long sum = 0;
    while (n--) {
        int t, x;
        scanf("%d %d", &t, &x);
        Guest *before[LEVELS];
        Guest *at = head;
        for (int level = LEVELS - 1; level >= 0; level--) {
            while (at->next[level] != nullptr && at->next[level]->number < x)
                at = at->next[level];
            before[level] = at;
        }
        Guest *found = at->next[0];
        bool isThere = found != nullptr && found->number == x;
        if (t == 1 && !isThere) {
            Guest *guest = new Guest();
            guest->number = x;
            int levels = tossLevels();
            for (int level = 0; level < levels; level++) {
                guest->next[level] = before[level]->next[level];
                before[level]->next[level] = guest;
            }
        } else if (t == 2 && isThere) {
            for (int level = 0; level < LEVELS; level++)
                if (before[level]->next[level] == found)
                    before[level]->next[level] = found->next[level];
            delete found;
        } else if (t == 3 && found != nullptr) {
            sum += found->number;
        }
    }
    printf("%lld\n", sum);
}
