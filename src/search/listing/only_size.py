
import sys
if sys.argv[1:] not in ([], ["{n}"]):
    sys.exit("the loops are written out for {n} queens: print them for another number with --queens")
