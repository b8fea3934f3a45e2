"""options.py Options.def MODULE.ll OPT...: compares each option of the plugin with its environment variable."""
import os
import re
import subprocess
import sys

registry, module, opt = sys.argv[1], sys.argv[2], sys.argv[3:]
folder = os.path.dirname(module)
# A value that makes a difference.
values = {
    "sidecar": folder + "/{module}.{target}.out.json",
    "bodies": "reference+no_hoist",
    "sufficient": "launch",
    "on_violation": "report",
    "disable_check_hoisting": "1",
    "force_device_checks": "1",
    "deny": "1",
    "raw_launches": "1",
    "timing": "1",
    "log": "1",
    "dump": "plan",
    "dump_filter": "loops::f0*",
}
beside = {"dump_filter": {"TILECHECKS_DUMP": "plan"}, "sufficient": {"TILECHECKS_TIMING": "1"}}
# What a key changes is in the device module, unless it stands here.
host = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "host", "a-table-of-that-very-name.ll")
modules = {"raw_launches": host}
written = folder + "/loops.sm_90.out.json"
failures = 0


def observe(options=(), variables=None, module=module):
    """Exit code, stderr with times set aside, the module afterwards, the sidecar."""
    if os.path.exists(written):
        os.remove(written)
    environment = {k: v for k, v in os.environ.items() if not k.startswith("TILECHECKS_")} | (variables or {})
    result = subprocess.run([*opt, "-passes=tilechecks", "-S", module, "-o", "-", *options], env=environment,
                            capture_output=True, text=True, stdin=subprocess.DEVNULL)
    sidecar = open(written).read() if os.path.exists(written) else None
    said = re.sub(r"(ms=)[0-9.]+", r"\1", result.stderr)
    # A crash report would hold the command line.
    said = "\n".join(line for line in said.splitlines() if "Program arguments" not in line)
    return result.returncode, said, result.stdout, sidecar


def expect(condition, key, what):
    global failures
    if not condition:
        failures += 1
        print(f"FAILED: {key}: {what}")


keys = re.findall(r'^TC_OPTION_(\w+)\(\w+, "(\w+)"', open(registry).read(), re.M)
expect(keys, "Options.def", "no key found")
expect({key for _, key in keys} == set(values), "Options.def", f"keys without a value here, or gone: {keys}")
for kind, key in keys:
    variable, value = "TILECHECKS_" + key.upper(), values.get(key)
    extra, where = beside.get(key, {}), modules.get(key, module)
    if value is not None:
        by_option = observe([f"-tilechecks={key}={value}"], extra, where)
        by_variable = observe([], extra | {variable: value}, where)
        expect(by_option == by_variable, key, f"differs\n{by_option[:2]}\n{by_variable[:2]}")
        expect(by_variable != observe([], extra, where), key, f"{variable}={value} has no effect")
    if kind != "TEXT":
        code, said, _, _ = observe([], {variable: "nonsense"})
        expect(code != 0 and variable in said and "'nonsense'" in said, key, f"a wrong value is not refused: {code} {said}")
        code, said, _, _ = observe([f"-tilechecks={key}=nonsense"])
        expect(code != 0 and f"-tilechecks={key}=nonsense" in said, key, f"a wrong value is not refused: {code} {said}")
code, said, _, _ = observe(["-tilechecks=nonsense=1"])
expect(code != 0 and "unknown key 'nonsense'" in said, "nonsense", f"an unknown key is not refused: {code} {said}")
# The option is stronger than the variable.
code, said, _, _ = observe(["-tilechecks=timing=0"], {"TILECHECKS_TIMING": "1"})
expect("TILECHECKS_TIMING" not in said, "timing", "the variable is stronger than the option")
print(f"{len(keys)} keys, {failures} failures")
sys.exit(failures != 0)
