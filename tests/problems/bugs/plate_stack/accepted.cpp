#include <iostream>
#include <vector>
using namespace std;

int main() {
    int q;
    cin >> q;
    vector<int> plates, least;
    while (q--) {
        int t, d;
        cin >> t >> d;
        if (t == 1) {
            plates.push_back(d);
            if (least.empty() || d <= least.back()) least.push_back(d);
        } else if (t == 2) {
            if (plates.empty()) continue;
            if (plates.back() == least.back()) least.pop_back();
            plates.pop_back();
        } else {
            cout << (plates.empty() ? -1 : least.back()) << "\n";
        }
    }
}
