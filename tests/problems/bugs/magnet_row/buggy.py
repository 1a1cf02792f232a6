row = input().strip()
while "NS" in row:
    row = row.replace("NS", "", 1)
print(len(row))
