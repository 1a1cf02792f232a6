#include <iostream>
#include <numeric>
#include <vector>
using namespace std;
int main() {
    long long n, k;
    cin >> n >> k;
    vector<int> circle(n);
    iota(circle.begin(), circle.end(), 1);
    long long at = 0, sum = 0;
    for (long long place = 1; !circle.empty(); place++) {
        at = (at + k - 1) % (long long)circle.size();
        sum = (sum + place * circle[at]) % 1000000007;
        circle.erase(circle.begin() + at);
    }
    cout << sum << endl;
}
