BUCKETS = 1024


def bucket_of(word):
    h = 5381
    for letter in word:
        h = (h * 33 + ord(letter)) % BUCKETS
    return h


def main():
    n = int(input())
    words = [input().strip() for _ in range(n)]
    heads = [-1] * BUCKETS
    entries = []  # [word, count, next]
    for word in words:
        b = bucket_of(word)
        at = heads[b]
        while at >= 0:
            if entries[at][0] == word:
                break
            at = entries[at][2]
        if at >= 0:
            entries[at][1] += 1
        else:
            entries.append([word, 1, heads[b]])
            heads[b] = len(entries) - 1
    print(len(entries), max(entry[1] for entry in entries))


main()
