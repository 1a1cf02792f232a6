#include <bits/stdc++.h>
using namespace std;

int main() {
    int n, k, card;
    queue<int> first, second;
    cin >> n;
    cin >> k;
    for (int i = 0; i < k; i++) {
        cin >> card;
        first.push(card);
    }
    cin >> k;
    for (int i = 0; i < k; i++) {
        cin >> card;
        second.push(card);
    }
    int rounds = 0;
    while (!first.empty() && !second.empty() && rounds < 10000000) {
        rounds++;
        int a = first.front(), b = second.front();
        first.pop();
        second.pop();
        if (a > b) {
            first.push(b);
            first.push(a);
        } else {
            second.push(a);
            second.push(b);
        }
    }
    if (first.empty()) cout << rounds << " 2" << endl;
    else if (second.empty()) cout << rounds << " 1" << endl;
    else cout << -1 << endl;
    return 0;
}
