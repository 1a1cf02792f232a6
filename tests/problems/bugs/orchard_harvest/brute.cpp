#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

vector<int> apples;

long long most(size_t tree) {
    if (tree >= apples.size()) return 0;
    return max(most(tree + 1), apples[tree] + most(tree + 2));
}

int main() {
    int n;
    cin >> n;
    apples.resize(n);
    for (int& each : apples) cin >> each;
    cout << most(0) << endl;
}
