//===- recorder.hpp - where kernels record violations -----------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each loaded module of a kernel built with on_violation=report has one record,
// in pinned memory of the host that the device reaches: it can still be read when
// the context is lost. Its address stands in the module's variable
// `__tc_violation`, behind which the device keeps who may write it.
//
// A module without an address (the driver cannot map memory of the host, or the
// kernel was launched by other means) traps at a violation, which is what it does
// without on_violation=report.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_RECORDER_HPP
#define TILECHECKS_LAUNCH_RECORDER_HPP

#include "context.hpp"
#include "violation.hpp"

#include <map>
#include <mutex>

namespace tc::rt {

class recorder {
public:
  static recorder &process() {
    static recorder r;
    return r;
  }

  /// Lets `module` record, if it has not been told yet, and remembers what the
  /// records of `kernel` mean. Its description must outlive the process's
  /// launches. The result is that of the driver call that failed.
  cu_result listen(const driver &d, const context_key &context, cu_module module,
                   const kernel_info &kernel) {
    if (!kernel.reports)
      return cu_success;
    const std::lock_guard<std::mutex> lock(mutex);
    for (const body_info &b : kernel.bodies)
      bodies[hash_of_symbol(b.symbol)] = {&kernel, &b};
    if (!d.cuMemHostAlloc || !d.cuMemHostGetDevicePointer_v2 ||
        places.count({context, module}))
      return cu_success;
    place p;
    std::size_t size = 0;
    if (d.cuModuleGetGlobal_v2(&p.variable, &size, module, "__tc_violation") !=
            cu_success ||
        size < claim_offset + sizeof(std::uint32_t))
      return cu_success; // No body of this module has a check.
    void *host = nullptr;
    cu_deviceptr device = 0;
    cu_result r = d.cuMemHostAlloc(&host, sizeof(violation_record),
                                   cu_host_mapped);
    if (r == cu_success)
      r = d.cuMemHostGetDevicePointer_v2(&device, host, 0);
    if (r == cu_success) {
      p.record = static_cast<violation_record *>(host);
      *p.record = {};
      r = d.cuMemcpyHtoD_v2(p.variable, &device, sizeof device);
    }
    if (r == cu_success)
      places[{context, module}] = p;
    return r;
  }

  /// The violation that was recorded in `context`, one of `kernel` if there are
  /// several. It is forgotten, and the next one will be recorded. Nothing may be
  /// running in the context.
  std::optional<violation> take(const driver &d, const context_key &context,
                                std::string_view kernel) {
    const std::lock_guard<std::mutex> lock(mutex);
    std::optional<violation> found;
    place *from = nullptr;
    for (auto &[key, p] : places) {
      if (key.first != context || !is_complete(p))
        continue;
      const auto known = bodies.find(p.record->body);
      const violation v = known == bodies.end()
                              ? describe(*p.record, nullptr, nullptr)
                              : describe(*p.record, known->second.first,
                                         known->second.second);
      if (found && v.kernel != kernel)
        continue;
      found = v;
      from = &p;
    }
    if (from) {
      *from->record = {};
      // A lost context does not take this, and records nothing any more.
      const std::uint32_t unclaimed = 0;
      (void)d.cuMemcpyHtoD_v2(from->variable + claim_offset, &unclaimed,
                              sizeof unclaimed);
    }
    return found;
  }

private:
  /// Of `__tc_violation`: the record's address, then the claim.
  static constexpr std::size_t claim_offset = sizeof(cu_deviceptr);

  struct place {
    cu_deviceptr variable = 0;
    violation_record *record = nullptr;
  };

  static bool is_complete(const place &p) {
    return static_cast<const volatile violation_record *>(p.record)->complete !=
           0;
  }

  std::mutex mutex;
  std::map<std::pair<context_key, cu_module>, place> places;
  std::map<std::uint64_t, std::pair<const kernel_info *, const body_info *>>
      bodies;
};

} // namespace tc::rt

#endif // TILECHECKS_LAUNCH_RECORDER_HPP
