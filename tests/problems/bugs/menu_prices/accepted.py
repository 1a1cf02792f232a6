from collections import Counter

n, m, k = map(int, input().split())
starters = list(map(int, input().split()))
mains = list(map(int, input().split()))
menus = Counter()
for starter, starter_count in Counter(starters).items():
    for main, main_count in Counter(mains).items():
        menus[starter + main] += starter_count * main_count
for price in sorted(menus):
    k -= menus[price]
    if k <= 0:
        print(price)
        break
