#include <iostream>
#include <string>
#include <vector>
using namespace std;

const int MOD = 998244353;
int n, m;
vector<string> town;
int known[31][31];

int ways(int row, int column) {
    if (row == n || column == m || town[row][column] == '#') return 0;
    if (row == n - 1 && column == m - 1) return 1;
    if (known[row][column] != -1) return known[row][column];
    return known[row][column] = (ways(row + 1, column) + ways(row, column + 1)) % MOD;
}

int main() {
    cin >> n >> m;
    town.resize(n);
    for (string& line : town) cin >> line;
    for (auto& row : known)
        for (int& each : row) each = -1;
    cout << ways(0, 0) << "\n";
}
