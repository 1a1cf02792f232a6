#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace std;

const int SONGS = 20000, FAR = 1000000, OFTEN = 800;
int n, q;
vector<int> played;
vector<int> places[SONGS + 1];
vector<int> nearest[SONGS + 1];  // of songs that are played often, the distance to each song

void look_around(int song) {
    nearest[song].assign(SONGS + 1, FAR);
    int last = -FAR;
    for (int i = 0; i < n; i++) {
        if (played[i] == song) last = i;
        nearest[song][played[i]] = min(nearest[song][played[i]], i - last);
    }
    last = n + FAR;
    for (int i = n - 1; i >= 0; i--) {
        if (played[i] == song) last = i;
        nearest[song][played[i]] = min(nearest[song][played[i]], last - i);
    }
}

int apart(const vector<int> &a, const vector<int> &b) {
    int best = FAR;
    size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        best = min(best, abs(a[i] - b[j]));
        if (a[i] < b[j])
            i++;
        else
            j++;
    }
    return best;
}

int main() {
    scanf("%d %d", &n, &q);
    played.resize(n);
    for (int i = 0; i < n; i++) {
        scanf("%d", &played[i]);
        places[played[i]].push_back(i);
    }
    long long sum = 0;
    while (q--) {
        int a, b;
        scanf("%d %d", &a, &b);
        if (places[a].size() < places[b].size()) swap(a, b);
        if (places[b].empty()) continue;
        if (places[a].size() > OFTEN) {
            if (nearest[a].empty()) look_around(a);
            sum += nearest[a][b];
        } else {
            sum += apart(places[a], places[b]);
        }
    }
    printf("%lld\n", sum);
}
