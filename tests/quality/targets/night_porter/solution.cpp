#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>
using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<pair<int, int>> rings(n);
    for (auto &[second, room] : rings) {
        if (scanf("%d %d", &second, &room) != 2) return 1;
    }
    sort(rings.begin(), rings.end());
    vector<int> waiting;  // rooms, one entry for each guest
    int now = 0, at = 1, next = 0;
    long long steps = 0, waited = 0;
    while (next < n || !waiting.empty()) {
        if (waiting.empty()) now = max(now, rings[next].first);
        while (next < n && rings[next].first <= now) waiting.push_back(rings[next++].second);
        size_t left = 0;
        int goal = 0;
        for (int room : waiting) {
            if (room == at) continue;
            waiting[left++] = room;
            int nearer = abs(room - at) - abs(goal - at);
            if (goal == 0 || nearer < 0 || (nearer == 0 && room < goal)) goal = room;
        }
        waiting.resize(left);
        if (goal == 0) continue;
        at += goal < at ? -1 : 1;
        now++;
        steps++;
        waited += left;
    }
    printf("%lld %lld\n", steps, waited);
}
