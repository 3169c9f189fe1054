
# The random numbers of a film with --seed 1, instead of: from random import choice, randrange
state = 1

def randrange(limit):
    global state
    state = (state + 0x9e3779b97f4a7c15) % 2**64
    mixed = (state ^ state >> 30) * 0xbf58476d1ce4e5b9 % 2**64
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb % 2**64
    return (mixed ^ mixed >> 31) * limit >> 64

def choice(values):
    return values[randrange(len(values))]
