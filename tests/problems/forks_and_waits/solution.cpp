#include <iostream>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>
using namespace std;

int main() {
    int n;
    cin >> n;
    vector<long long> a(n);
    for (int i = 0; i < n; i++) cin >> a[i];
    pid_t child = fork();
    if (child == 0) _exit(0);
    waitpid(child, nullptr, 0);
    long long total = 0;
    for (int i = 0; i < n; i++) total += a[i];
    cout << total << "\n";
}
