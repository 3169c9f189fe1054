
import sys
if sys.argv[1:] in (["2"], ["3"]):
    sys.exit("the board has no solution, and this search only ends with one")
