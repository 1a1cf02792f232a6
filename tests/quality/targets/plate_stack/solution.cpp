#include <cstdio>

struct Stack {
    int *items = new int[16];
    int size = 0, room = 16;

    void resize(int newRoom) {
        int *moved = new int[newRoom];
        for (int i = 0; i < size; i++)
            moved[i] = items[i];
        delete[] items;
        items = moved;
        room = newRoom;
    }

    void push(int x) {
        if (size == room) resize(2 * room);
        items[size++] = x;
    }

    int pop() {
        int x = items[--size];
        if (room > 16 && size + 8 <= room / 2) resize(room / 2);
        return x;
    }
};

int main() {
    int n;
    scanf("%d", &n);
    Stack plates;
    long long paid = 0;
    for (int i = 0; i < n; i++) {
        int x;
        scanf("%d", &x);
        if (x > 0) plates.push(x);
        else if (plates.size > 0) paid += plates.pop();
    }
    printf("%lld\n", paid);
}
