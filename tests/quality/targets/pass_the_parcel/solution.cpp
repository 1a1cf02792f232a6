#include <bits/stdc++.h>
using namespace std;
typedef long long ll;
int p[100005];
int main() {
    int n;
    scanf("%d", &n);
    for (int i = 1; i <= n; i++) scanf("%d", &p[i]);
    for (int i = 1; i <= n; i++) {
        int at = p[i];
        ll steps = 1;
        while (at != i) {
            at = p[at];
            steps++;
        }
        printf("%lld ", steps);
    }
    puts("");
}
