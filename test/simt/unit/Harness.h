//===- Harness.h - one kernel in a line of IR -------------------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A test states the body of kernel `k`, in which %tid and %t are the index of
// the thread as i32 and i64.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_TEST_SIMT_UNIT_HARNESS_H
#define TILECHECKS_TEST_SIMT_UNIT_HARNESS_H

#include "Simt.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tilechecks::simt {

class SimtTest : public ::testing::Test {
protected:
  static Options testOptions() {
    Options O;
    O.SecondsBudget = 20;
    return O;
  }

  Device D{testOptions()};
  std::unique_ptr<Module> M;

  /// \p Text: everything but the triple.
  void load(const std::string &Text) {
    std::string Error;
    M = Module::loadBuffer(
        D, "target triple = \"nvptx64-nvidia-cuda\"\n" + Text, "test", Error);
    ASSERT_TRUE(M) << Error;
  }

  /// `define ptx_kernel void @k(PARAMS) { BODY ret void }` with the thread's
  /// index as i32 %tid and i64 %t; \p Rest: declarations and globals.
  void loadKernel(const std::string &Params, const std::string &Body,
                  const std::string &Rest = "") {
    load("declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n" + Rest +
         "\ndefine ptx_kernel void @k(" + Params +
         ") {\n"
         "  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
         "  %t = sext i32 %tid to i64\n" +
         Body + "\n  ret void\n}\n");
  }

  Result run(uint32_t Threads, std::vector<ArgumentBytes> Arguments,
             uint32_t Blocks = 1, uint32_t SharedBytes = 0) {
    LaunchConfig Config;
    Config.Grid = {Blocks, 1, 1};
    Config.Block = {Threads, 1, 1};
    Config.DynamicSharedBytes = SharedBytes;
    return M->launch("k", Config, Arguments);
  }

  template <typename T>
  DevicePtr buffer(const std::vector<T> &Values, std::string Name = "buffer") {
    DevicePtr P = D.allocate(Values.size() * sizeof(T), std::move(Name));
    if (!Values.empty())
      EXPECT_TRUE(D.write(P, Values.data(), Values.size() * sizeof(T)));
    return P;
  }

  template <typename T> std::vector<T> read(DevicePtr P, size_t Count) {
    std::vector<T> Values(Count);
    EXPECT_TRUE(D.read(Values.data(), P, Count * sizeof(T)));
    return Values;
  }

  /// Runs a kernel of one i32 result per thread: \p Body must define
  /// `i32 %r`; arguments are the output buffer alone.
  std::vector<int32_t> values(uint32_t Threads, const std::string &Body,
                              const std::string &Rest = "") {
    loadKernel("ptr %out",
               Body + "\n  %po = getelementptr i32, ptr %out, i64 %t"
                      "\n  store i32 %r, ptr %po",
               Rest);
    if (!M)
      return {};
    DevicePtr Out = D.allocate(Threads * 4, "out");
    Result R = run(Threads, {scalarArgument(Out)});
    EXPECT_TRUE(R.completed()) << outcomeName(R.Kind) << ": " << R.Message;
    return read<int32_t>(Out, Threads);
  }
};

} // namespace tilechecks::simt

#endif // TILECHECKS_TEST_SIMT_UNIT_HARNESS_H
