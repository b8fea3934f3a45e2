# The lit suite. Configured by lit.site.cfg.py in the build folder.
import os
import subprocess

import lit.formats

config.name = "TileChecks"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".cu", ".goal", ".test", ".cpp"]
config.excludes = ["Inputs", "unit", "simt", "fuzz", "data", "CMakeLists.txt"]
config.test_source_root = os.path.join(config.tc_source, "test")
config.test_exec_root = os.path.join(config.tc_build, "test")

build_bin = os.path.join(config.tc_build, "bin")
plugin = os.path.join(config.tc_build, "lib", "libTileChecks.so")
include = os.path.join(config.tc_source, "intrinsics", "include")


def executable(path):
    return bool(path) and os.path.isfile(path) and os.access(path, os.X_OK)


def has_gpu():
    # The device nodes can be there without a usable driver, so ask the driver.
    if not any(os.path.exists("/dev/" + node) for node in ("nvidia0", "nvidiactl", "dxg")):
        return False
    try:
        listing = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return listing.returncode == 0 and "GPU 0" in listing.stdout


# --- environment: tools of the build first, then those of the one LLVM; stray settings of the caller stay outside.
path = [build_bin, config.tc_llvm_bin]
if config.tc_cuda:
    path.append(os.path.join(config.tc_cuda, "bin"))
config.environment["PATH"] = os.pathsep.join(path + [os.environ.get("PATH", "")])
config.environment["FILECHECK_OPTS"] = (
    "--enable-var-scope --allow-unused-prefixes=false --dump-input-filter=error"
)
config.environment["LC_ALL"] = "C"
for name in list(config.environment):
    if name.startswith("TILECHECKS_"):
        del config.environment[name]

# --- features
available = config.available_features
if executable(config.tc_clangxx):
    available.add("clang")
if config.tc_cuda and executable(config.tc_clangxx):
    available.add("cuda")
if executable(config.tc_nvcc):
    available.add("nvcc")
if executable(config.tc_gxx):
    available.add("gxx")
if os.path.isfile(plugin):
    available.add("plugin")
if has_gpu():
    available.add("gpu")
if os.path.isfile(os.path.join(config.tc_build, "examples", "sgemm", "sgemm")):
    available.add("examples")
for tool, feature in (
    ("launcher-gen", "launcher-gen"),
    ("tilechecks-run", "simt"),
    ("goal-check", "goal-check"),
    ("tilechecks-clang", "driver"),
    ("tilechecks-report", "report-tool"),
    ("loop-checks", "loop-checks"),
):
    if executable(os.path.join(build_bin, tool)):
        available.add(feature)

# --- substitutions
# Under opt, options of the plugin are known only after -load-pass-plugin: write `%opt -tilechecks=...`.
cuda_path = "--cuda-path=" + config.tc_cuda if config.tc_cuda else "-nocudainc -nocudalib"
clang_cuda = (
    f"{config.tc_clangxx} -x cuda {cuda_path} -Wno-unknown-cuda-version -std=c++20 -I{include}"
)
substitutions = [
    ("%plugin", plugin),
    ("%opt", f"{config.tc_opt} -load-pass-plugin={plugin}"),
    ("%clang_cuda", clang_cuda),
    ("%clang_tc", f"{clang_cuda} -fpass-plugin={plugin} -fno-discard-value-names"),
    ("%clangxx", config.tc_clangxx),
    ("%include", include),
    ("%gxx", config.tc_gxx),
    ("%nvcc", config.tc_nvcc),
    ("%ptxas", config.tc_ptxas),
    ("%cuda_path", config.tc_cuda),
    ("%python", config.tc_python),
    ("%scripts", os.path.join(config.tc_source, "scripts")),
    ("%source", config.tc_source),
    ("%build", config.tc_build),
]
config.substitutions.extend((name + r"\b", value) for name, value in substitutions)
