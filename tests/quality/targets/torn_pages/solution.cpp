#include <iostream>
#include <string>
using namespace std;

const int BASE = 31, MODULUS = 101;

string t;

bool same(const char *a, const char *b, int length) {
    for (int i = 0; i < length; i++)
        if (a[i] != b[i]) return false;
    return true;
}

int find(const string &scrap) {
    int length = scrap.size(), last = (int)t.size() - length;
    if (last < 0) return 0;
    int wanted = 0, hash = 0, highest = 1;
    for (int i = 0; i < length; i++) {
        wanted = (wanted * BASE + scrap[i]) % MODULUS;
        hash = (hash * BASE + t[i]) % MODULUS;
        if (i > 0) highest = highest * BASE % MODULUS;
    }
    const char *letters = t.c_str();
    for (int at = 0;; at++) {
        if (hash == wanted && same(letters + at, scrap.c_str(), length)) return at + 1;
        if (at == last) return 0;
        hash = (hash - letters[at] * highest % MODULUS + MODULUS) * BASE % MODULUS;
        hash = (hash + letters[at + length]) % MODULUS;
    }
}

int main() {
    int n;
    cin >> n >> t;
    while (n--) {
        string scrap;
        cin >> scrap;
        cout << find(scrap) << '\n';
    }
}
