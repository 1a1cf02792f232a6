#include <iostream>
#include <string>
using namespace std;

int main() {
    int n, letters = 0;
    cin >> n;
    while (n--) {
        string word;
        cin >> word;
        letters += word.size();
        if (word.substr(0, 4) == "post") letters -= 4;
    }
    cout << letters << "\n";
    return 0;
}
