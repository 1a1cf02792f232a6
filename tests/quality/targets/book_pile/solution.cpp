#include <iostream>
#include <vector>
using namespace std;

vector<int> pile;
bool inPile[10001];
long long lifted = 0;

void takeOut(int x) {
    size_t at = pile.size() - 1;
    while (pile[at] != x) {
        lifted++;
        at--;
    }
    for (; at + 1 < pile.size(); at++) pile[at] = pile[at + 1];
    pile.pop_back();
}

int main() {
    int q;
    cin >> q;
    while (q--) {
        int t, x;
        cin >> t >> x;
        if (t == 1 && !inPile[x]) {
            pile.push_back(x);
            inPile[x] = true;
        } else if (t == 2 && inPile[x]) {
            takeOut(x);
            pile.push_back(x);
        } else if (t == 3 && inPile[x]) {
            takeOut(x);
            inPile[x] = false;
        }
    }
    cout << lifted << ' ' << pile.size() << endl;
}
