//===- tilechecks-clang.cpp - clang 22 with the plugin, as hipcc is to HIP ===//
//
//   tilechecks-clang k.cu --offload-arch=sm_100a --sidecar=k.json -o k.cubin
// runs
//   clang++ --cuda-device-only -S k.cu -fpass-plugin=libTileChecks.so -mllvm
//   -tilechecks=sidecar=k.part.json ... -o k.part.ptx ptxas -v --gpu-name
//   sm_100a k.part.ptx -o k.part.cubin
// adds what ptxas reported to the sidecar, and renames the parts. ptxas is run
// here and not by clang because its report is needed and because the PTX and
// the cubin must stem from one run of the plugin.
//
//===----------------------------------------------------------------------===//
#include "driver/CommandLine.h"
#include "driver/Process.h"
#include "driver/Resources.h"
#include "driver/Toolchain.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace tilechecks::driver;
namespace fs = std::filesystem;

namespace {

int fail(const std::string &Message) {
  std::fputs(("tilechecks-clang: error: " + Message + "\n").c_str(), stderr);
  return 1;
}

using Command = std::vector<std::string>;

/// What clang gets in every mode. The caller's own arguments come last and win.
Command clangCommand(const CommandLine &Line, const Toolchain &Tools,
                     const std::string &SidecarPart) {
  Command C = {Tools.Clang};
  auto add = [&C](std::initializer_list<std::string> Args) {
    C.insert(C.end(), Args);
  };
  if (Line.HasCudaInput) {
    if (!Tools.Cuda.empty())
      add({"--cuda-path=" + Tools.Cuda});
    add({"-Wno-unknown-cuda-version", "-fwrapv", "-fno-discard-value-names"});
    if (!Line.HasLevel)
      add({"-O3"});
  }
  if (!Line.HasStandard)
    add({"-std=c++20"});
  for (const std::string &Folder : Tools.Includes)
    add({"-I" + Folder});
  // clang looks into CUDA's include folder by itself, but not into the one
  // below that libcu++ moved to.
  if (!Tools.Cuda.empty() &&
      fs::is_directory(fs::path(Tools.Cuda) / "include" / "cccl"))
    add({"-isystem", (fs::path(Tools.Cuda) / "include" / "cccl").string()});
  if (Line.AccessMode == Mode::Twin)
    add({"-DTILECHECKS_UNCHECKED"});
  if (Line.AccessMode == Mode::Portable)
    add({"-DTILECHECKS_PORTABLE"});
  for (const std::string &Arch : Line.Archs)
    add({"--offload-arch=" + Arch});
  if (!Tools.Plugin.empty()) {
    add({"-fpass-plugin=" + Tools.Plugin});
    std::string Options;
    for (const std::string &Option : Line.PluginOptions)
      Options += (Options.empty() ? "" : ",") + Option;
    if (!SidecarPart.empty())
      Options += (Options.empty() ? "sidecar=" : ",sidecar=") + SidecarPart;
    if (!Options.empty())
      add({"-mllvm", "-tilechecks=" + Options});
  }
  C.insert(C.end(), Line.ClangArgs.begin(), Line.ClangArgs.end());
  return C;
}

/// What the first lines and the line table of the PTX ask of ptxas, as clang
/// itself would pass it.
void addDebugFlags(const std::string &PtxPath, Command &Ptxas) {
  std::ifstream In(PtxPath);
  bool HasLines = false;
  for (std::string Line; std::getline(In, Line);) {
    if (Line.rfind(".target", 0) == 0 &&
        Line.find("debug") != std::string::npos) {
      Ptxas.insert(Ptxas.end(),
                   {"-g", "--dont-merge-basicblocks", "--return-at-end"});
      return;
    }
    if (Line.find("\t.loc\t") != std::string::npos) {
      HasLines = true;
      break;
    }
  }
  if (HasLines)
    Ptxas.push_back("-lineinfo");
}

/// The plugin's own replacements, made here so that the name can be taken for a
/// part.
std::string expandedSidecar(const CommandLine &Line) {
  std::error_code Code;
  std::string Name = Line.Sidecar;
  if (Name.back() == '/' || fs::is_directory(Name, Code))
    Name = (fs::path(Name) / "{module}.{target}.json").string();
  auto replace = [&Name](const std::string &What, const std::string &By) {
    for (size_t At = Name.find(What); At != std::string::npos;
         At = Name.find(What, At + By.size()))
      Name.replace(At, What.size(), By);
  };
  replace("{module}", fs::path(Line.Inputs.front()).stem().string());
  replace("{target}", Line.Archs.front());
  return Name;
}

int runAll(const CommandLine &Line, const Toolchain &Tools) {
  Outputs Files;
  // Where clang makes the output, the plugin's own way of writing is the one
  // that knows how many targets there are.
  std::string SidecarPart = Line.Sidecar;
  if (!SidecarPart.empty() && Line.Kind != OutputKind::PassThrough)
    SidecarPart = Files.part(expandedSidecar(Line));
  Command Clang = clangCommand(Line, Tools, SidecarPart);
  Command Ptxas;
  std::string PtxPart, CubinPart;
  bool KeepsPtx = !Line.SavePtx.empty();
  Outputs Scratch; // never committed

  switch (Line.Kind) {
  case OutputKind::PassThrough:
    if (!Line.Output.empty())
      Clang.insert(Clang.end(), {"-o", Line.Output});
    // The objects refer to the run time weakly; -u makes the linker take it.
    if (Line.Links && !Tools.Cuda.empty() && !Tools.LaunchRuntime.empty())
      Clang.insert(Clang.end(), {"-Wl,-u,tilechecks_cudaLaunchKernel",
                                 Tools.LaunchRuntime});
    if (Line.Links && !Tools.Cuda.empty())
      Clang.insert(Clang.end(),
                   {"-L" + (fs::path(Tools.Cuda) / "lib64").string(),
                    "-lcudart_static", "-ldl", "-lrt", "-lpthread"});
    break;
  case OutputKind::Cubin:
    PtxPart =
        KeepsPtx
            ? Files.part(Line.SavePtx)
            : Scratch.part(
                  fs::path(Line.Output).replace_extension(".ptx").string());
    CubinPart = Files.part(Line.Output);
    Clang.insert(Clang.end(), {"--cuda-device-only", "-S", "-o", PtxPart});
    Ptxas = {Tools.Ptxas,  "-v",
             "-m64",       "-O" + Line.PtxasLevel,
             "--gpu-name", Line.Archs.front()};
    if (Line.IsRelocatable)
      Ptxas.push_back("-c");
    break;
  case OutputKind::Ptx:
    Clang.insert(Clang.end(),
                 {"--cuda-device-only", "-S", "-o", Files.part(Line.Output)});
    break;
  case OutputKind::Llvm:
    Clang.insert(Clang.end(), {"--cuda-device-only", "-S", "-emit-llvm", "-o",
                               Files.part(Line.Output)});
    break;
  case OutputKind::Bitcode:
    Clang.insert(Clang.end(), {"--cuda-device-only", "-c", "-emit-llvm", "-o",
                               Files.part(Line.Output)});
    break;
  }

  bool Prints = Line.PrintOnly || Line.Verbose;
  if (Prints)
    std::fprintf(stderr, "%s\n", quoted(Clang).c_str());
  if (!Line.PrintOnly)
    if (int Code = runProcess(Clang))
      return Code;

  if (!Ptxas.empty()) {
    if (!Line.PrintOnly)
      addDebugFlags(PtxPart, Ptxas);
    Ptxas.insert(Ptxas.end(), Line.PtxasArgs.begin(), Line.PtxasArgs.end());
    Ptxas.insert(Ptxas.end(), {PtxPart, "-o", CubinPart});
    if (Prints)
      std::fprintf(stderr, "%s\n", quoted(Ptxas).c_str());
    if (!Line.PrintOnly) {
      std::string Report, Rest;
      int Code = runProcess(Ptxas, &Report);
      auto Resources = parsePtxasReport(Report, Rest);
      bool WantsReport = false;
      for (const std::string &Arg : Line.PtxasArgs)
        WantsReport |= Arg == "-v" || Arg == "--verbose";
      std::fputs((WantsReport ? Report : Rest).c_str(), stderr);
      if (Code != 0)
        return Code;
      std::string Error;
      if (!SidecarPart.empty() && !addResources(SidecarPart, Resources, Error))
        return fail(Error);
    }
  }
  if (Line.PrintOnly)
    return 0;
  std::string Error;
  return Files.commit(Error) ? 0 : fail(Error);
}

} // namespace

int main(int Argc, char **Argv) {
  std::string Error;
  std::optional<CommandLine> Line =
      parseCommandLine({Argv + 1, Argv + Argc}, Error);
  if (!Line)
    return fail(Error);
  if (Line->WantsHelp) {
    std::fputs(helpText(), stdout);
    return 0;
  }
  if (Line->WantsVersion) {
    std::printf("TileChecks %s (clang 22)\n", TILECHECKS_VERSION);
    return 0;
  }
  // The plugin reads TILECHECKS_SIDECAR too; taking it here puts registers and
  // spills into that file as well. With several targets it stays the plugin's
  // business.
  const char *Sidecar = std::getenv("TILECHECKS_SIDECAR");
  if (Line->Sidecar.empty() && Line->AccessMode == Mode::Checked &&
      Line->Kind != OutputKind::PassThrough && Sidecar)
    Line->Sidecar = Sidecar;
  if (Line->Sidecar.find(',') != std::string::npos)
    return fail("the path of the sidecar must not contain a comma: " +
                Line->Sidecar);
  std::optional<Toolchain> Tools = findToolchain(*Line, Error);
  if (!Tools)
    return fail(Error);
  return runAll(*Line, *Tools);
}
