# Exact cover with dancing links: every row and column needs a queen, every diagonal has at most one.
# The line with the fewest free squares comes first.

import json
import sys

n = int(sys.argv[1]) if len(sys.argv) > 1 else 6


def report(**event):
    print(json.dumps(event))


class Node:
    def __init__(self, head, square):
        self.head = head or self
        self.square = square
        self.left = self.right = self.up = self.down = self

    def join(self, left, above):
        self.left, self.right = left, left.right
        self.left.right = self.right.left = self
        self.up, self.down = above, above.down
        self.up.down = self.down.up = self


def around(node, direction):
    """The nodes of its circle, without itself."""
    other = getattr(node, direction)
    while other is not node:
        yield other
        other = getattr(other, direction)


# The heads of rows and columns are in the circle of the root, those of diagonals are optional.
root = Node(None, None)
heads = {}
for line in [(kind, k) for k in range(1, n + 1) for kind in ("row", "column")]:
    heads[line] = Node(None, line)
    heads[line].join(root.left, heads[line])
for diagonal in [("sum", k) for k in range(2, 2 * n + 1)] + [("difference", k) for k in range(1 - n, n)]:
    heads[diagonal] = Node(None, diagonal)
for row in range(1, n + 1):
    for column in range(1, n + 1):
        previous = None
        for line in [("row", row), ("column", column), ("sum", row + column), ("difference", row - column)]:
            node = Node(heads[line], [row, column])
            node.join(previous or node, heads[line].up)
            previous = node


def cover(head):
    """Takes a line out, with all its squares; returns them."""
    head.right.left, head.left.right = head.left, head.right
    for node in around(head, "down"):
        for other in around(node, "right"):
            other.up.down, other.down.up = other.down, other.up
    return [node.square for node in around(head, "down")]


def uncover(head):
    for node in around(head, "up"):
        for other in around(node, "left"):
            other.up.down = other.down.up = other
    head.right.left = head.left.right = head


def solve():
    if root.right is root:
        return True
    options = {head: list(around(head, "down")) for head in around(root, "right")}
    head = min(options, key=lambda head: len(options[head]))
    if not options[head]:
        kind, number = head.square
        report(dead_end={kind: number})
        return False
    for node in options[head]:
        report(place=node.square)
        lines = [node, *around(node, "right")]
        attacked = [square for line in lines for square in cover(line.head) if square != node.square]
        if attacked:
            report(prune=attacked)
        if solve():
            return True
        for line in reversed(lines):
            uncover(line.head)
        if attacked:
            report(restore=attacked)
        report(remove=node.square)
    return False


report(queens=n, algorithm="dancing links")
solve()
