"""identity.py DRIVER SOURCE WORK FLAG...: compiles checked (with the unchecked body) and as a twin, and counts for each kernel the
lines of PTX in which its unchecked body differs from the twin that the sidecar names. Comments, call numbers, and names that
carry the body or the mode are set aside."""
import difflib
import json
import pathlib
import re
import subprocess
import sys

driver, source, work, *flags = sys.argv[1:]
work = pathlib.Path(work)
work.mkdir(parents=True, exist_ok=True)


def compile(name, *extra):
    path = work / f"{name}.ptx"
    subprocess.run([*driver.split(), source, "--offload-arch=sm_90", *flags, *extra, "-o", str(path)], check=True)
    return path.read_text()


def lines_of(text, symbol):
    found = re.search(rf"^\.visible \.entry {re.escape(symbol)}\(.*?^}}", text, re.M | re.S)
    if not found:
        sys.exit(f"no kernel {symbol}")
    out = []
    for line in found.group(0).splitlines():
        line = re.sub(r"\s*//.*", "", line).rstrip()
        line = re.sub(r"callseq \d+", "callseq", line)
        line = re.sub(r"\$L__(BB|func_begin|func_end|tmp|info_string)\d+", r"$L__\1", line)
        line = re.sub(r"\b[\w$]*(k_\w+?N2tc|_Z)[\w$]*?(_param_\d+)", r"NAME\2", line)
        line = re.sub(r"\b_Z[\w$]+|\bk_\w+", "NAME", line)
        # Line tables differ by the calls to the accessors that both builds have inlined alike; only code is compared.
        if line and not line.strip().startswith((".loc", "$L__tmp")):
            out.append(line.strip())
    return out


checked = compile("checked", "--bodies=unchecked", f"--sidecar={work / 'checked.json'}")
twins = {True: compile("twin", "--twin"), False: compile("twin-fwrapv", "--twin", "-fwrapv")}
wrong = 0
for kernel in json.loads((work / "checked.json").read_text())["kernels"]:
    name = kernel["name"].split("(")[0]
    bodies = {body["kind"]: body for body in kernel["bodies"]}
    residual = bodies["placed"]["checks"]
    body = bodies["placed"] if residual == 0 else bodies["unchecked"]
    twin = twins[kernel["flags_kept"]]
    symbol, = (s for s in re.findall(r"^\.visible \.entry ([\w$]+)\(", twin, re.M) if re.match(rf"_Z\d+{name}N|_Z\d+{name}P", s))
    ours, theirs = lines_of(checked, body["symbol"]), lines_of(twin, symbol)
    differing = sum(1 for line in difflib.unified_diff(theirs, ours, n=0) if line[:1] in "+-" and line[:3] not in ("+++", "---"))
    wrong += differing
    print(f"{name}: {residual} residual checks, {body['kind']} body, {len(ours)} lines, {differing} differ")
sys.exit(1 if wrong else 0)
