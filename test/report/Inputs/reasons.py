#!/usr/bin/env python3
"""Every reason that keeps a check in the kernel: shown by a kernel, said alike everywhere, and cured by its hint.

  reasons.py --compiler "CLANG OPTION..." --reasons Reasons.def --work DIR [--report TOOL] [--golden FILE [--update]]

reasons.cu beside this file has a kernel for each reason, and a line `// REASON Name: access -> outcome, ...`. It is
compiled as it is, with -DDENY, and with -DAPPLIED=1 and 2, the hint applied in one way and in the other.

  * Each reason of Reasons.def has such a kernel, and the other way round; each hint is applied at least once.
  * As it is, the check of `access` stays for this reason, and the log, the remark, the sidecar, the compile error and
    `tilechecks-report why` say it in the same words; where there is a hint, so do those that give it.
  * With the hint applied, every check of `x` in this kernel has the outcome that the line says, and not this reason.
  * No line of a message is a mangled name's; none has more than five lines.
  * --golden: the texts are those of FILE; --update writes it.
"""
import argparse
import json
import pathlib
import re
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
RANK = ["discharged", "launch", "hoisted", "in_place"]
wrong = []


def expect(condition, text):
    if not condition:
        wrong.append(text)


def reasons_of(path):
    """{name: (text, hint)} of Reasons.def."""
    literals = r'((?:\s*"(?:[^"\\]|\\.)*")+)'
    found = {}
    for m in re.finditer(r"^TC_REASON\((\w+)," + literals + "," + literals + r"\)", path.read_text(), re.M):
        text, hint = ("".join(re.findall(r'"((?:[^"\\]|\\.)*)"', g)) for g in m.groups()[1:])
        found[m.group(1)] = (text, hint)
    return found


def base_name(kernel):
    return kernel["name"].split("(")[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--reasons", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--report")
    parser.add_argument("--golden", type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    arguments = parser.parse_args()
    work = arguments.work
    work.mkdir(parents=True, exist_ok=True)
    source = HERE / "reasons.cu"

    def compile(name, *flags, fails=False):
        sidecar = work / f"{name}.json"
        sidecar.unlink(missing_ok=True)
        command = shlex.split(arguments.compiler) + [
            "--cuda-device-only", "--offload-arch=sm_90", "-O1", "-gline-tables-only", "-ferror-limit=0", "-S", "-emit-llvm", *flags,
            str(source), "-o", str(work / f"{name}.ll"), "-mllvm", f"-tilechecks=sidecar={sidecar},log"]
        result = subprocess.run(command, text=True, errors="replace", stdin=subprocess.DEVNULL, capture_output=True)
        if (result.returncode != 0) != fails:
            sys.exit(f"+ {shlex.join(command)}\n{result.stderr}exit code {result.returncode}")
        said = [line.replace(str(source), "reasons.cu") for line in result.stderr.splitlines()]
        return said, {} if fails else {base_name(k): k for k in json.loads(sidecar.read_text())["kernels"]}

    remarks = [f"-Rpass{kind}=tilechecks" for kind in ("", "-missed", "-analysis")]
    said, before = compile("before", *remarks)
    denied, _ = compile("denied", "-DDENY", fails=True)
    after = [compile(f"applied-{way}", f"-DAPPLIED={way}")[1] for way in (1, 2)]

    known = reasons_of(arguments.reasons)
    rows = re.findall(r"^// REASON (\w+): (.*) -> (.*)$", source.read_text(), re.M)
    expect(len(known) > 20 and None not in known, f"{arguments.reasons}: {len(known)} reasons read")
    for name in known.keys() - {r[0] for r in rows}:
        wrong.append(f"{name}: no kernel of reasons.cu shows it")
    golden = []
    for name, access, outcomes in rows:
        if name not in known:
            wrong.append(f"{name}: not in Reasons.def")
            continue
        text, hint = known[name]
        reason = "" if name == "None" else name
        checks = [c for c in before[name]["checks"] if c["access"] == access and c["reason"] == reason
                  and RANK.index(c["outcome"]) > 1] if name in before else []
        if len(checks) != 1:
            wrong.append(f"{name}: {len(checks)} checks of {access} stay for it")
            continue
        check = checks[0]
        message = check["message"]
        at = f"reasons.cu:{check['line']}:{check['column']}: "
        expect(message.endswith(": " + text) or name == "None", f"{name}: the sidecar says {message}, Reasons.def {text}")
        expect(hint in check["hint"] and check["hint"], f"{name}: the sidecar's hint is {check['hint']}, that of Reasons.def {hint}")
        log = [s for s in said if s == "[tilechecks] " + at + message]
        expect(len(log) == 1, f"{name}: {len(log)} lines of the log say {message}")
        remark = re.compile(rf"reasons\.cu:{check['line']}:\d+: remark: {re.escape(message)} \[-Rpass-(missed|analysis)=tilechecks\]")
        found = [s for s in said if remark.fullmatch(s)]
        expect(len(found) == 1, f"{name}: {len(found)} remarks say {message}")
        head = f"error: {at}{message}; access {access}, index "
        tail = f"; forbidden by deny_in_kernel_checks; hint: {check['hint']}"
        errors = [s for s in denied if s.startswith(head) and s.endswith(tail)]
        expect(len(errors) == 1, f"{name}: {len(errors)} errors are {head}...{tail}")
        if arguments.report:
            why = subprocess.run([arguments.report, "why", f"{source}:{check['line']}:{check['column']}", str(work / "before.json")],
                                 text=True, capture_output=True)
            lines = [s.strip() for s in why.stdout.splitlines()]
            expect(why.returncode == 0 and message in lines, f"{name}: tilechecks-report why says {why.stdout}{why.stderr}")
            expect(any(s.startswith("hint") and s.endswith(check["hint"]) for s in lines), f"{name}: tilechecks-report why has no hint")
            expect(not reason or any(s.startswith("missing") and s.endswith(text) for s in lines),
                   f"{name}: tilechecks-report why does not say what is missing")
        golden += [f"{name}", f"  log    {s}" if (s := log[0] if log else "") else "  log", f"  remark {found[0] if found else ''}",
                   f"  deny   {errors[0] if errors else ''}"]
        for way, outcome in enumerate(outcomes.split(", "), 1):
            moved = [c for c in after[way - 1].get(name, {"checks": []})["checks"] if c["tensor"] == "x"]
            expect(moved, f"{name}: applied in way {way}, no check of x is left to look at")
            expect(RANK.index(outcome) < RANK.index(check["outcome"]), f"{name}: {outcome} is no gain over {check['outcome']}")
            for c in moved:
                expect(c["outcome"] == outcome, f"{name}: applied in way {way}, {c['access']} is {c['outcome']} ({c['message']}), not {outcome}")
                expect(not reason or c["reason"] != reason, f"{name}: applied in way {way}, the reason is still there")
                golden.append(f"  after  {c['message']}")

    for line in said + denied:
        expect(not re.search(r"\b_Z\w", line), f"a mangled name: {line}")
    # A line that does not begin a message belongs to the one before it.
    length = 0
    for line in denied:
        length = 1 if line.startswith(("error: ", "[tilechecks] ")) else length + 1
        expect(length <= 5 or re.match(r"\d+ (errors|warnings)", line), f"more than five lines: {line}")
    if arguments.golden:
        text = "\n".join(golden) + "\n"
        if arguments.update:
            arguments.golden.write_text(text)
        else:
            import difflib
            wrong.extend(difflib.unified_diff(arguments.golden.read_text().splitlines(), text.splitlines(),
                                              arguments.golden.name, "now", lineterm="", n=0))
    print("\n".join(wrong) or f"{len(rows)} reasons")
    return 1 if wrong else 0


sys.exit(main())
