#!/usr/bin/env python3
"""What the refusal of a sufficient launch check names makes it exact: applied as it stands, it does.

  declared.py OPTION-OF-group.py ... -- FLAG...

Runs the group `sufficient`. Its program prints the refusals under on_sufficient::refuse. Each names TC_KERNEL(...), which is put
in front of the kernel's declaration; the result must compile, keep no sufficient check, and refuse and run as it says.
"""
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def main():
    split = sys.argv.index("--")
    options, flags = sys.argv[1:split], sys.argv[split + 1:]
    work = pathlib.Path(options[options.index("--work") + 1])

    def group(folder, *more):
        command = [sys.executable, str(HERE / "group.py"), *options, "--work", str(work / folder), *more, "--", "sufficient", *flags]
        result = subprocess.run(command, text=True, stdout=subprocess.PIPE)
        if result.returncode:
            sys.exit(result.stdout)
        checks = [(kernel["name"], check) for kernel in json.loads((work / folder / "sufficient.json").read_text())["kernels"]
                  for check in kernel["launch_checks"]]
        return result.stdout, [name for name, check in checks if not check["exact"]]

    said, sufficient = group("asked")
    named = re.findall(r"^REFUSED (\w+)\n.*\n.*\n.*?(TC_KERNEL\(.*\)) would make it exact", said, re.M)
    if len(named) != len(sufficient) or not named:
        sys.exit(f"{len(sufficient)} sufficient checks, {len(named)} messages that name what makes one exact:\n{said}")
    text = (HERE / "Inputs" / "sufficient.cu").read_text()
    for kernel, declaration in named:
        text, count = re.subn(rf"(?m)^(?=__global__ void {kernel}\()", lambda _: declaration + "\n", text)
        if count != 1:
            sys.exit(f"no declaration of {kernel}")
    text = re.sub(r"(?m)^// COUNTS.*\n", "", text).replace("// DECLARED", "// COUNTS")
    (work / "sufficient.cu").write_text(text)
    said, sufficient = group("declared", "--source", str(work / "sufficient.cu"), "--environment", "SUFFICIENT_DECLARED=1")
    if sufficient:
        sys.exit(f"checks that are only sufficient are left in {sufficient}")
    print(said, end="")


main()
