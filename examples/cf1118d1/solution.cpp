#include <bits/stdc++.h>
using namespace std;

typedef long long ll;

ll n, m;
vector<ll> a;

bool enough(ll days) {
    ll pages = 0, drunk = 0;
    for (ll i = 0, place = 0; i < n; i++) {
        pages += max(0LL, a[i] - drunk);
        if (++place == days) {
            place = 0;
            drunk++;
        }
    }
    return pages >= m;
}

int main() {
    cin >> n >> m;
    a.resize(n);
    ll sum = 0;
    for (ll i = 0; i < n; i++) {
        cin >> a[i];
        sum += a[i];
    }
    if (sum < m) {
        cout << -1 << endl;
        return 0;
    }
    sort(a.begin(), a.end(), greater<ll>());
    ll low = 1, high = n, answer = n;
    while (low <= high) {
        ll mid = (low + high) / 2;
        if (enough(mid)) {
            answer = mid;
            high = mid - 1;
        } else {
            low = mid + 1;
        }
    }
    cout << answer << endl;
    return 0;
}
