#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>
using namespace std;
template <class T> T power(T base, int exponent) {
    T result = 1;
    while (exponent > 0) {
        if (exponent & 1) result = result * base;
        base = base * base;
        exponent >>= 1;
    }
    return result;
}
template <class T, int N> struct Ring {
    T data[N]; int at = 0;
    void push(T x) { data[at] = x; at = (at + 1) % N; }
    T sum() const { T s = 0; for (int i = 0; i < N; i++) s += data[i]; return s; }
};
struct Mod { long long v; Mod(long long x = 0) : v(x % 1000007) {} Mod operator*(const Mod& o) const { return Mod(v * o.v); } Mod operator+(const Mod& o) const { return v + o.v; } };
int call_with(function<int(int)> f, int x) { return f(x); }
template <class... A> int count_all(A... a) { return (int)sizeof...(a) + (0 + ... + (int)a); }
int main() {
    ios::sync_with_stdio(false); cin.tie(nullptr);
    int n; cin >> n;
    Ring<int, 8> small; Ring<double, 3> other;
    for (int i = 0; i < n; i++) { small.push(i); if (i % 2) other.push(i * 0.5); }
    auto add = [&](int x) { return x + n; }; auto twice = [&](int x) { return add(add(x)); };
    map<string, int> seen;
    for (int i = 0; i < n; i++) seen[to_string(power<int>(i, 2) % 11)] += call_with(twice, i);
    vector<pair<int, string>> order;
    for (auto& [name, value] : seen) order.push_back({value, name});
    sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
    unordered_map<int, set<int>> groups;
    for (int i = 0; i < n; i++) groups[i % 5].insert(power(Mod(i), i).v % 13);
    size_t all = accumulate(groups.begin(), groups.end(), size_t{0}, [](size_t s, auto& g) { return s + g.second.size(); });
    cout << small.sum() << ' ' << other.sum() << ' ' << order[0].first << ' ' << all << ' ' << count_all(1, 'a', 2.5) << endl;
    if constexpr (sizeof(int) == 4) cout << "four\n"; else cout << "other\n";
}
