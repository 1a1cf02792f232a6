#include <iostream>
#include <vector>
using namespace std;

int n;
long long k;
vector<long long> pace;

bool enough(long long seconds) {
    long long made = 0;
    for (long long each : pace) {
        made += seconds / each;
        if (made >= k) return true;
    }
    return false;
}

int main() {
    cin >> n >> k;
    pace.resize(n);
    for (auto& each : pace) cin >> each;
    long long low = 0, high = 1000000000000000000LL;
    while (low + 1 < high) {
        long long middle = (low + high) / 2;
        if (enough(middle))
            high = middle;
        else
            low = middle;
    }
    cout << high << "\n";
}
