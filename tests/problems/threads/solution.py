import threading

n = int(input())
a = list(map(int, input().split()))
halves = [0, 0]


def add(part, numbers):
    for x in numbers:
        halves[part] += x


workers = [threading.Thread(target=add, args=(0, a[:n // 2])), threading.Thread(target=add, args=(1, a[n // 2:]))]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
print(halves[0] + halves[1])
