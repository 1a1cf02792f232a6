n = int(input())
board = [input() for _ in range(n)]
columns = []


def free(row, column):
    for above in range(row):
        if columns[above] == column or abs(columns[above] - column) == row - above:
            return False
    return True


def place(row):
    if row == n:
        return True
    for column in range(n):
        if board[row][column] == "." and free(row, column):
            columns.append(column)
            if place(row + 1):
                return True
            columns.pop()
    return False


if place(0):
    print(*[column + 1 for column in columns])
else:
    print("none")
