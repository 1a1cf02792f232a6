#include <iostream>
#include <string>
#include <vector>
using namespace std;
int shared(string p, string q) {
    size_t i = 0;
    while (i < p.size() && i < q.size() && p[i] == q[i]) i++;
    return i;
}
int main() {
    int n;
    cin >> n;
    vector<string> words;
    for (int i = 0; i < n; i++) {
        string w;
        cin >> w;
        words.push_back(w);
    }
    long long sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) sum += shared(words[i], words[j]);
    cout << sum << endl;
}
