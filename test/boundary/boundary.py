#!/usr/bin/env python3
"""Both sides of every launch check of a module, run: what an exact check refuses must do wrong, what all checks accept must not.

  boundary.py --work DIR ... [--at-least N] [--mutants] --source FILE.cu -- FLAG...     FLAGs go to the device compilation
  boundary.py --work DIR ... [--at-least N] [--mutants] --built STEM                    STEM.json and STEM.ll are there

`tilechecks-report boundary` searches the launches: for each launch check the smallest that it alone refuses, and the accepted
ones beside it. They go through the generated launcher to the CPU runner, which sees an access to any byte outside the tensors.

  check                          the refused launch                              an accepted launch
  derived or debt, exact         is refused by this check, and the reference     is not refused; placed and assumed body do as the
                                 body, launched all the same, is stopped          reference does: run to the end and leave the same
  precondition, contract         is refused by this check                         memory, or are stopped by a check of their own
  assumption                     goes to another body than the assumed one
  only sufficient                goes to the self-contained body, or is refused

A launch that takes too long, or more memory than it is given, is skipped, and the last lines say how many were and why.

TILECHECKS_BOUNDARY=long in the environment: more places (--around), more time and memory, and three fillings of the memory.

--mutants shows that all this can fail: each derived check is moved by one in both directions, in sidecar and launcher, and the
faults that this makes are counted. A mutant of each kernel goes into one round.
"""
import argparse
import collections
import copy
import hashlib
import json
import os
import pathlib
import re
import shlex
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
LONG = os.environ.get("TILECHECKS_BOUNDARY") == "long"
AROUND = [0, 2, 5, 9, 33] if LONG else [0, 5]
FILLS = [0, 255, 1] if LONG else [0]
SECONDS = 1 if LONG else 0.1
MEMORY = (16 if LONG else 1) << 20  # bytes for a tensor
UNSIZED = 64 << 10  # bytes behind a pointer that has no extents
BYTES = {"bool": 1, "char": 1, "signed char": 1, "unsigned char": 1, "short": 2, "unsigned short": 2, "int": 4,
         "unsigned int": 4, "long": 8, "unsigned long": 8, "long long": 8, "unsigned long long": 8, "float": 4, "double": 8,
         "__half": 2, "__nv_bfloat16": 2}
FORMATS = {"float": "f32", "double": "f64", "__half": "f16", "__nv_bfloat16": "bf16"}
THREADS = 1 << 24  # of a launch that must run to its end


OWN = set()  # kernels that make tensors of their own, over memory that they need not have


def run(command, environment=None):
    result = subprocess.run([str(c) for c in command], env=dict(os.environ, **(environment or {})), stdin=subprocess.DEVNULL,
                            text=True, errors="replace", capture_output=True)
    if result.returncode != 0:
        print("+", " ".join(shlex.quote(str(c)) for c in command))
        print(result.stdout[-4000:], result.stderr[-4000:], f"exit code {result.returncode}", sep="\n")
        sys.exit(1)
    return result.stdout


# ---------------------------------------------------------------------------------------------------------------------------
# Memory for a launch
# ---------------------------------------------------------------------------------------------------------------------------

def arguments_of(spelling):
    """`a::t<x, y<z>>` to [x, y<z>]."""
    parts, depth = [""], 0
    for c in spelling[spelling.index("<") + 1:spelling.rindex(">")]:
        depth += {"<": 1, ">": -1}.get(c, 0)
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [p.strip() for p in parts]


def plain(spelling):
    """Without const and its like."""
    return re.sub(r"\b(const|volatile)\b", "", spelling).strip()


def element_of(param):
    if param["kind"] == "tensor":
        return plain(arguments_of(param["type"])[0])
    return plain(param["type"].rstrip("*"))


def span_of(param, values):
    """First and past-the-end byte that accesses within the extents reach, from the pointer."""
    if param["kind"] == "pointer":
        return 0, UNSIZED
    element, extents, layout = arguments_of(param["type"])
    size, (index, *axes) = BYTES[plain(element)], arguments_of(extents)
    width, at = BYTES[index], 8
    unsigned = index.startswith("unsigned")

    def field():
        nonlocal at
        value = values.get((at, 8 * width), 0)
        at += width
        return value % (1 << 8 * width) if unsigned else value

    extents = [field() if int(a.rstrip("ul")) in (-1, 2**32 - 1, 2**64 - 1) else int(a.rstrip("ul")) for a in axes]
    if any(e <= 0 for e in extents):
        return 0, 0
    if not layout.endswith("layout_stride"):
        count = 1
        for e in extents:
            count *= e
        return 0, count * size
    reach = [(e - 1) * field() for e in extents]
    return size * sum(min(r, 0) for r in reach), size * (1 + sum(max(r, 0) for r in reach))


def trial_line(number, kernel, launch, bodies, fill):
    """The line for trials.hpp, and whether some tensor gets less memory than it says it has."""
    by_param = collections.defaultdict(dict)
    for key, value in launch["values"].items():
        index, offset, bits = map(int, key.strip("()").split()[1:])
        by_param[index][offset, bits] = value
    raw, region, offset = [], {}, {}
    spans = collections.defaultdict(list)
    for p in kernel["params"]:
        i, data = p["index"], bytearray(p["size"])
        # The narrower first: a part never overwrites the whole.
        for (at, bits), value in sorted(by_param[i].items(), key=lambda item: item[0][1]):
            n = (bits + 7) // 8
            data[at:at + n] = (value % (1 << bits)).to_bytes(n, "little")
        if FORMATS.get(p["type"]) and not any(data):  # a factor of 0 makes much alike
            data[:] = struct.pack("<f" if p["size"] == 4 else "<d", 1) if p["size"] > 2 else data
        raw.append(data)
        region[i] = -1
        if p["kind"] in ("tensor", "pointer"):
            address = by_param[i].get((0, 64), (i + 1) << 40)
            region[i] = ((address + (1 << 39)) >> 40) - 1
            if not 0 <= region[i] < len(kernel["params"]) or kernel["params"][region[i]]["kind"] not in ("tensor", "pointer"):
                region[i] = i
            offset[i] = address - ((region[i] + 1) << 40)
            low, high = span_of(p, by_param[i])
            spans[region[i]].append((low + offset[i], high + offset[i]))
    line, capped, first = [], False, {}
    for r, parts in spans.items():
        first[r] = min(low for low, _ in parts) // 256 * 256
    for p in kernel["params"]:
        i, size = p["index"], -1
        if i in spans:
            size = max(high for _, high in spans[i]) - first[i]
            capped = capped or size > MEMORY
            size = min(size, MEMORY)
        kind = FORMATS.get(element_of(p), "-") if size >= 0 else "-"
        line += [bytes(raw[i]).hex(), size, kind, region[i], offset[i] - first[region[i]] if region[i] >= 0 else 0]
    dimensions = launch["grid"] + launch["block"] + launch["cluster"] + [launch["smem"]]
    return " ".join(map(str, [number, ",".join(bodies) or "-", fill, *dimensions, *line])), capped


# ---------------------------------------------------------------------------------------------------------------------------
# What must happen
# ---------------------------------------------------------------------------------------------------------------------------

class Case:
    """One launch for one check."""

    def __init__(self, kernel, number, check, point, launch, accepted, fill):
        self.kernel, self.check, self.point, self.accepted = kernel, check, point, accepted
        by_id = {c["id"]: c for c in kernel["launch_checks"]}
        built = [b["kind"] for b in kernel["bodies"]]
        fast = [b for b in ("placed", "assumed") if b in built]
        # What the launcher leaves to the reference body: checks that stand for accesses.
        others = [by_id.get(w) for w in point["with"]]
        self.violates = all(c and c["exact"] and c["origin"] in ("derived", "debt") for c in [check, *others])
        self.passes = all(c and (c["origin"] == "assumption" or not c["exact"]) for c in [check, *others])
        if accepted:
            self.bodies = ["reference", *fast]
        elif self.violates:
            self.bodies = ["reference"]
        elif self.passes:
            self.bodies = ["reference", "placed" if check["origin"] == "assumption" else "self_contained"]
        else:
            self.bodies = []
        threads = 1
        for n in launch["grid"] + launch["block"]:
            threads *= n
        self.is_long = threads > THREADS and not LONG and (accepted or self.passes)
        if self.is_long:
            self.bodies = []
        self.line, self.capped = trial_line(number, kernel, launch, self.bodies, fill)
        self.launch = launch

    def judge(self, answer):
        """(outcome, why): outcome is `ok ...`, `skipped ...` or `fault`."""
        status, refusing, body, *rest = answer.split("\t")
        ends = {name: rest[3 * i:3 * i + 3] for i, name in enumerate(self.bodies)}
        refused = status == "1"
        if status not in "01":
            return "fault", f"the launcher answers with status {status}"
        if self.accepted:
            if refused:
                return "fault", f"the launcher refuses by {refusing} what all checks accept"
            if body not in ("placed", "assumed"):
                return "fault", f"the launcher chooses the body {body}"
            return self.agree(ends)
        if self.passes:
            if not refused:
                wanted = "placed" if self.check["origin"] == "assumption" else "self_contained"
                if body != wanted:
                    return "fault", f"the launcher chooses the body {body}, expected {wanted}"
                return self.agree(ends)
            return ("ok, refused as the policy says", "") if not self.check["exact"] else ("fault", f"refused by {refusing}")
        if not refused:
            return "fault", "the launcher does not refuse it"
        same = [c["id"] for c in self.kernel["launch_checks"] if c["predicate"] == self.check["predicate"]]
        if not self.point["with"] and refusing not in same and not (
                self.check["origin"] == "contract" and not re.fullmatch(r"L\d+", refusing)):
            return "fault", f"refused by {refusing}, expected {self.check['id']}"
        if not self.violates:
            return "ok, refused by what was declared", ""
        how, _, said = ends["reference"]
        if how == "check":
            return "ok, violates on the reference", ""
        if how == "clean":
            return "fault", "refused, and the reference body does no wrong"
        return self.unclear("reference", how, said)

    def agree(self, ends):
        if self.is_long:
            return "skipped, takes more time", ""
        how, digest, said = ends["reference"]
        if how not in ("clean", "check"):
            return self.unclear("reference", how, said)
        for name, (other, left, words) in ends.items():
            if other == how and (how == "check" or left == digest):
                continue
            if other in ("time", "other"):
                return self.unclear(name, other, words)
            if other == "access" and self.capped:
                return "skipped, takes more memory", words
            if other == how:
                return "fault", f"the {name} body leaves other values than the reference body"
            return "fault", f"the reference body ends with `{how}`, the {name} body with `{other}` {words}"
        return ("ok, clean" if how == "clean" else "ok, stopped in the kernel as the reference is"), ""

    def unclear(self, name, how, said):
        if how == "time":
            return "skipped, takes more time", said
        if how == "access" and self.kernel["name"].split("(")[0] in OWN:
            return "skipped, the kernel makes a tensor that lies about its memory", said
        if how == "access":
            return ("skipped, takes more memory", said) if self.capped else ("fault", f"the {name} body touches bytes that no "
                                                                             f"tensor has: {said}")
        return "skipped, the runner cannot tell", said


def launcher_names(header):
    """The check functions of a generated header in order, with their namespaces."""
    names, scope = [], []
    for line in header.splitlines():
        if m := re.match(r"namespace ([\w:]+) \{", line):
            scope.append(m.group(1))
        elif line.startswith("} // namespace"):
            scope.pop()
        elif m := re.match(r".*inline tc::status check_(\w+)\(", line):
            names.append(("".join(f"::{s}" for s in scope), m.group(1)))
    return names


def precompiled(command, work):
    """Options for what all host programs include, compiled once for all the tests beside \p work."""
    text = '#include "trials.hpp"\n#include <tilechecks/tensor.hpp>\n'
    headers = work / "common.hpp"
    headers.write_text(text)
    listed = run(command + ["-M", headers]).replace("\\\n", " ").split()[1:]
    key = hashlib.sha256(repr(command).encode())
    for path in sorted(set(listed) - {str(headers)}):
        key.update(pathlib.Path(path).read_bytes() + str(os.stat(path).st_mtime_ns).encode())
    pch = work.parent / f"common-{key.hexdigest()[:16]}.pch"
    if not pch.exists():
        common = work.parent / f"common-{os.getpid()}.hpp"
        common.write_text(text)
        run(command + ["-x", "c++-header", common, "-o", common.with_suffix(".pch"), "-fpch-validate-input-files-content"])
        common.with_suffix(".pch").rename(pch)
    return ["-include-pch", pch, "-fpch-validate-input-files-content"]


class Module:
    def __init__(self, options, sidecar, ir, name):
        self.options, self.sidecar, self.ir, self.name = options, sidecar, ir, name

    def program(self, work):
        """The host program for self.sidecar, in \\p work."""
        o = self.options
        run([sys.executable, HERE.parent / "launcher-gen" / "Inputs" / "make-cubin.py", self.sidecar, work / "k.yaml",
             work / "k.fake"])
        run(["yaml2obj", work / "k.yaml", "-o", work / "k.cubin"])
        header = work / "k.launch.hpp"
        run(["launcher-gen", "--sidecar", self.sidecar, "--cubin", work / "k.cubin", "-o", header])
        kernels = [f"{{boundary::typed({scope}::check_{n}), boundary::typed({scope}::launch_{n})}}"
                   for scope, n in launcher_names(header.read_text())]
        host = work / "k.cpp"
        host.write_text('#include "trials.hpp"\n#include "k.launch.hpp"\n\nint main(int n, char **a) {\n'
                        "  return boundary::answer_all({" + ",\n      ".join(kernels) + "}, n, a);\n}\n")
        command = shlex.split(o.host) + ["-std=c++20", "-O0", "-w", f"-I{HERE}", *[f"-I{i}" for i in o.include]]
        run(command + [*precompiled(command, work), f"-I{work}", host, "-ldl", "-o", work / "k"])
        return work / "k"

    @staticmethod
    def cases(document, report, fill):
        result = []
        for number, (kernel, found) in enumerate(zip(document["kernels"], report["kernels"])):
            for check, boundary in zip(kernel["launch_checks"], found["launch_checks"]):
                for point in boundary["boundaries"]:
                    if point["around"] and not LONG and check["origin"] in ("precondition", "contract"):
                        continue  # what was declared is said to refuse, and is at one place as at another
                    result.append(Case(kernel, number, check, point, point["refused"], False, fill))
                    for n in point["accepted"]:
                        result.append(Case(kernel, number, check, point, n["launch"], True, fill))
                        if "last_refused" in n:
                            alone = dict(point, **{"with": []})
                            result.append(Case(kernel, number, check, alone, n["last_refused"], False, fill))
        return result

    def judged(self, work):
        """(case, outcome, why) of every launch that the search finds."""
        document = json.loads(pathlib.Path(self.sidecar).read_text())
        around = [f"--around={n}" for n in AROUND]
        report = json.loads(run(["tilechecks-report", "boundary", "--json", *around, self.sidecar]))
        program, result, skipped = self.program(work), [], set()
        for fill in FILLS:
            # What took too long takes too long again.
            cases = [(i, c) for i, c in enumerate(self.cases(document, report, fill)) if i not in skipped]
            # Several checks may ask for the same launch. Those that should end clean come first (answer_all()).
            lines = list(dict.fromkeys(c.line for _, c in sorted(cases, key=lambda case: not case[1].accepted)))
            (work / "trials.txt").write_text("".join(line + "\n" for line in lines))
            answers = run([program, work / "trials.txt", str(SECONDS)],
                          {"TILECHECKS_CUDA_LIBRARY": self.options.driver, "TILECHECKS_SIMT_IR": str(self.ir)}).splitlines()
            assert len(answers) == len(lines), f"{len(lines)} launches, {len(answers)} answers"
            answer_to = dict(zip(lines, answers))
            for i, c in cases:
                result.append((c, *c.judge(answer_to[c.line])))
                if result[-1][1].startswith("skipped"):
                    skipped.add(i)
        return result


def tell(name, document, judged, at_least):
    """Prints the counts; the number of faults comes back."""
    counts, faults = collections.Counter(), 0
    refused, accepted = set(), set()
    for case, outcome, why in judged:
        side = "accepted" if case.accepted else "refused"
        counts[side, outcome] += 1
        which = (case.kernel["symbol"], case.check["id"])
        if outcome.startswith("ok"):
            (accepted if case.accepted else refused).add(which)
        if outcome == "fault" or os.environ.get("TILECHECKS_BOUNDARY_SHOW", "\0") in outcome:
            faults += outcome == "fault"
            c = case.check
            print(f"{'FAULT' if outcome == 'fault' else outcome}: {case.kernel['name'].split('(')[0]}: {c['id']} ({c['origin']}"
                  f"{'' if c['exact'] else ', only sufficient'}): {c['text']}\n  {side}: {json.dumps(case.launch)}\n  {why}")
    checks = [(k["symbol"], c["id"]) for k in document["kernels"] for c in k["launch_checks"]]
    both = [c for c in checks if c in refused and c in accepted]
    for side in ("refused", "accepted"):
        mine = {o: n for (s, o), n in sorted(counts.items()) if s == side}
        print(f"  {side}: {sum(mine.values())} launches: " + "; ".join(f"{n} {o}" for o, n in mine.items()))
    print(f"{name}: {len(checks)} launch checks, {len(both)} shown from both sides, {faults} faults")
    if len(both) < at_least:
        print(f"{name}: expected at least {at_least} to be shown from both sides; not shown:")
        for symbol, check in checks:
            if (symbol, check) not in both:
                print(f"  {symbol} {check}")
        return faults + 1
    return faults


# ---------------------------------------------------------------------------------------------------------------------------
# Mutants
# ---------------------------------------------------------------------------------------------------------------------------

def parse(text):
    tokens, stack = re.findall(r"[()]|[^\s()]+", text), [[]]
    for token in tokens:
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0][0]


def spell(tree):
    return tree if isinstance(tree, str) else "(" + " ".join(map(spell, tree)) + ")"


def moved(tree, by):
    """The predicate with its comparison moved by one: by = 1 lets one more launch pass, -1 one fewer. None: no comparison."""
    if isinstance(tree, str):
        return None
    head = tree[0]
    if head in ("<=", "<"):
        return [head, tree[1], ["+", tree[2], str(by)]]
    if head in (">=", ">"):
        return [head, ["+", tree[1], str(by)], tree[2]]
    if head == "implies":
        last = moved(tree[2], by)
        return last and [head, tree[1], last]
    if head == "and":
        for i in range(1, len(tree)):
            if part := moved(tree[i], by):
                return tree[:i] + [part] + tree[i + 1:]
    return None


def mutants(module, work):
    """Runs all mutants; the lines to print."""
    original = json.loads(pathlib.Path(module.sidecar).read_text())
    todo = collections.defaultdict(list)
    for k, kernel in enumerate(original["kernels"]):
        for c, check in enumerate(kernel["launch_checks"]):
            if check["origin"] in ("derived", "debt") and check["exact"]:
                todo[k] += [(c, by) for by in (1, -1) if moved(parse(check["predicate"]), by)]
    killed, survivors = 0, []
    for number in range(max(map(len, todo.values()), default=0)):
        document = copy.deepcopy(original)
        now = {k: ms[number] for k, ms in todo.items() if number < len(ms)}
        for k, (c, by) in now.items():
            check = document["kernels"][k]["launch_checks"][c]
            check["predicate"] = spell(moved(parse(check["predicate"]), by))
        sidecar = work / "mutant.json"
        sidecar.write_text(json.dumps(document))
        judged = Module(module.options, sidecar, module.ir, module.name).judged(work)
        caught = {case.kernel["symbol"] for case, outcome, _ in judged if outcome == "fault"}
        for k, (c, by) in now.items():
            kernel = original["kernels"][k]
            if kernel["symbol"] in caught:
                killed += 1
            else:
                survivors.append(f"  not seen: {kernel['name'].split('(')[0]} {kernel['launch_checks'][c]['id']} by {by:+}: "
                                 f"{kernel['launch_checks'][c]['text']}")
    return survivors + [f"{module.name}: {killed} of {killed + len(survivors)} mutants of launch checks are seen"]


def main():
    split = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--device", default="", help="the compiler with the plugin, and its options")
    parser.add_argument("--host", required=True, help="the compiler of the host program")
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--driver", required=True, help="the CPU runner as a driver library")
    parser.add_argument("--source", type=pathlib.Path)
    parser.add_argument("--built", type=pathlib.Path)
    parser.add_argument("--at-least", type=int, default=1, help="launch checks that must be shown from both sides")
    parser.add_argument("--mutants", action="store_true")
    parser.add_argument("--own-tensors", action="append", default=[], help="a kernel that makes tensors over memory that its "
                        "arguments need not have")
    options = parser.parse_args(sys.argv[1:split])
    OWN.update(options.own_tensors)
    work = options.work
    work.mkdir(parents=True, exist_ok=True)
    if options.built:
        sidecar, ir = (options.built.with_name(options.built.name + suffix) for suffix in (".json", ".ll"))
        name = options.built.name
    else:
        sidecar, ir, name = work / "k.json", work / "k.ll", options.source.stem
        run(shlex.split(options.device) + ["--cuda-device-only", "--cuda-gpu-arch=sm_90", "-Wno-user-defined-warnings",
                                           *sys.argv[split + 1:], options.source, "-S", "-emit-llvm", "-o", ir, "-mllvm",
                                           f"-tilechecks=sidecar={sidecar},bodies=reference+assumed"])
    module = Module(options, sidecar, ir, name)
    if options.mutants:
        lines = mutants(module, work)
        print("\n".join(lines))
        killed = int(lines[-1].split()[1])
        sys.exit(killed < options.at_least)
    judged = module.judged(work)
    sys.exit(tell(name, json.loads(sidecar.read_text()), judged, options.at_least) != 0)


main()
