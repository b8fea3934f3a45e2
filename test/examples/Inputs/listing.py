"""listing.py SIDECAR...: what became of each check, and what a launch compares. File names without their folders. Sidecars that
say the same, up to the target, are listed once, with all their targets."""
import json
import os
import sys


def listing(document):
    lines = []
    for kernel in document["kernels"]:
        name = kernel["name"].split("(")[0]
        counts = ", ".join(f"{value} {key.replace('_', ' ')}" for key, value in kernel["counts"].items())
        flags = "" if kernel["flags_kept"] else "; arithmetic flags dropped"
        lines.append(f"{name}: {counts}{flags}")
        for body in kernel["bodies"]:
            suffix = body["symbol"][len(kernel["symbol"]):] or "(its own name)"
            lines.append(f"  body {body['kind']} {suffix}: {body['checks']} checks")
        for check in kernel["checks"]:
            place = f"{os.path.basename(check['file'])}:{check['line']}:{check['column']}"
            why = f" ({check['reason']})" if check["reason"] else ""
            lines.append(f"  {place} {check['access']} axis {check['axis']}: {check['outcome']} by {check['rule']}{why}")
        for check in kernel["launch_checks"]:
            exact = "" if check["exact"] else ", only sufficient"
            lines.append(f"  launch {check['id']} [{check['origin']}{exact}] {os.path.basename(check['file'])}:{check['line']} "
                         f"{check['access']}: {check['text']}")
    return "\n".join(lines)


targets = {}
for path in sys.argv[1:]:
    document = json.load(open(path))
    targets.setdefault(listing(document), []).append(document["target"])
for text, names in targets.items():
    print(f"targets: {' '.join(names)}\n{text}")
