record = input().strip()
kinds = {")": "(", "]": "["}
opened = []
sound = True
for sign in record:
    if sign in "([":
        opened.append(sign)
    elif opened.pop() != kinds[sign]:
        sound = False
        break
print("sound" if sound and not opened else "unsound")
