#include <iostream>
#include <set>
using namespace std;

int main() {
    int n, q;
    cin >> n >> q;
    set<int> buses;
    for (int i = 0; i < n; i++) {
        int bus;
        cin >> bus;
        buses.insert(bus);
    }
    while (q--) {
        int minute;
        cin >> minute;
        auto later = buses.upper_bound(minute);
        if (later == buses.begin())
            cout << -1 << "\n";
        else
            cout << *--later << "\n";
    }
}
