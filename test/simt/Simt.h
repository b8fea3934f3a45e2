//===- Simt.h - run a kernel's device IR on the CPU -------------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The oracle of this project: it takes device LLVM IR as it is after the last
// pass, gives it the semantics of the machine (wrap-around arithmetic, clamped
// shifts, saturating conversions; no flag, attribute or assumption is
// believed), surrounds every object with inaccessible bytes, and reports the
// first thing that goes wrong.
//
//   Device D;
//   std::string Error;
//   auto M = Module::loadFile(D, "saxpy.ll", Error);
//   DevicePtr X = D.allocate(400, "x");
//   LaunchConfig C{.Grid = {4, 1, 1}, .Block = {32, 1, 1}};
//   Result R = M->launch("saxpy", C, {scalarArgument(X), scalarArgument(100)});
//
// A Device, its modules and its launches belong to one host thread at a time;
// several devices may be used from several threads. This header needs no LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_TEST_SIMT_SIMT_H
#define TILECHECKS_TEST_SIMT_SIMT_H

#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace llvm {
class Module;
class LLVMContext;
} // namespace llvm

namespace tilechecks::simt {

/// An address as the kernel sees it. It may be dereferenced by the host, too:
/// device memory is host memory.
using DevicePtr = uint64_t;

struct Dim3 {
  uint32_t X = 1, Y = 1, Z = 1;
  uint64_t count() const { return uint64_t(X) * Y * Z; }
  bool operator==(const Dim3 &) const = default;
};

/// How a launch ended.
enum class Outcome {
  Completed,     ///< every thread returned
  Trapped,       ///< a check failed, trap, assert, or unreachable was reached
  ShadowHit,     ///< an access outside every object, read-only, misaligned, or
                 ///< to the destination of a copy not yet waited for
  Deadlock,      ///< live threads wait for something that cannot happen
  Unsupported,   ///< an instruction this runner does not know was reached
  Timeout,       ///< the step or time budget is spent
  InvalidLaunch, ///< unknown kernel, argument sizes, dimensions
};
const char *outcomeName(Outcome O);

/// A position in the source, as debug info has it. Line 0: unknown.
struct SourceLine {
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;
  std::string Function; ///< symbol of the enclosing function
};

/// A failed residual check, by the failure code of docs/interfaces.md.
struct FailedCheck {
  uint32_t Id = 0; ///< 0x40000000 and up: position in launch_checks
  int64_t Index = 0;
  int64_t Extent = 0;
};

enum class AccessKind { Read, Write, Atomic };
const char *accessKindName(AccessKind K);

/// An access that no object covers.
struct ShadowReport {
  DevicePtr Address = 0;
  uint64_t SizeBytes = 0;
  AccessKind Kind = AccessKind::Read;
  bool Misaligned = false;
  bool ReadOnly = false;     ///< the object exists and may not be written
  bool PendingCopy = false;  ///< destination of a copy not yet waited for
  std::string NearestBuffer; ///< empty: there is no object at all
  uint64_t NearestSizeBytes = 0;
  /// First byte of the access relative to the object: negative before its
  /// beginning, >= NearestSizeBytes past its end.
  int64_t OffsetInNearest = 0;
};

struct Result {
  Outcome Kind = Outcome::Completed;
  std::string Message; ///< one line; several for a deadlock
  Dim3 Block{0, 0, 0}; ///< the thread that ended the launch
  Dim3 Thread{0, 0, 0};
  SourceLine Where;
  bool HasCheck = false; ///< Trapped only: Check is filled in
  bool Replayed = false; ///< Trapped only: by the failure that was sought
  FailedCheck Check;
  ShadowReport Shadow;     ///< ShadowHit only
  std::string Unsupported; ///< Unsupported only: the instruction's name
  uint64_t ThreadsRun = 0; ///< threads begun
  double Seconds = 0;      ///< run time, code generation excluded

  bool completed() const { return Kind == Outcome::Completed; }
};

struct Options {
  uint64_t StepBudget = 4'000'000'000; ///< loop iterations and calls a launch
  double SecondsBudget = 60;
  /// Receives what the kernel prints; null: standard output.
  std::function<void(std::string_view)> Print;
};

/// When an asynchronous copy moves its bytes. PTX allows any moment from its
/// issue to the wait that covers it, for each copy on its own.
enum class CopyMoment {
  Seeded,  ///< some at the issue, some at a step of the scheduler, some late
  AtIssue, ///< finds destinations that are still in use
  AtWait,  ///< finds missing waits, and sources that are overwritten
};

/// How a launch treats cp.async; a launch is a function of it and its inputs.
struct CopyModel {
  CopyMoment When = CopyMoment::Seeded;
  uint64_t Seed = 1;
  /// Any access to the destination before the wait is a shadow hit. Otherwise
  /// it is carried out, and finds the bytes of before or after the copy.
  bool ReportEarly = true;
};
/// `issue`, `wait`, or a seed in decimal; false if it is none of these.
bool parseCopyMoment(std::string_view Text, CopyModel &Out);

/// The failure that a record tells of.
struct ReplayedFailure {
  Dim3 Block{0, 0, 0};
  Dim3 Thread{0, 0, 0};
  uint32_t Check = 0;
  bool Break = false; ///< raise SIGTRAP there, for a debugger
};

struct LaunchConfig {
  Dim3 Grid;
  Dim3 Block;
  uint32_t DynamicSharedBytes = 0;
  Dim3 Cluster;             ///< blocks that run together; must divide the grid
  bool Cooperative = false; ///< all blocks of the grid run together
  CopyModel Copies;
  /// Then a failed check ends its thread, until the one that is sought fails.
  std::optional<ReplayedFailure> Replay;
};

/// The bytes of one kernel parameter.
using ArgumentBytes = std::vector<uint8_t>;
template <typename T> ArgumentBytes scalarArgument(const T &Value) {
  ArgumentBytes Bytes(sizeof(T));
  std::memcpy(Bytes.data(), &Value, sizeof(T));
  return Bytes;
}

struct KernelParam {
  uint64_t Offset = 0; ///< in the parameter block, as the driver has it
  uint64_t SizeBytes = 0;
  uint64_t Align = 1;
  bool ByValue = false; ///< a struct by value; `Pointer` is then false
  bool Pointer = false;
  bool GridConstant = false;
  std::string Name; ///< empty in release builds of clang
  std::string Type; ///< as LLVM prints it
};

struct Kernel {
  std::string Symbol;
  std::vector<KernelParam> Params;
};

class Arena;

/// The memory of one imaginary GPU.
class Device {
public:
  explicit Device(Options Opts = {});
  ~Device();
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  /// Zero-filled memory, at 256-byte alignment, with inaccessible bands of at
  /// least 4 MiB on both sides. 0 if the address space is exhausted. A size of
  /// 0 gives an address at which nothing may be accessed.
  DevicePtr allocate(uint64_t SizeBytes, std::string Name = "buffer",
                     bool ReadOnly = false);
  /// False if \p Address is not the beginning of an allocation.
  bool release(DevicePtr Address);
  /// Host-side access; false, and nothing is done, if the range is not wholly
  /// inside one allocation or global variable.
  bool write(DevicePtr To, const void *From, uint64_t SizeBytes);
  bool read(void *To, DevicePtr From, uint64_t SizeBytes) const;
  bool accessible(DevicePtr Address, uint64_t SizeBytes) const;

  const Options &options() const { return Opts; }
  Arena &arena() { return *Memory; }

private:
  Options Opts;
  std::unique_ptr<Arena> Memory;
};

struct ModuleImpl;

/// Device code, loaded and made executable. Outlived by its Device.
class Module {
public:
  /// Textual IR or bitcode. Null and \p Error if it cannot be read, is not IR
  /// for NVPTX, or is malformed.
  static std::unique_ptr<Module> loadFile(Device &D, const std::string &Path,
                                          std::string &Error);
  static std::unique_ptr<Module> loadBuffer(Device &D, std::string_view Text,
                                            const std::string &Name,
                                            std::string &Error);
  /// Works on a copy; \p M is left as it is.
  static std::unique_ptr<Module> loadModule(Device &D, const llvm::Module &M,
                                            std::string &Error);
  ~Module();

  const std::vector<Kernel> &kernels() const;
  /// By symbol; null if there is none.
  const Kernel *kernel(std::string_view Symbol) const;
  /// A `__device__` or `__constant__` variable, 0 if there is none.
  DevicePtr global(std::string_view Name, uint64_t *SizeBytes = nullptr) const;
  /// The IR as it is executed, for looking at.
  std::string loweredText() const;

  /// Runs the grid to its end or to the first violation. \p Arguments: one
  /// entry a parameter, of exactly its size.
  Result launch(std::string_view Symbol, const LaunchConfig &Config,
                const std::vector<ArgumentBytes> &Arguments);

private:
  explicit Module(std::unique_ptr<ModuleImpl> I);
  std::unique_ptr<ModuleImpl> Impl;
};

} // namespace tilechecks::simt

#endif // TILECHECKS_TEST_SIMT_SIMT_H
