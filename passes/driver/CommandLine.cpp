//===- CommandLine.cpp ----------------------------------------------------===//
#include "driver/CommandLine.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace tilechecks::driver {

namespace {

bool startsWith(std::string_view Text, std::string_view Prefix) {
  return Text.substr(0, Prefix.size()) == Prefix;
}
bool endsWith(std::string_view Text, std::string_view Suffix) {
  return Text.size() >= Suffix.size() &&
         Text.substr(Text.size() - Suffix.size()) == Suffix;
}

/// Options of clang whose value is the next argument. Needed only to tell a
/// value from an input file.
bool takesNextArgument(std::string_view Option) {
  static constexpr std::array Names = {std::string_view("-x"),
                                       std::string_view("-I"),
                                       std::string_view("-D"),
                                       std::string_view("-U"),
                                       std::string_view("-L"),
                                       std::string_view("-l"),
                                       std::string_view("-F"),
                                       std::string_view("-T"),
                                       std::string_view("-u"),
                                       std::string_view("-z"),
                                       std::string_view("-e"),
                                       std::string_view("-MF"),
                                       std::string_view("-MT"),
                                       std::string_view("-MQ"),
                                       std::string_view("-MJ"),
                                       std::string_view("-include"),
                                       std::string_view("-imacros"),
                                       std::string_view("-isystem"),
                                       std::string_view("-iquote"),
                                       std::string_view("-idirafter"),
                                       std::string_view("-iprefix"),
                                       std::string_view("-isysroot"),
                                       std::string_view("-Xclang"),
                                       std::string_view("-Xlinker"),
                                       std::string_view("-Xassembler"),
                                       std::string_view("-Xpreprocessor"),
                                       std::string_view("-Xcuda-fatbinary"),
                                       std::string_view("-mllvm"),
                                       std::string_view("-target"),
                                       std::string_view("-arch"),
                                       std::string_view("--param"),
                                       std::string_view("-rpath"),
                                       std::string_view("-dumpdir"),
                                       std::string_view("-working-directory"),
                                       std::string_view("-Xoffload-linker"),
                                       std::string_view("-Xthinlto-deadcode")};
  return std::find(Names.begin(), Names.end(), Option) != Names.end() ||
         startsWith(Option, "-Xarch_");
}

/// The level clang itself would hand to ptxas.
std::string ptxasLevelOf(std::string_view Level) {
  if (Level == "0" || Level == "1" || Level == "3")
    return std::string(Level);
  if (Level == "4" || Level == "fast")
    return "3";
  return "2";
}

/// The plugin's options are one comma-separated value, so a list inside one of
/// them is joined with '+'.
std::string withoutCommas(std::string Value) {
  std::replace(Value.begin(), Value.end(), ',', '+');
  return Value;
}

void splitAtCommas(std::string_view Text, std::vector<std::string> &Into) {
  while (!Text.empty()) {
    size_t Comma = std::min(Text.find(','), Text.size());
    if (Comma != 0)
      Into.emplace_back(Text.substr(0, Comma));
    Text.remove_prefix(std::min(Comma + 1, Text.size()));
  }
}

OutputKind kindOf(const std::string &Output) {
  if (endsWith(Output, ".cubin"))
    return OutputKind::Cubin;
  if (endsWith(Output, ".ptx"))
    return OutputKind::Ptx;
  if (endsWith(Output, ".ll"))
    return OutputKind::Llvm;
  if (endsWith(Output, ".bc"))
    return OutputKind::Bitcode;
  return OutputKind::PassThrough;
}

} // namespace

std::optional<CommandLine>
parseCommandLine(const std::vector<std::string> &Args, std::string &Error) {
  CommandLine Line;
  bool ForcesCuda = false, HasModeFlag = false;

  auto setMode = [&](Mode Wanted) {
    if (HasModeFlag && Line.AccessMode != Wanted) {
      Error = "--twin and --portable exclude each other";
      return false;
    }
    HasModeFlag = true;
    Line.AccessMode = Wanted;
    return true;
  };

  for (size_t I = 0; I < Args.size(); ++I) {
    const std::string &Arg = Args[I];
    // Value of `--name=value`; null if Arg is another option.
    auto value = [&](std::string_view Name) -> std::optional<std::string> {
      if (startsWith(Arg, Name) && Arg.size() > Name.size() &&
          Arg[Name.size()] == '=')
        return Arg.substr(Name.size() + 1);
      return std::nullopt;
    };
    auto next = [&]() -> const std::string * {
      if (I + 1 < Args.size())
        return &Args[++I];
      Error = "'" + Arg + "' needs a value";
      return nullptr;
    };

    if (Arg == "--help" || Arg == "-help") {
      Line.WantsHelp = true;
    } else if (Arg == "--version") {
      Line.WantsVersion = true;
    } else if (Arg == "-###" || Arg == "--print-commands") {
      Line.PrintOnly = true;
    } else if (Arg == "-v") {
      Line.Verbose = true;
    } else if (Arg == "--twin") {
      if (!setMode(Mode::Twin))
        return std::nullopt;
    } else if (Arg == "--portable") {
      if (!setMode(Mode::Portable))
        return std::nullopt;
    } else if (auto V = value("--sidecar")) {
      Line.Sidecar = *V;
    } else if (auto V = value("--ptx")) {
      Line.SavePtx = *V;
    } else if (auto V = value("--clang")) {
      Line.ClangPath = *V;
    } else if (auto V = value("--plugin")) {
      Line.PluginPath = *V;
    } else if (auto V = value("--cuda-path")) {
      Line.CudaPath = *V;
    } else if (auto V = value("--bodies")) {
      Line.PluginOptions.push_back("bodies=" + withoutCommas(*V));
    } else if (auto V = value("--on-violation")) {
      Line.PluginOptions.push_back("on_violation=" + *V);
    } else if (Arg == "--sidecar" || Arg == "--ptx" || Arg == "--clang" ||
               Arg == "--plugin" || Arg == "--bodies" ||
               Arg == "--on-violation") {
      Error = "write '" + Arg + "=VALUE'";
      return std::nullopt;
    } else if (startsWith(Arg, "--tc-")) {
      std::string Option = Arg.substr(5);
      if (Option.empty() || Option.front() == '=') {
        Error = "'" + Arg + "' names no option of the plugin";
        return std::nullopt;
      }
      size_t Equal = Option.find('=');
      std::string Key = Option.substr(0, Equal);
      Line.PluginOptions.push_back(
          Key + "=" +
          (Equal == std::string::npos
               ? "1"
               : withoutCommas(Option.substr(Equal + 1))));
    } else if (Arg == "-o") {
      const std::string *V = next();
      if (!V)
        return std::nullopt;
      Line.Output = *V;
    } else if (Arg == "-Xcuda-ptxas") {
      const std::string *V = next();
      if (!V)
        return std::nullopt;
      Line.PtxasArgs.push_back(*V);
    } else if (Arg == "-mllvm") {
      // LLVM accepts the plugin's option once: a second one joins ours.
      const std::string *V = next();
      if (!V)
        return std::nullopt;
      if (startsWith(*V, "-tilechecks="))
        splitAtCommas(std::string_view(*V).substr(12), Line.PluginOptions);
      else
        Line.ClangArgs.insert(Line.ClangArgs.end(), {"-mllvm", *V});
    } else if (auto V = value("--offload-arch")) {
      splitAtCommas(*V, Line.Archs);
    } else if (auto V = value("--cuda-gpu-arch")) {
      splitAtCommas(*V, Line.Archs);
    } else if (takesNextArgument(Arg)) {
      const std::string *V = next();
      if (!V)
        return std::nullopt;
      ForcesCuda |= Arg == "-x" && *V == "cuda";
      Line.ClangArgs.insert(Line.ClangArgs.end(), {Arg, *V});
    } else if (Arg.empty() || Arg.front() != '-' || Arg == "-") {
      // Inputs keep their place among the arguments: -x and -l depend on it.
      Line.Inputs.push_back(Arg);
      Line.HasCudaInput |= endsWith(Arg, ".cu") || ForcesCuda;
      Line.ClangArgs.push_back(Arg);
    } else {
      if (startsWith(Arg, "-std="))
        Line.HasStandard = true;
      if (startsWith(Arg, "-O")) {
        Line.HasLevel = true;
        Line.PtxasLevel = ptxasLevelOf(std::string_view(Arg).substr(2));
      }
      if (startsWith(Arg, "-o") && Arg.size() > 2 && !startsWith(Arg, "-ob")) {
        Line.Output = Arg.substr(2);
        continue;
      }
      if (Arg == "-fgpu-rdc")
        Line.IsRelocatable = true;
      if (Arg == "-nocudainc" || Arg == "-nogpuinc")
        Line.NoCudaHeaders = true;
      if (Arg == "-nocudalib" || Arg == "-nogpulib")
        Line.NoCudaLibrary = true;
      if (Arg == "-c" || Arg == "-S" || Arg == "-E" || Arg == "-M" ||
          Arg == "-MM" || Arg == "-fsyntax-only" ||
          Arg == "--cuda-device-only" || Arg == "-emit-llvm")
        Line.Links = false;
      Line.ClangArgs.push_back(Arg);
    }
  }

  if (Line.WantsHelp || Line.WantsVersion)
    return Line;
  if (Line.Inputs.empty()) {
    Error = "no input file";
    return std::nullopt;
  }
  Line.Kind = kindOf(Line.Output);
  if (Line.Kind == OutputKind::PassThrough) {
    if (!Line.SavePtx.empty()) {
      Error = "--ptx goes with -o FILE.cubin";
      return std::nullopt;
    }
  } else {
    Line.Links = false;
    if (Line.Inputs.size() != 1) {
      Error = "'" + Line.Output + "' is made from one source file, not " +
              std::to_string(Line.Inputs.size());
      return std::nullopt;
    }
    if (Line.Archs.size() != 1) {
      Error = "'" + Line.Output +
              "' is for one target: write one --offload-arch, e.g. "
              "--offload-arch=sm_90";
      return std::nullopt;
    }
    if (!Line.SavePtx.empty() && Line.Kind != OutputKind::Cubin) {
      Error = "--ptx goes with -o FILE.cubin";
      return std::nullopt;
    }
  }
  if (!Line.Sidecar.empty()) {
    if (Line.AccessMode != Mode::Checked) {
      Error = "without the plugin there is no sidecar: drop --sidecar or "
              "--twin, --portable";
      return std::nullopt;
    }
    bool NamesTarget = Line.Sidecar.find("{target}") != std::string::npos ||
                       Line.Sidecar.back() == '/';
    if (Line.Archs.size() != 1 && !NamesTarget) {
      Error = "a sidecar is for one target: write one --offload-arch, or "
              "{target} in the name of the sidecar";
      return std::nullopt;
    }
  }
  return Line;
}

const char *helpText() {
  return R"(tilechecks-clang: clang 22 for CUDA kernels with placed bounds checks

  tilechecks-clang k.cu --offload-arch=sm_90 --sidecar=k.json -o k.cubin
  tilechecks-clang program.cu --offload-arch=sm_90 -o program

The suffix of -o decides: .cubin, .ptx, .ll and .bc are the device code of one source for one target; anything else is what
clang makes of it. Unless you say otherwise it adds -O3 -std=c++20 -fwrapv -fno-discard-value-names, the plugin, the headers,
CUDA and, when a program is linked, the CUDA run time and the one that checks plain launches (--tc-raw_launches: none is).

  --offload-arch=ARCH   target, e.g. sm_90, sm_100a, sm_120a
  --sidecar=FILE        what became of each check, as JSON; for a cubin with registers, spills and shared memory. {module} and
                        {target} in the name are replaced; FOLDER/ means FOLDER/{module}.{target}.json
  --ptx=FILE            keep the PTX of a cubin
  --bodies=all|LIST     which bodies to emit
  --on-violation=WHAT   what a failed check in a kernel does: trap (default), or report, which records it for the launcher first
  --tc-KEY[=VALUE]      option KEY of the plugin
  --twin                the same source without any check and without the plugin
  --portable            every check in place, without the plugin
  --clang=FILE          clang++ 22       else TILECHECKS_CLANG, else looked for
  --cuda-path=FOLDER    CUDA toolkit     else TILECHECKS_CUDA_PATH, CUDA_PATH, CUDA_HOME, else looked for
  --plugin=FILE         the plugin       else TILECHECKS_PLUGIN, else next to this program
  -###, --print-commands   print the commands, run nothing
  -v                    print the commands and run them
Everything else goes to clang. No output is left behind when a step fails.
)";
}

} // namespace tilechecks::driver
