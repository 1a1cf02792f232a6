#include <cstdio>
#include <vector>
using namespace std;

int n, m;
int letters[70][3];
int comes[17];  // 1 yes, -1 no, 0 not decided

bool invite() {
    vector<int> forced;
    bool good = true, again = true;
    while (good && again) {
        again = false;
        for (int i = 0; i < m; i++) {
            int open = 0, last = 0;
            bool granted = false;
            for (int wish : letters[i]) {
                int now = wish % 2 == 1 ? comes[(wish + 1) / 2] : -comes[wish / 2];
                if (now == 1) {
                    granted = true;
                    break;
                }
                if (now == 0) {
                    open++;
                    last = wish;
                }
            }
            if (granted || open > 1) continue;
            if (open == 0) {
                good = false;
                break;
            }
            comes[(last + 1) / 2] = last % 2 == 1 ? 1 : -1;
            forced.push_back((last + 1) / 2);
            again = true;
        }
    }
    if (good) {
        int next = 1;
        while (next <= n && comes[next] != 0) next++;
        if (next > n) return true;
        for (int choice : {1, -1}) {
            comes[next] = choice;
            if (invite()) return true;
        }
        comes[next] = 0;
    }
    for (int person : forced) comes[person] = 0;
    return false;
}

int main() {
    scanf("%d %d", &n, &m);
    for (int i = 0; i < m; i++) scanf("%d %d %d", &letters[i][0], &letters[i][1], &letters[i][2]);
    puts(invite() ? "yes" : "no");
}
