n = int(input())
ropes = list(map(int, input().split()))
minutes = 0
while len(ropes) > 1:
    ropes.sort()
    short = ropes.pop(0)
    longer = ropes.pop(0)
    minutes += short + longer
    ropes.append(short + longer)
print(minutes)
