//===- Process.h - running the steps of a compilation ---------------------===//
#ifndef TILECHECKS_DRIVER_PROCESS_H
#define TILECHECKS_DRIVER_PROCESS_H

#include <string>
#include <vector>

namespace tilechecks::driver {

/// Runs `Command` and waits. Returns its exit code, 128 + N if signal N ended
/// it, 127 with a message in `*Captured` or on stderr if it could not be
/// started. Standard output and error go to `*Captured` if that is given.
int runProcess(const std::vector<std::string> &Command,
               std::string *Captured = nullptr);

/// `Command` as one line for a shell.
std::string quoted(const std::vector<std::string> &Command);

/// Files that become visible together: each is written under a name of its own
/// (`part`), and `commit` renames them all. What was not committed is removed.
class Outputs {
public:
  Outputs() = default;
  Outputs(const Outputs &) = delete;
  Outputs &operator=(const Outputs &) = delete;
  ~Outputs();

  /// The name to write `Final` under. The suffix stays, because clang and ptxas
  /// look at it. The name depends on `Final` alone: clang hashes its command
  /// line into the names of static device variables.
  std::string part(const std::string &Final);
  /// Renames all parts. False, with a message in `Error`, if one is missing or
  /// cannot be renamed.
  bool commit(std::string &Error);

private:
  struct File {
    std::string Part, Final;
  };
  std::vector<File> Files;
};

} // namespace tilechecks::driver

#endif
