#include <cstdio>
#include <vector>
using namespace std;

// villages that need no precious bridge to each other are a block; the blocks make trees
int blockOf[3001], treeOf[3001], parent[3001], seenIn[3001];
int precious = 0, visit = 0;

int block(int v) {
    if (v == 0) return 0;
    return blockOf[v] == v ? v : blockOf[v] = block(blockOf[v]);
}

int tree(int v) {
    v = block(v);
    return treeOf[v] == v ? v : treeOf[v] = tree(treeOf[v]);
}

void makeRoot(int v) {
    int root = v, child = 0;
    while (v != 0) {
        int up = block(parent[v]);
        parent[v] = child;
        treeOf[v] = root;
        child = v;
        v = up;
    }
}

void closeCircle(int a, int b) {
    visit++;
    vector<int> fromA, fromB;
    int top = 0;
    while (top == 0) {
        if (a != 0) {
            a = block(a);
            fromA.push_back(a);
            if (seenIn[a] == visit) top = a;
            seenIn[a] = visit;
            a = parent[a];
        }
        if (b != 0 && top == 0) {
            b = block(b);
            fromB.push_back(b);
            if (seenIn[b] == visit) top = b;
            seenIn[b] = visit;
            b = parent[b];
        }
    }
    for (const vector<int> &way : {fromA, fromB})
        for (int v : way) {
            if (v == top) break;
            blockOf[v] = top;
            precious--;
        }
}

int main() {
    int n, m;
    scanf("%d %d", &n, &m);
    for (int v = 1; v <= n; v++) blockOf[v] = treeOf[v] = v;
    long long sum = 0;
    while (m--) {
        int a, b;
        scanf("%d %d", &a, &b);
        a = block(a);
        b = block(b);
        if (tree(a) != tree(b)) {
            makeRoot(a);
            parent[a] = b;
            treeOf[a] = b;
            precious++;
        } else if (a != b) {
            closeCircle(a, b);
        }
        sum += precious;
    }
    printf("%lld\n", sum);
}
