row = input().strip()
kept = []
for magnet in row:
    if magnet == "S" and kept and kept[-1] == "N":
        kept.pop()
    else:
        kept.append(magnet)
print(len(kept))
