#include <algorithm>
#include <cstdio>

struct Card { int t, x, y; };

Card cards[10];
int counter[6] = {0, 1, 1, 1, 1, 1};
long long cardsRead = 0;

void weave(int from, int to) {
    int i = from;
    while (i < to) {
        Card &card = cards[i];
        cardsRead++;
        i++;
        if (card.t == 1) {
            counter[card.x] = std::min(20, counter[card.x] + counter[card.y]);
        } else if (card.t == 2) {
            counter[card.x] = std::max(0, counter[card.x] - counter[card.y]);
        } else {
            int end = std::min(to, i + card.y);
            int times = counter[card.x];
            for (int k = 0; k < times; k++) weave(i, end);
            i = end;
        }
    }
}

int main() {
    int n;
    scanf("%d", &n);
    for (int i = 0; i < n; i++) scanf("%d %d %d", &cards[i].t, &cards[i].x, &cards[i].y);
    weave(0, n);
    printf("%lld\n", cardsRead);
    for (int x = 1; x <= 5; x++) printf("%d ", counter[x]);
    printf("\n");
}
