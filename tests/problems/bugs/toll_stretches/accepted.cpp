#include <iostream>
#include <map>
using namespace std;

int main() {
    int n, m;
    cin >> n >> m;
    map<int, long long> seen;
    seen[0] = 1;
    long long sum = 0, even = 0;
    for (int i = 0; i < n; i++) {
        long long a;
        cin >> a;
        sum += a;
        int rest = (sum % m + m) % m;
        even += seen[rest];
        seen[rest]++;
    }
    cout << even << endl;
}
