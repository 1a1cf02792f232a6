#include <iostream>
#include <string>
using namespace std;

bool repeats(const string &s, int block) {
    for (size_t i = block; i < s.size(); i++)
        if (s[i] != s[i % block]) return false;
    return true;
}

int main() {
    string s;
    cin >> s;
    int n = s.size();
    for (int block = 1; block <= n; block++)
        if (n % block == 0 && repeats(s, block)) {
            cout << block << endl;
            return 0;
        }
}
