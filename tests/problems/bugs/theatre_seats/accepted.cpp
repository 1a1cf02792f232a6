#include <iostream>
#include <unordered_set>
using namespace std;

const int SEATS = 1001;

int main() {
    int n;
    cin >> n;
    unordered_set<int> sold;
    for (int i = 0; i < n; i++) {
        int row, seat;
        cin >> row >> seat;
        sold.insert(row * SEATS + seat);
    }
    cout << sold.size() << endl;
}
