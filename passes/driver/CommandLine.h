//===- CommandLine.h - the driver's options and what it passes on ---------===//
//
// Splits a command line into what the driver acts on and what clang gets. Reads
// no file and starts nothing, so that an error is found before anything has
// happened.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_DRIVER_COMMANDLINE_H
#define TILECHECKS_DRIVER_COMMANDLINE_H

#include <optional>
#include <string>
#include <vector>

namespace tilechecks::driver {

/// What comes out, decided by the suffix of `-o`.
enum class OutputKind {
  PassThrough, ///< clang's own business: object, program, preprocessed text
  Cubin,
  Ptx,
  Llvm,    ///< device IR as text
  Bitcode, ///< device IR
};

/// How the headers' accesses are compiled.
enum class Mode {
  Checked,  ///< with the plugin
  Twin,     ///< no check at all, no plugin
  Portable, ///< every check in place, no plugin
};

struct CommandLine {
  std::vector<std::string> ClangArgs; ///< in their order, without inputs'
                                      ///< outputs and our own options
  std::vector<std::string> Inputs;
  std::vector<std::string>
      PluginOptions; ///< key=value, joined with commas for the plugin
  std::vector<std::string> PtxasArgs; ///< from -Xcuda-ptxas
  std::vector<std::string> Archs;     ///< from --offload-arch
  std::string Output;
  OutputKind Kind = OutputKind::PassThrough;
  Mode AccessMode = Mode::Checked;
  std::string Sidecar;
  std::string SavePtx; ///< --ptx=
  std::string ClangPath, CudaPath, PluginPath;
  std::string PtxasLevel = "3";
  bool HasCudaInput = false;
  bool Links = true; ///< the command ends in a linked program
  bool HasStandard = false, HasLevel = false, IsRelocatable = false;
  bool NoCudaHeaders = false, NoCudaLibrary = false;
  bool PrintOnly = false; ///< -###
  bool Verbose = false;   ///< -v
  bool WantsHelp = false, WantsVersion = false;
};

/// Parses `Args` (without the program's name). Returns nothing and fills
/// `Error` if the line makes no sense.
std::optional<CommandLine>
parseCommandLine(const std::vector<std::string> &Args, std::string &Error);

/// The text of --help.
const char *helpText();

} // namespace tilechecks::driver

#endif
