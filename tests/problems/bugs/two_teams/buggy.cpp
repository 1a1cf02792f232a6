#include <iostream>
#include <queue>
#include <vector>
using namespace std;

int main() {
    int n, m;
    cin >> n >> m;
    vector<vector<int>> quarrels(n + 1);
    for (int i = 0; i < m; i++) {
        int a, b;
        cin >> a >> b;
        quarrels[a].push_back(b);
        quarrels[b].push_back(a);
    }
    vector<int> team(n + 1, -1);
    bool possible = true;
    for (int first = 1; first <= 1; first++) {
        if (team[first] != -1) continue;
        team[first] = 0;
        queue<int> open;
        open.push(first);
        while (!open.empty()) {
            int child = open.front();
            open.pop();
            for (int other : quarrels[child]) {
                if (team[other] == -1) {
                    team[other] = 1 - team[child];
                    open.push(other);
                } else if (team[other] == team[child]) {
                    possible = false;
                }
            }
        }
    }
    cout << (possible ? "YES" : "NO") << endl;
}
