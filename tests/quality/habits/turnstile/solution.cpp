#include <iostream>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<int> line(n);
    for (int i = 0; i < n; i++) cin >> line[i];
    long long paid = 0;
    while (!line.empty()) {
        paid += line[0] * (long long)line.size();
        line.erase(line.begin());
    }
    cout << paid << endl;
}
