#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

struct Letter {
    vector<char> text = vector<char>(1024);
    int before = 0, after = 1024;

    int length() { return before + text.size() - after; }

    void go(int place) {
        while (before > place)
            text[--after] = text[--before];
        while (before < place)
            text[before++] = text[after++];
    }

    void write(char c) {
        if (before == after) grow();
        text[before++] = c;
    }

    void grow() {
        vector<char> larger(2 * text.size());
        copy(text.begin(), text.begin() + before, larger.begin());
        copy_backward(text.begin() + after, text.end(), larger.end());
        after += text.size();
        text = larger;
    }
};

int main() {
    int n, written = 0;
    cin >> n;
    Letter letter;
    for (int i = 0; i < n; i++) {
        int t, v;
        cin >> t >> v;
        if (t == 1) letter.go(min(v, letter.length()));
        if (t == 2) letter.go(max(letter.length() - v, 0));
        if (t == 3)
            for (int k = 0; k < v; k++) letter.write('a' + written++ % 26);
        if (t == 4) letter.before -= min(v, letter.before);
    }
    letter.go(letter.length());
    long long sum = 0;
    for (int i = 0; i < letter.before; i++) sum += (i + 1LL) * (letter.text[i] - 'a' + 1);
    cout << letter.length() << ' ' << sum << '\n';
}
