#include <iostream>
#include <string>
#include <vector>
using namespace std;

const int LARGEST = 258;

int main() {
    string s;
    cin >> s;
    int n = s.size();
    vector<int> latest(26 * 26 * 26, -1), before(n, -1);
    auto key = [&](int i) { return ((s[i] - 'a') * 26 + s[i + 1] - 'a') * 26 + s[i + 2] - 'a'; };
    int pieces = 0;
    int i = 0;
    while (i < n) {
        int longest = 1;
        if (i + 3 <= n) {
            for (int j = latest[key(i)]; j >= 0; j = before[j]) {
                int length = 3;
                while (length < LARGEST && i + length < n && s[i + length] == s[j + length])
                    length++;
                longest = max(longest, length);
                if (longest == LARGEST) break;
            }
        }
        pieces++;
        for (int end = i + longest; i < end; i++) {
            if (i + 3 > n) continue;
            before[i] = latest[key(i)];
            latest[key(i)] = i;
        }
    }
    cout << pieces << endl;
}
