#include <cstdio>
#include <utility>

int n;
int a[50005];

int partition(int lo, int hi) {
    int pivot = a[lo];
    int i = lo - 1, j = hi + 1;
    while (true) {
        do i++; while (a[i] < pivot);
        do j--; while (a[j] > pivot);
        if (i >= j) return j;
        std::swap(a[i], a[j]);
    }
}

void quicksort(int lo, int hi) {
    if (lo >= hi) return;
    int mid = partition(lo, hi);
    quicksort(lo, mid);
    quicksort(mid + 1, hi);
}

int main() {
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++) {
        if (scanf("%d", &a[i]) != 1) return 1;
    }
    quicksort(0, n - 1);
    for (int i = 0; i < n; i++) printf("%d ", a[i]);
    printf("\n");
    return 0;
}
