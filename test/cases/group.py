#!/usr/bin/env python3
"""One group of placement cases in one configuration: compiled with the plugin, turned into a launcher, run on the CPU runner.

  group.py --work DIR ... [--step deny|placed-only] -- GROUP FLAG...      FLAGs go to the device compilation

Without --step: Inputs/GROUP.cu is compiled with all bodies; the TILECHECKS_TIMING lines must be the COUNTS lines of the
source; then Inputs/GROUP.cpp is built against the generated header and must exit with 0. In DIR remain GROUP.ll (device IR
after the last pass), GROUP.ptx, GROUP.json and GROUP.launch.hpp.

deny: the compilation with -DDENY must fail with exactly the errors of the DENY lines. placed-only: without the kernels that
keep a check it must succeed.

A comment `// line: NAME` in the source gives the host program LINE_NAME, the number of that line as a string.
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def run(command, expect=0, environment=None, output=None):
    """Runs one command; its stderr comes back. Says what it ran if it ends with another code than expected."""
    changed = dict(os.environ, **(environment or {}))
    result = subprocess.run(command, env=changed, stdin=subprocess.DEVNULL, text=True, errors="replace",
                            stdout=open(output, "w") if output else subprocess.PIPE, stderr=subprocess.PIPE)
    wrong = result.returncode != expect if isinstance(expect, int) else result.returncode == 0
    if wrong:
        settings = [f"{k}={shlex.quote(v)}" for k, v in (environment or {}).items()]
        print("+", " ".join(settings + [shlex.quote(str(c)) for c in command]))
        print(result.stdout or "", result.stderr, sep="")
        print(f"exit code {result.returncode}")
        sys.exit(1)
    return result


def check(source, prefix, text, work):
    path = work / f"{prefix}.txt"
    path.write_text(text)
    run(["FileCheck", str(source), f"--check-prefix={prefix}", f"--input-file={path}"])


def main():
    split = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--device", required=True, help="the compiler with the plugin, and its options")
    parser.add_argument("--host", required=True, help="the compiler of the host program")
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--driver", required=True, help="the CPU runner as a driver library")
    parser.add_argument("--step", choices=["deny", "placed-only"])
    parser.add_argument("--source", type=pathlib.Path, help="instead of Inputs/GROUP.cu")
    parser.add_argument("--environment", action="append", default=[], metavar="NAME=VALUE", help="of the host program")
    arguments = parser.parse_args(sys.argv[1:split])
    group, *flags = sys.argv[split + 1:]
    work = arguments.work
    work.mkdir(parents=True, exist_ok=True)
    source = arguments.source or HERE / "Inputs" / f"{group}.cu"
    target = "sm_90"
    device = shlex.split(arguments.device) + [
        "--cuda-device-only", f"--cuda-gpu-arch={target}", "-Wno-user-defined-warnings", *flags, str(source)]
    ir, ptx, cubin = (work / f"{group}.{suffix}" for suffix in ("ll", "ptx", "cubin"))
    sidecar, header = work / f"{group}.json", work / f"{group}.launch.hpp"

    if arguments.step == "deny":
        result = run(device + ["-S", "-o", str(ptx), "-DDENY"], expect="failure")
        check(source, "DENY", result.stderr, work)
        return
    if arguments.step == "placed-only":
        run(device + ["-S", "-o", str(ptx), "-DDENY", "-DPLACED_ONLY"])
        return

    for old in (sidecar, header):
        old.unlink(missing_ok=True)
    result = run(device + ["-S", "-emit-llvm", "-o", str(ir), "-mllvm",
                           f"-tilechecks=sidecar={sidecar},bodies=all,timing"])
    check(source, "COUNTS", result.stderr, work)
    # One run of the plugin: the machine code is made of the IR that the runner executes.
    feature = re.search(r'"target-features"="[^"]*(\+ptx\d+)', ir.read_text())
    run(["llc", f"-mcpu={target}", f"-mattr={feature.group(1)}", str(ir), "-o", str(ptx)])
    run(["ptxas", f"-arch={target}", "-O1", str(ptx), "-o", str(cubin)])
    run(["launcher-gen", "--sidecar", str(sidecar), "--cubin", str(cubin), "-o", str(header)])
    lines = [f'-DLINE_{m.group(1)}="{n}"' for n, text in enumerate(source.read_text().splitlines(), 1)
             if (m := re.search(r"// line: (\w+)", text))]
    program = work / group
    run(shlex.split(arguments.host) + ["-std=c++20", "-O0", "-Wall", "-Wextra", "-Werror",
                                       *[f"-I{folder}" for folder in [*arguments.include, str(work)]], *lines,
                                       str(HERE / "Inputs" / f"{group}.cpp"), "-ldl", "-o", str(program)])
    result = run([str(program)], environment={"TILECHECKS_CUDA_LIBRARY": arguments.driver, "TILECHECKS_SIMT_IR": str(ir),
                                              **dict(setting.split("=", 1) for setting in arguments.environment)})
    print(result.stdout, end="")
    # S14: the reference body checks every site. An optimiser may leave out what stands behind a check that always fails.
    for kernel in json.loads(sidecar.read_text())["kernels"]:
        sites = len(kernel["checks"])
        reference = [b["checks"] for b in kernel["bodies"] if b["kind"] == "reference"]
        if len(reference) != 1 or reference[0] < (sites if "-O0" in flags else 1):
            print(f"{kernel['name']}: {sites} sites, checks in the reference body: {reference}")
            sys.exit(1)


main()
