#include <cstdio>
#include <vector>
using namespace std;

struct Pole {
    long long x, h;
};

bool bends(const Pole &a, const Pole &b, const Pole &c) {
    return (b.h - a.h) * (c.x - b.x) > (c.h - b.h) * (b.x - a.x);
}

int main() {
    int n;
    scanf("%d", &n);
    vector<Pole> poles(n);
    for (int i = 0; i < n; i++) {
        poles[i].x = i;
        scanf("%lld", &poles[i].h);
    }
    bool taken = true;
    while (taken) {
        taken = false;
        for (size_t i = 1; i + 1 < poles.size(); i++)
            if (!bends(poles[i - 1], poles[i], poles[i + 1])) {
                poles.erase(poles.begin() + i);
                taken = true;
                break;
            }
    }
    printf("%zu\n", poles.size());
}
