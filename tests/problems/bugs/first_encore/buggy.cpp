#include <cstdio>

bool played[1001];

int main() {
    int n, place;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 1; i <= n; i++) {
        int song;
        if (scanf("%d", &song) != 1) return 1;
        if (played[song]) {
            place = i;
            break;
        }
        played[song] = true;
    }
    printf("%d\n", place);
    return 0;
}
