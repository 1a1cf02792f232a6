#include <deque>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<vector<int>> b(n, vector<int>(n)), g(n, vector<int>(n));
    for (auto &row : b)
        for (int &x : row) cin >> x;
    for (auto &row : g)
        for (int &x : row) cin >> x;
    vector<vector<bool>> asked(n, vector<bool>(n));
    vector<int> partner(n, -1);
    deque<int> alone;
    for (int i = 0; i < n; i++) alone.push_back(i);
    while (!alone.empty()) {
        int boy = alone.front();
        int best = -1;
        for (int j = 0; j < n; j++) {
            if (asked[boy][j]) continue;
            if (best == -1 || b[boy][j] > b[boy][best]) best = j;
        }
        asked[boy][best] = true;
        if (partner[best] == -1) {
            partner[best] = boy;
            alone.pop_front();
        } else if (g[best][boy] > g[best][partner[best]]) {
            alone.pop_front();
            alone.push_back(partner[best]);
            partner[best] = boy;
        }
    }
    vector<int> answer(n);
    for (int j = 0; j < n; j++) answer[partner[j]] = j;
    for (int i = 0; i < n; i++) cout << answer[i] + 1 << (i + 1 < n ? ' ' : '\n');
}
