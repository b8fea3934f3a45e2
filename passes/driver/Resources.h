//===- Resources.h - what ptxas says a kernel needs -----------------------===//
#ifndef TILECHECKS_DRIVER_RESOURCES_H
#define TILECHECKS_DRIVER_RESOURCES_H

#include <map>
#include <string>

namespace tilechecks::driver {

struct KernelResources {
  unsigned Registers = 0;
  unsigned SpillBytes = 0;  ///< stores and loads
  unsigned SharedBytes = 0; ///< static
};

/// Reads the output of `ptxas -v`: one entry a kernel, keyed by symbol. Lines
/// that are not part of that report (warnings, errors) are returned in `Rest`.
std::map<std::string, KernelResources> parsePtxasReport(const std::string &Text,
                                                        std::string &Rest);

/// Fills in `resources` of every kernel in the sidecar at `Path` whose placed
/// body (self-contained if there is none) ptxas reported. The file is replaced
/// as a whole. False, with a message in `Error`, if it cannot be read or
/// written.
bool addResources(const std::string &Path,
                  const std::map<std::string, KernelResources> &Found,
                  std::string &Error);

} // namespace tilechecks::driver

#endif
