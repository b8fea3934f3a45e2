//===- Toolchain.h - where clang 22, CUDA, the plugin and the headers are -===//
//
// Everything of ours is found relative to this program, so that a build tree
// and a prefix that was moved both work.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_DRIVER_TOOLCHAIN_H
#define TILECHECKS_DRIVER_TOOLCHAIN_H

#include "driver/CommandLine.h"

namespace tilechecks::driver {

struct Toolchain {
  std::string Clang;
  std::string Cuda;   ///< empty if the command needs none
  std::string Ptxas;  ///< empty if the command needs none
  std::string Plugin; ///< empty unless the mode is Checked
  std::string LaunchRuntime; ///< libtilechecks_rt.a; empty if not built
  std::vector<std::string> Includes; ///< folders that hold tilechecks/
};

/// Finds what `Line` needs. Returns nothing and fills `Error` if a part is
/// missing or of another version.
std::optional<Toolchain> findToolchain(const CommandLine &Line,
                                       std::string &Error);

} // namespace tilechecks::driver

#endif
