
import sys
n = int(sys.argv[1]) if len(sys.argv) > 1 else {n}
for found in search():
    print(*({row} + 1 for i in range(n)), sep="" if n < 10 else ",")
    break
else:
    print("no solution")
