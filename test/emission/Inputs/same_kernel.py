"""same_kernel.py A.ptx SYMBOL B.ptx SYMBOL: the two kernels are equal line by line, names, labels and comments aside.

Symbols are matched as prefixes of the mangled name; SUFFIX after a '+' must end it (_Z4gemm+__tc_placed).
"""
import re
import sys


def kernel(path, wanted):
    prefix, _, suffix = wanted.partition("+")
    lines, inside = [], False
    for line in open(path):
        line = re.sub(r"//.*", "", line).strip()
        start = re.match(r"(?:\.visible |\.weak )*\.entry ([\w$]+)\($", line)
        if start:
            name = start.group(1)
            inside = name.startswith(prefix) and (name.endswith(suffix) if suffix else "__tc_" not in name)
        if inside and line and not line.startswith((".loc", "$L__tmp", "$L__func")):
            line = re.sub(r"\$L__BB\d+", "$L", line)
            line = re.sub(r"__tc_(placed|unchecked)", "", line)
            lines.append(re.sub(r"tc1[24](un)?checked_v", "tc", line))
        if line == "}":
            inside = False
            if lines:
                return lines
    sys.exit(f"{path}: no kernel {wanted}")


first, second = kernel(sys.argv[1], sys.argv[2]), kernel(sys.argv[3], sys.argv[4])
for a, b in zip(first, second):
    if a != b:
        sys.exit(f"differs:\n  {a}\n  {b}")
if len(first) != len(second):
    sys.exit(f"{len(first)} lines against {len(second)}")
print(f"{len(first)} equal lines")
