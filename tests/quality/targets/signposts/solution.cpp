#include <iostream>
#include <string>
#include <vector>
using namespace std;

const string ORDER = "URDL";
const int DY[] = {-1, 0, 1, 0};
const int DX[] = {0, 1, 0, -1};

int main() {
    int n;
    cin >> n;
    vector<vector<int>> post(n, vector<int>(n));
    for (auto &row : post) {
        string s;
        cin >> s;
        for (int x = 0; x < n; x++) row[x] = ORDER.find(s[x]);
    }
    int y = (n + 1) / 2 - 1, x = y;
    long long steps = 0;
    while (y >= 0 && y < n && x >= 0 && x < n) {
        int &now = post[y][x];
        now = (now + 1) % 4;
        y += DY[now];
        x += DX[now];
        steps++;
    }
    cout << steps << endl;
}
