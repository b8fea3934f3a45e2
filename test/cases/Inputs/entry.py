"""entry.py FILE.ptx SYMBOL: the lines of one kernel, comments, call numbers and the symbol's own name set aside."""
import re
import sys

text = open(sys.argv[1]).read()
symbol = sys.argv[2]
found = re.search(rf"^\.visible \.entry {symbol}\(.*?^}}", text, re.M | re.S)
if not found:
    sys.exit(f"no kernel {symbol}")
body = re.sub(rf"\b{symbol}\b", "KERNEL", found.group(0).replace(symbol + "_param", "KERNEL_param"))
for line in body.splitlines():
    line = re.sub(r"\s*//.*", "", line).rstrip()
    line = re.sub(r"callseq \d+", "callseq", line)
    # The names of labels and of the clones of internal functions hold numbers of the whole module.
    line = re.sub(r"\$L__BB\d+_", "$L__BB_", line)
    line = re.sub(r"(unchecked|checked)_v0_1", "TAG", line)
    if line:
        print(line)
