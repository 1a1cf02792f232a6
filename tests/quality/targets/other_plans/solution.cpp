#include <cstdio>
#include <utility>

struct Task {
    int days;
    Task *left, *right;
};

Task *plan[6001];

// a skew heap; plans share what they have in common
Task *merge(Task *a, Task *b) {
    if (a == nullptr) return b;
    if (b == nullptr) return a;
    if (b->days < a->days) std::swap(a, b);
    Task *top = new Task(*a);
    top->right = top->left;
    top->left = merge(a->right, b);
    return top;
}

int main() {
    int q;
    scanf("%d", &q);
    long long sum = 0;
    for (int i = 1; i <= q; i++) {
        int kind, v;
        scanf("%d %d", &kind, &v);
        if (kind == 1) {
            int x;
            scanf("%d", &x);
            plan[i] = merge(plan[v], new Task{x, nullptr, nullptr});
        } else if (plan[v] != nullptr) {
            sum += plan[v]->days;
            plan[i] = merge(plan[v]->left, plan[v]->right);
        }
    }
    printf("%lld\n", sum);
}
