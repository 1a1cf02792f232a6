def main():
    n, m = map(int, input().split())
    routes = []
    for _ in range(n):
        k, *squares = map(int, input().split())
        routes.append(squares)
    taken = [False] * (m + 1)
    gone_to = [0] * n  # how many squares of the list
    under_way = list(range(n))
    rounds = 0
    moved = True
    while moved:
        moved = False
        rounds += 1
        left = []
        for cart in under_way:
            route, step = routes[cart], gone_to[cart]
            if step < len(route):
                left.append(cart)
                if taken[route[step]]:
                    continue
                taken[route[step]] = True
                gone_to[cart] += 1
            if step > 0:
                taken[route[step - 1]] = False
            moved = True
        under_way = left
    print(rounds, len(under_way))


main()
