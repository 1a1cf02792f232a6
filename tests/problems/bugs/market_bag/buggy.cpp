#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n, c;
    cin >> n >> c;
    vector<int> best(c + 1, 0);
    for (int i = 0; i < n; i++) {
        int w, v;
        cin >> w >> v;
        for (int left = w; left <= c; left++)
            best[left] = max(best[left], best[left - w] + v);
    }
    cout << best[c] << endl;
    return 0;
}
