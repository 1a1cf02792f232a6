#include <cstdio>

int n, m, k;
bool quarrel[15][15];
int table[15];  // 0 while standing

int tablesBarred(int guest) {
    bool barred[11] = {};
    int count = 0;
    for (int other = 1; other <= n; other++) {
        if (!quarrel[guest][other] || table[other] == 0) continue;
        if (!barred[table[other]]) count++;
        barred[table[other]] = true;
    }
    return count;
}

bool fits(int guest, int at) {
    for (int other = 1; other <= n; other++)
        if (quarrel[guest][other] && table[other] == at) return false;
    return true;
}

bool seat(int standing, int used) {
    if (standing == 0) return true;
    // the hardest guest first
    int next = 0, most = -1, mostQuarrels = -1;
    for (int guest = 1; guest <= n; guest++) {
        if (table[guest] != 0) continue;
        int barred = tablesBarred(guest);
        int quarrels = 0;
        for (int other = 1; other <= n; other++) quarrels += quarrel[guest][other];
        if (barred > most || (barred == most && quarrels > mostQuarrels)) {
            next = guest;
            most = barred;
            mostQuarrels = quarrels;
        }
    }
    for (int at = 1; at <= k && at <= used + 1; at++) {
        if (!fits(next, at)) continue;
        table[next] = at;
        if (seat(standing - 1, at > used ? at : used)) return true;
        table[next] = 0;
    }
    return false;
}

int main() {
    scanf("%d %d %d", &n, &m, &k);
    for (int i = 0; i < m; i++) {
        int a, b;
        scanf("%d %d", &a, &b);
        quarrel[a][b] = quarrel[b][a] = true;
    }
    puts(seat(n, 0) ? "yes" : "no");
}
