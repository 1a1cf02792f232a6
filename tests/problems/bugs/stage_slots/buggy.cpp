#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

struct Show {
    int start, end;
};

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<Show> shows(n);
    for (Show& show : shows) cin >> show.start >> show.end;
    sort(shows.begin(), shows.end(), [](const Show& a, const Show& b) { return a.start < b.start; });
    int played = 0, free_from = 0;
    for (const Show& show : shows) {
        if (show.start >= free_from) {
            played++;
            free_from = show.end;
        }
    }
    cout << played << "\n";
}
