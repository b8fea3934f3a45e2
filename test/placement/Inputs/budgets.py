"""A kernel on either side of each budget of the analysis: NAME_within and NAME_beyond (docs/placement-budgets.md).

  budgets.py > kernels.cu
"""


def term_size(n):
    """A value whose term, written out as a tree, has about 2^n nodes."""
    return "int v = a;\n" + f"  v = min(v * b, v + {n});\n" * n + "  x(v) = 1;"


def term_depth(n):
    """A value under n operations."""
    return "int v = a;\n" + "  v = max(v, b) - 1;\n" * n + "  x(v) = 1;"


def condition_size(n):
    """One condition of n comparisons, no branch between them."""
    return "bool ok = true;\n" + "".join(f"  ok &= a * {k} < b;\n" for k in range(3, n + 3)) + "  if (ok)\n    x(a) = 1;"


def join_blocks(n):
    """A value chosen by n conditions one after the other."""
    return "int v = 0;\n" + "".join(f"  {'else ' * (k > 0)}if (a == {3 * k})\n    v = {k};\n" for k in range(n)) + "  x(v) = 1;"


def switch_value(n):
    """A value chosen by a switch of n cases."""
    cases = "".join(f"  case {3 * k}: v = {k + 1}; break;\n" for k in range(n))
    return f"int v = 0;\n  switch (a) {{\n{cases}  }}\n  x(v) = 1;"


def switch_condition(n):
    """An access that n cases of a switch lead to."""
    cases = "".join(f"  case {3 * k}:\n" for k in range(n))
    return f"switch (a) {{\n{cases}    x(b) = 1;\n  }}"


def bool_chain(n):
    """An access under n conditions that a variable keeps."""
    return "const bool ok = b >= 0 && b < x.extent(0)" + "".join(f" && p[{k}] < a" for k in range(n)) + ";\n  if (ok)\n    x(b) = 1;"


def loops_before(n):
    """An access behind n loops that end because of a condition around them."""
    loops = "".join(f"    for (int k = 0; k < a; k += {k + 2})\n      p[k & 7] = k;\n" for k in range(n))
    return f"if (a < 1000) {{\n{loops}    x(b) = 1;\n  }}"


def step_links(n):
    """A loop variable that moves in n steps."""
    return "for (int j = 0; j < a;) {\n    x(j) = 1;\n" + "    ++j;\n" * n + "  }"


def invariant_depth(n):
    """A step computed in the loop by n operations on an argument."""
    return "for (int j = 0; j < a;) {\n    x(j) = 1;\n    int s = 1;\n" + "    s = min(s + b, 3) & 7 | 1;\n" * n + "    j += s;\n  }"


def wraps(n):
    """n conditions on values that may each wrap around."""
    conditions = " && ".join(f"t + a + {5 * k} < b" for k in range(n))
    return f"const int t = threadIdx.x;\n  if ({conditions})\n    x(t) = 1;"


def cases(n):
    """n inequalities, each of which has two sides."""
    return "for (int j = 0; j < a; ++j)\n    if (" + " && ".join(f"j != b + {7 * k}" for k in range(n)) + ")\n      x(j) = 1;"


def corners(n):
    """A sum of n variables, each with a factor of either sign."""
    head = "".join(f"for (int i{k} = 0; i{k} < 9; ++i{k})\n  " for k in range(n))
    return head + "  x(" + " + ".join(f"static_cast<short>(a >> {k}) * i{k}" for k in range(n)) + ") = 1;"


def proof_depth(n):
    """An index that is below the extent by n comparisons."""
    chain = "".join(f"  const int v{k} = p[{k}];\n  if (v{k} > v{k - 1})\n    return;\n" for k in range(1, n))
    return f"const int v0 = p[0];\n  if (v0 >= x.extent(0))\n    return;\n{chain}  if (v{n - 1} >= 0)\n    x(v{n - 1}) = 1;"


def proof_facts(n):
    """An index below the extent; after that, n values above the index and n below the extent."""
    others = "".join(f"  if (v > p[{k + 1}] || p[{n + k + 1}] > x.extent(0))\n    return;\n" for k in range(n))
    return f"const int v = p[0];\n  if (v < 0 || v >= x.extent(0))\n    return;\n{others}  x(v) = 1;"


def proof_scopes(n):
    """An index below the extent by a condition n conditions ago, not the first of all."""
    others = "".join(f"  if (p[{k + 1}])\n    return;\n" for k in range(n))
    return f"const int v = p[0];\n  if (v < 0 || v >= x.extent(0))\n    return;\n{others}  x(v) = 1;"


def merged_checks(n):
    """2 * n launch checks: a >= 0 decides the other lower bounds, the largest multiple the other upper ones."""
    return "".join(f"x(a * {k + 1}ll) = 1;\n  " for k in range(n))


BUDGETS = {term_size: (5, 24), term_depth: (20, 300), condition_size: (20, 1200), join_blocks: (8, 60), switch_value: (8, 9),
           switch_condition: (8, 9), bool_chain: (4, 40), loops_before: (60, 70), step_links: (60, 70),
           invariant_depth: (3, 20), wraps: (2, 40), cases: (3, 5), corners: (2, 4), proof_depth: (4, 12),
           proof_facts: (10, 40), proof_scopes: (100, 2100), merged_checks: (32, 33)}

print("#include <tilechecks/tilechecks.hpp>")
for body, sizes in BUDGETS.items():
    for n, side in zip(sizes, ("within", "beyond")):
        print(f"\nextern \"C\" __global__ void {body.__name__}_{side}(tc::tensor1<float> x, int a, int b, int *p) {{\n  {body(n)}\n}}")
