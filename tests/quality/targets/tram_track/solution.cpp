#include <iostream>
#include <stack>
#include <string>
using namespace std;

stack<int> leftEnd, rightEnd;

int take(stack<int> &side, stack<int> &other) {
    if (side.empty()) {
        while (!other.empty()) {
            side.push(other.top());
            other.pop();
        }
    }
    int tram = side.top();
    side.pop();
    return tram;
}

int main() {
    int n;
    string s;
    cin >> n >> s;
    long long late = 0;
    int trams = 0, gone = 0;
    for (char c : s) {
        if (c == 'L') {
            leftEnd.push(++trams);
        } else if (c == 'R') {
            rightEnd.push(++trams);
        } else if (gone < trams) {
            int tram = c == 'l' ? take(leftEnd, rightEnd) : take(rightEnd, leftEnd);
            late = (late + 1LL * tram * ++gone) % 1000000007;
        }
    }
    cout << late << endl;
}
