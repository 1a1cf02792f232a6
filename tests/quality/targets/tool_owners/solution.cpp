#include <cstdio>

int n;
char uses[101][102];
int owner[101];
int triedFor[101];

bool equip(int worker, int newcomer) {
    for (int tool = 1; tool <= n; tool++) {
        if (uses[worker][tool] == 'x' && owner[tool] == 0) {
            owner[tool] = worker;
            return true;
        }
    }
    for (int tool = 1; tool <= n; tool++) {
        if (uses[worker][tool] != 'x' || triedFor[tool] == newcomer) continue;
        triedFor[tool] = newcomer;
        if (equip(owner[tool], newcomer)) {
            owner[tool] = worker;
            return true;
        }
    }
    return false;
}

int main() {
    scanf("%d", &n);
    for (int worker = 1; worker <= n; worker++) scanf("%s", uses[worker] + 1);
    int working = 0;
    for (int worker = 1; worker <= n; worker++)
        if (equip(worker, worker)) working++;
    printf("%d\n", working);
}
