import sys

sys.path.insert(0, sys.argv[1] + "/bench")
import placement_rules

EXPECTED = {
    # 1: constant bounds against a constant extent
    "X[4]: for j in 0..4 { X(j) }": (1, 0, 0, 0, 0),
    "X[4]: for j in 0..5 { X(j) }": (0, 1, 0, 0, 0),
    "X[9]: for j in 0..4 { X(2*j + 1) }": (1, 0, 0, 0, 0),
    # 2: the axis that the loop walks, another one, a part of it
    "X[?], Y[?]: for j in 0..extent(X, 0) { X(j); Y(j) }": (2, 0, 0, 1, 0),
    "X[?]: for j in 1..extent(X, 0) { X(j) }": (0, 1, 0, 0, 0),
    "X[?]: for j in 0..extent(X, 0) by 2 { X(j) }": (0, 0, 1, 0, 1),
    # 3: launch, unless under a condition or computed with
    "X[?]: X(bid.x)": (1, 0, 0, 1, 0),
    "X[?]: X(bid.x + 1)": (0, 0, 1, 0, 0),
    "X[?]: if (a < b) { X(bid.x) }": (0, 0, 1, 0, 0),
    # 5, 6: before the loop; in it, under a condition, computed there
    "X[?]: for j in 0..n { X(a) }": (0, 1, 0, 0, 0),
    "X[?]: for j in 0..n { X(a + 1) }": (0, 0, 1, 0, 1),
    "X[?]: b = a + 1; for j in 0..n { X(b) }": (0, 1, 0, 0, 0),
    "X[?]: for j in 0..n { if (c) { X(a) } }": (0, 0, 1, 0, 1),
    # 8: the extreme must surely fit 32 bits
    "X[?]: for j in 0..100 { X(3*j) }": (0, 1, 0, 0, 0),
    "X[?]: for j in 0..100 { X(30000000*j) }": (0, 0, 1, 0, 1),
    "X[?]: for j in 0..n { X(3*j) }": (0, 0, 1, 0, 1),
    # climbing: past an inner loop that surely runs, not where the check depends on the outer one
    "X[?]: for a in 0..n { for j in 0..4 { X(j) } }": (0, 1, 0, 0, 0),
    "X[?]: for a in 0..n { for j in 0..m { X(j) } }": (0, 1, 0, 0, 1),
    "X[?]: for a in 0..n { h = a + 1; for j in 0..4 { X(h) } }": (0, 1, 0, 0, 1),
    # what a value loads is an access of its own
    "M[?], X[?]: for j in 0..n { X(M(j)) }": (0, 1, 1, 0, 1),
}
for text, expected in EXPECTED.items():
    placed = placement_rules.place(text)
    if (*placed.counts, placed.in_loops) != expected:
        sys.exit(f"{text}: {placed}, not {expected}")
print("all as written")
