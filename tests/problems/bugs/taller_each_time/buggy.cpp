#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<int> last;
    for (int i = 0; i < n; i++) {
        int height;
        cin >> height;
        auto place = upper_bound(last.begin(), last.end(), height);
        if (place == last.end())
            last.push_back(height);
        else
            *place = height;
    }
    cout << last.size() << "\n";
}
