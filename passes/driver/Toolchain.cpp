//===- Toolchain.cpp ------------------------------------------------------===//
#include "driver/Toolchain.h"
#include "driver/Process.h"

#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace fs = std::filesystem;

namespace tilechecks::driver {

namespace {

constexpr int WantedClang = 22;

std::string environment(const char *Name) {
  const char *Value = std::getenv(Name);
  return Value ? Value : "";
}

bool isExecutable(const fs::path &Path) {
  std::error_code Code;
  return fs::is_regular_file(Path, Code) && access(Path.c_str(), X_OK) == 0;
}

std::string inPath(const std::string &Name) {
  std::string Path = environment("PATH");
  for (size_t Begin = 0; Begin <= Path.size();) {
    size_t End = std::min(Path.find(':', Begin), Path.size());
    fs::path Candidate = fs::path(Path.substr(Begin, End - Begin)) / Name;
    if (End != Begin && isExecutable(Candidate))
      return Candidate.string();
    Begin = End + 1;
  }
  return "";
}

/// The folder above bin/.
fs::path prefix() {
  std::error_code Code;
  fs::path Self = fs::read_symlink("/proc/self/exe", Code);
  return Code ? fs::path() : Self.parent_path().parent_path();
}

/// Major version of a clang, 0 if it is none. `Text` is the first line it
/// prints.
int clangMajor(const std::string &Clang, std::string &Text) {
  std::string Output;
  if (runProcess({Clang, "--version"}, &Output) != 0)
    return 0;
  Text = Output.substr(0, Output.find('\n'));
  size_t At = Text.find("clang version ");
  return At == std::string::npos ? 0 : std::atoi(Text.c_str() + At + 14);
}

std::string findClang(const CommandLine &Line, std::string &Error) {
  std::string Named =
      Line.ClangPath.empty() ? environment("TILECHECKS_CLANG") : Line.ClangPath;
  std::vector<std::string> Candidates;
  if (!Named.empty())
    Candidates = {Named.find('/') == std::string::npos ? inPath(Named) : Named};
  else
    Candidates = {inPath("clang++-22"), TILECHECKS_LLVM_BIN "/clang++",
                  inPath("clang++")};
  std::string Others;
  for (const std::string &Candidate : Candidates) {
    if (Candidate.empty() || !isExecutable(Candidate))
      continue;
    std::string Text;
    if (clangMajor(Candidate, Text) == WantedClang)
      return Candidate;
    Others += (Others.empty() ? "" : ", ") + Candidate +
              (Text.empty() ? " (not a clang)" : " (" + Text + ")");
  }
  Error = "needs clang 22, the version the plugin was built for; found " +
          (!Others.empty() ? Others
           : Named.empty() ? std::string("none")
                           : "nothing at '" + Named + "'") +
          "; install clang-22 or set TILECHECKS_CLANG";
  return "";
}

bool isCuda(const fs::path &Root) {
  std::error_code Code;
  return fs::exists(Root / "include" / "cuda_runtime.h", Code) &&
         isExecutable(Root / "bin" / "ptxas");
}

std::string findCuda(const CommandLine &Line, std::string &Error) {
  // A path somebody named is taken or refused, never replaced by another.
  for (const std::string &Named :
       {Line.CudaPath, environment("TILECHECKS_CUDA_PATH"),
        environment("CUDA_PATH"), environment("CUDA_HOME")}) {
    if (Named.empty())
      continue;
    if (isCuda(Named))
      return Named;
    Error = "no CUDA toolkit in '" + Named +
            "' (no include/cuda_runtime.h or bin/ptxas)";
    return "";
  }
  if (isCuda("/usr/local/cuda"))
    return "/usr/local/cuda";
  std::string Nvcc = inPath("nvcc");
  if (!Nvcc.empty()) {
    std::error_code Code;
    fs::path Root = fs::canonical(Nvcc, Code).parent_path().parent_path();
    if (!Code && isCuda(Root))
      return Root.string();
  }
  Error = "no CUDA toolkit found: install one, or name it with --cuda-path or "
          "TILECHECKS_CUDA_PATH";
  return "";
}

} // namespace

std::optional<Toolchain> findToolchain(const CommandLine &Line,
                                       std::string &Error) {
  Toolchain Found;
  Found.Clang = findClang(Line, Error);
  if (Found.Clang.empty())
    return std::nullopt;

  bool NeedsPtxas = Line.Kind == OutputKind::Cubin;
  bool NeedsHeaders =
      Line.HasCudaInput && !(Line.NoCudaHeaders && Line.NoCudaLibrary);
  if (NeedsPtxas || NeedsHeaders || Line.Links) {
    std::string CudaError;
    Found.Cuda = findCuda(Line, CudaError);
    if (Found.Cuda.empty() && (NeedsPtxas || NeedsHeaders)) {
      Error = CudaError;
      return std::nullopt;
    }
    if (!Found.Cuda.empty())
      Found.Ptxas = (fs::path(Found.Cuda) / "bin" / "ptxas").string();
  }

  fs::path Prefix = prefix();
  std::error_code Code;
  if (Line.AccessMode == Mode::Checked && Line.HasCudaInput) {
    std::string Named = Line.PluginPath.empty()
                            ? environment("TILECHECKS_PLUGIN")
                            : Line.PluginPath;
    std::vector<fs::path> Candidates;
    if (!Named.empty())
      Candidates = {Named};
    else
      for (const char *Folder : {TILECHECKS_LIBDIR, "lib", "lib64"})
        Candidates.push_back(Prefix / Folder / "libTileChecks.so");
    for (const fs::path &Candidate : Candidates)
      if (Found.Plugin.empty() && fs::is_regular_file(Candidate, Code))
        Found.Plugin = Candidate.string();
    if (Found.Plugin.empty()) {
      Error = "the plugin is not at '" + Candidates.front().string() +
              "': build or install libTileChecks.so, or use --plugin";
      return std::nullopt;
    }
  }
  if (Line.AccessMode == Mode::Checked && Line.Links)
    for (const char *Folder : {TILECHECKS_LIBDIR, "lib", "lib64"})
      if (fs::path Candidate = Prefix / Folder / "libtilechecks_rt.a";
          Found.LaunchRuntime.empty() && fs::is_regular_file(Candidate, Code))
        Found.LaunchRuntime = Candidate.string();
  // Resolved, so that messages and dependency files name the real headers in a
  // build tree.
  fs::path Headers = fs::canonical(Prefix / "include" / "tilechecks", Code);
  if (!Code)
    Found.Includes.push_back(Headers.parent_path().string());
  fs::path RunTime = fs::canonical(Prefix / "include" / "launcher-gen", Code);
  if (!Code)
    Found.Includes.push_back(RunTime.string());
  return Found;
}

} // namespace tilechecks::driver
