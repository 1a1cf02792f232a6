n = int(input())
badges = list(map(int, input().split()))
balloons = 0
for badge in badges:
    if badges.count(badge) == 1:
        balloons += 1
print(balloons)
