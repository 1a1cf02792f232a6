#include <cstdio>
#include <numeric>
#include <utility>
#include <vector>
using namespace std;

vector<int> above(5001);
vector<pair<int, int>> changes;  // who was hung elsewhere, and below whom he was before

void hang(int person, int below) {
    changes.push_back({person, above[person]});
    above[person] = below;
}

int head_of(int person) {
    int head = person;
    while (above[head] != head) head = above[head];
    while (above[person] != head) {
        int next = above[person];
        hang(person, head);
        person = next;
    }
    return head;
}

int main() {
    int n, clubs = 5000, together = 0;
    if (scanf("%d", &n) != 1) return 1;
    iota(above.begin(), above.end(), 0);
    vector<pair<size_t, int>> mergers;  // how many changes there were before, and how many clubs
    while (n--) {
        int t, a, b;
        if (scanf("%d %d %d", &t, &a, &b) != 3) return 1;
        if (t == 1) {
            mergers.push_back({changes.size(), clubs});
            a = head_of(a);
            b = head_of(b);
            if (a != b) {
                hang(a, b);
                clubs--;
            }
        } else if (t == 2) {
            together += head_of(a) == head_of(b);
        } else if (!mergers.empty()) {
            size_t before = mergers.back().first;
            clubs = mergers.back().second;
            mergers.pop_back();
            while (changes.size() > before) {
                above[changes.back().first] = changes.back().second;
                changes.pop_back();
            }
        }
    }
    printf("%d %d\n", together, clubs);
}
