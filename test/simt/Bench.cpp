//===- Bench.cpp - threads a second on saxpy ------------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bench.h"
#include "Simt.h"

#include <cstdio>

using namespace tilechecks::simt;

namespace {

constexpr const char *SaxpyText = R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

define ptx_kernel void @saxpy(float %a, ptr %x, ptr %y, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %base = mul i32 %b, %d
  %i = add i32 %base, %t
  %in = icmp slt i32 %i, %n
  br i1 %in, label %then, label %done
then:
  %j = sext i32 %i to i64
  %px = getelementptr inbounds float, ptr %x, i64 %j
  %py = getelementptr inbounds float, ptr %y, i64 %j
  %vx = load float, ptr %px, align 4
  %vy = load float, ptr %py, align 4
  %v = call float @llvm.fma.f32(float %a, float %vx, float %vy)
  store float %v, ptr %py, align 4
  br label %done
done:
  ret void
}

define ptx_kernel void @saxpy_barrier(float %a, ptr %x, ptr %y, i32 %n) {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @saxpy(float %a, ptr %x, ptr %y, i32 %n)
  ret void
}
)";

bool measure(Module &M, const char *Kernel, uint32_t Blocks,
             const std::vector<ArgumentBytes> &Arguments) {
  LaunchConfig Config;
  Config.Grid = {Blocks, 1, 1};
  Config.Block = {256, 1, 1};
  for (bool Warm : {true, false}) {
    Result R = M.launch(Kernel, Config, Arguments);
    if (!R.completed()) {
      std::fprintf(stderr, "tilechecks-run: %s: %s\n", Kernel,
                   R.Message.c_str());
      return false;
    }
    if (!Warm)
      std::printf("%s: %llu threads in %.3f s, %.2f million threads/s\n",
                  Kernel, static_cast<unsigned long long>(R.ThreadsRun),
                  R.Seconds, double(R.ThreadsRun) / R.Seconds / 1e6);
  }
  return true;
}

} // namespace

int tilechecks::simt::runBench() {
  Device D;
  std::string Error;
  auto M = Module::loadBuffer(D, SaxpyText, "saxpy", Error);
  if (!M) {
    std::fprintf(stderr, "tilechecks-run: %s\n", Error.c_str());
    return 2;
  }
  constexpr int32_t N = 1 << 24;
  DevicePtr X = D.allocate(uint64_t(N) * 4, "x");
  DevicePtr Y = D.allocate(uint64_t(N) * 4, "y");
  std::vector<ArgumentBytes> Arguments = {scalarArgument(2.0f),
                                          scalarArgument(X), scalarArgument(Y),
                                          scalarArgument(N)};
  bool Ok = measure(*M, "saxpy", N / 256, Arguments) &&
            measure(*M, "saxpy_barrier", 1 << 12, Arguments);
  return Ok ? 0 : 2;
}
