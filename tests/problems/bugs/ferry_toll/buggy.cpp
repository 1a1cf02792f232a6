#include <algorithm>
#include <cstdio>
using namespace std;

const int FAR = 1000000000;
int toll[205][205], least[205][205];

int main() {
    int n, m;
    if (scanf("%d %d", &n, &m) != 2) return 1;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            if (scanf("%d", &toll[i][j]) != 1) return 1;
    for (int j = 0; j <= m; j++) least[0][j] = FAR;
    for (int i = 0; i <= n; i++) least[i][0] = i == 0 ? FAR : 0;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            least[i][j] = toll[i][j] + min(least[i - 1][j], least[i][j - 1]);
    printf("%d\n", least[n][m]);
    return 0;
}
