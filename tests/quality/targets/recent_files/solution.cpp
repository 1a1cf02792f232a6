#include <cstdio>
#include <vector>

struct Node {
    int key;
    Node *left = nullptr, *right = nullptr, *up = nullptr;
};

Node *root = nullptr;

void rotateUp(Node *x) {
    Node *p = x->up, *g = p->up;
    if (p->left == x) {
        p->left = x->right;
        if (x->right) x->right->up = p;
        x->right = p;
    } else {
        p->right = x->left;
        if (x->left) x->left->up = p;
        x->left = p;
    }
    p->up = x;
    x->up = g;
    if (g) {
        if (g->left == p) g->left = x;
        else g->right = x;
    } else {
        root = x;
    }
}

int main() {
    int q;
    scanf("%d", &q);
    long long depths = 0;
    for (int i = 0; i < q; i++) {
        int x;
        scanf("%d", &x);
        Node *at = root, *last = nullptr;
        while (at && at->key != x) {
            last = at;
            at = x < at->key ? at->left : at->right;
            depths++;
        }
        if (!at) {
            at = new Node;
            at->key = x;
            at->up = last;
            if (!last) root = at;
            else if (x < last->key) last->left = at;
            else last->right = at;
        }
        while (at->up) rotateUp(at);
    }
    printf("%lld\n", depths);
}
