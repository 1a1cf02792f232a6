#include <iostream>
#include <stdexcept>
#include <vector>
#include <memory>
using namespace std;
struct Guard {
    int& depth;
    Guard(int& d) : depth(d) { depth++; }
    ~Guard() { depth--; }
};
int risky(int x, int& depth) {
    Guard guard(depth);
    if (x % 5 == 0) throw runtime_error("five");
    if (x % 7 == 0) throw x;
    return x * depth;
}
int deep(int n, int& depth) {
    Guard guard(depth);
    return n == 0 ? risky(depth, depth) : deep(n - 1, depth) + 1;
}
int main() {
    int n, depth = 0, caught = 0;
    cin >> n;
    for (int i = 0; i < n; i++) {
        try {
            caught += risky(i, depth);
        } catch (const runtime_error& e) {
            caught -= 1;
        } catch (int value) {
            caught += value;
        }
    }
    try { caught += deep(n, depth); } catch (...) { caught = -caught; }
    vector<unique_ptr<int>> owned;
    for (int i = 0; i < n; i++) owned.push_back(make_unique<int>(i));
    try {
        owned.at(n + 1);
        cout << "never\n";
    } catch (out_of_range&) {
        cout << "out\n";
    }
    cout << caught << ' ' << depth << endl;
    return 0;
}
