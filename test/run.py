#!/usr/bin/env python3
"""Runs every unit test and the lit suite of a build folder and counts them case by case.

The last line is `N passed, M failed, K skipped`; the exit code is 0 only if something passed and nothing failed. A test
binary that dies without a report counts as one failure, and so does a suite that lit could not run.

  run.py BUILD [--filter REGEX] [--only unit|lit] [-j N] [-v]
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile


class Count:
    def __init__(self):
        self.passed, self.failed, self.skipped = 0, 0, 0
        self.failures = []

    def fail(self, name, output=""):
        self.failed += 1
        self.failures.append((name, output))

    def add(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.failures += other.failures


def run_gtest(binary, name_filter, folder):
    count = Count()
    name = os.path.basename(binary)
    if not os.path.exists(binary):
        count.fail(name, "not built\n")
        return count
    report = os.path.join(folder, name + ".json")
    command = [binary, f"--gtest_output=json:{report}", "--gtest_brief=1"]
    if name_filter:
        listing = subprocess.run([binary, "--gtest_list_tests"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        suite, wanted = "", []
        for line in listing.stdout.splitlines():
            line = line.split("#")[0].rstrip()
            if line and not line.startswith(" "):
                suite = line.strip()
            elif line and re.search(name_filter, f"{name}/{suite}{line.strip()}"):
                wanted.append(suite + line.strip())
        if not wanted:
            return count
        command.append("--gtest_filter=" + ":".join(wanted))
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                            stdin=subprocess.DEVNULL)
    try:
        with open(report) as file:
            suites = json.load(file)["testsuites"]
    except (OSError, ValueError, KeyError):
        count.fail(name, f"no report, exit code {result.returncode}\n{result.stdout[-4000:]}")
        return count
    for suite in suites:
        for case in suite["testsuite"]:
            title = f"{name}/{suite['name']}.{case['name']}"
            if case.get("failures"):
                count.fail(title, "\n".join(f["failure"] for f in case["failures"]) + "\n")
            elif case.get("result") == "SKIPPED" or case.get("status") == "NOTRUN":
                count.skipped += 1
            else:
                count.passed += 1
    if result.returncode != 0 and not count.failed:
        count.fail(name, f"exit code {result.returncode}\n{result.stdout[-4000:]}")
    return count


def run_plain(name, command, folder):
    """One ctest entry that is neither lit nor GoogleTest: one case, judged by its exit code."""
    count = Count()
    try:
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                                stdin=subprocess.DEVNULL, cwd=folder)
    except OSError as problem:
        count.fail(name, f"{problem}\n")
        return count
    if result.returncode == 0:
        count.passed += 1
    else:
        count.fail(name, f"exit code {result.returncode}\n{result.stdout[-4000:]}")
    return count


def registered_elsewhere(build, known):
    """What ctest has and the manifest has not: GoogleTest binaries, each once, and (name, command, folder) of the others."""
    if not (build / "CTestTestfile.cmake").exists():
        return [], []
    listing = subprocess.run(["ctest", "--test-dir", str(build), "--show-only=json-v1"], capture_output=True, text=True,
                             stdin=subprocess.DEVNULL)
    units, others = [], []
    for test in json.loads(listing.stdout)["tests"] if listing.returncode == 0 else []:
        command = test.get("command")
        if not command:
            others.append((test["name"], [test["name"]], build))  # not built: fails, with a message
        elif command[0] not in known and command[0] not in units:
            path = pathlib.Path(command[0])
            if path.is_file() and b"gtest_output" in path.read_bytes():
                units.append(command[0])
            else:
                properties = {p["name"]: p["value"] for p in test.get("properties", [])}
                others.append((test["name"], command, properties.get("WORKING_DIRECTORY", build)))
    return units, others


def run_lit(lit, suites, name_filter, jobs, folder):
    count = Count()
    report = os.path.join(folder, "lit.json")
    command = [lit, "-q", f"-j{jobs}", "-o", report, "--allow-empty-runs", *suites]
    if name_filter:
        command.append(f"--filter={name_filter}")
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                            stdin=subprocess.DEVNULL)
    try:
        with open(report) as file:
            tests = json.load(file)["tests"]
    except (OSError, ValueError, KeyError):
        count.fail("lit", f"no report, exit code {result.returncode}\n{result.stdout[-4000:]}")
        return count
    for test in tests:
        if test["code"] in ("PASS", "XFAIL", "FLAKYPASS"):
            count.passed += 1
        elif test["code"] in ("UNSUPPORTED", "SKIPPED", "EXCLUDED"):
            if test["code"] != "EXCLUDED":
                count.skipped += 1
        else:  # FAIL, XPASS, UNRESOLVED, TIMEOUT: unknown is not success
            count.fail(f"{test['name']} ({test['code']})", test.get("output", "")[-6000:])
    if result.returncode != 0 and not count.failed:
        count.fail("lit", f"exit code {result.returncode}\n{result.stdout[-4000:]}")
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--filter", default="", help="regular expression over test names")
    parser.add_argument("--only", choices=["unit", "lit"])
    parser.add_argument("-j", type=int, default=os.cpu_count() or 1)
    parser.add_argument("-v", action="store_true", help="count per unit-test binary")
    arguments = parser.parse_args()

    manifest = arguments.build / "test" / "tests.manifest"
    units, lit, suites = [], "", []
    for line in manifest.read_text().splitlines():
        kind, path = line.split(" ", 1)
        if kind == "gtest":
            units.append(path)
        elif kind == "lit":
            lit = path
        elif kind == "suite":
            suites.append(path)

    more, others = registered_elsewhere(arguments.build, units + [lit])
    units += more

    total = Count()
    with tempfile.TemporaryDirectory() as folder:
        if arguments.only != "lit":
            with concurrent.futures.ThreadPoolExecutor(arguments.j) as pool:
                for binary, count in zip(units, pool.map(lambda b: run_gtest(b, arguments.filter, folder), units)):
                    total.add(count)
                    if arguments.v:
                        print(f"{os.path.basename(binary)}: {count.passed} passed, {count.failed} failed, "
                              f"{count.skipped} skipped", flush=True)
            for name, command, place in others:
                if not arguments.filter or re.search(arguments.filter, name):
                    total.add(run_plain(name, command, place))
        if arguments.only != "unit":
            if lit:
                total.add(run_lit(lit, suites, arguments.filter, arguments.j, folder))
            else:
                total.fail("lit", "lit was not found when this folder was configured\n")

    for name, output in total.failures:
        print(f"--- FAILED: {name}\n{output}", end="" if output.endswith("\n") else "\n")
    for name, _ in total.failures:
        print(f"FAILED: {name}")
    if not total.passed and not total.failed:
        print("no test ran")
    print(f"{total.passed} passed, {total.failed} failed, {total.skipped} skipped", flush=True)
    return 0 if total.passed and not total.failed else 1


if __name__ == "__main__":
    sys.exit(main())
