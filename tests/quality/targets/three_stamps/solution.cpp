#include <cstdio>
int main() {
    int a, b, c, p;
    scanf("%d %d %d %d", &a, &b, &c, &p);
    for (int i = 0; i <= 600; i++)
        for (int j = 0; j <= 600; j++) {
            if (a * i + b * j > p) break;
            for (int k = 0; k <= 600; k++)
                if (a * i + b * j + c * k == p) {
                    puts("yes");
                    return 0;
                }
        }
    puts("no");
}
