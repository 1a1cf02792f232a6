#include <algorithm>
#include <climits>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<int> stones(n);
    for (int& stone : stones) cin >> stone;
    sort(stones.begin(), stones.end());
    int least = INT_MAX;
    for (int i = 1; i < n; i++) least = min(least, stones[i] - stones[i - 1]);
    if (n == 1) least = 0;
    cout << least << "\n";
}
