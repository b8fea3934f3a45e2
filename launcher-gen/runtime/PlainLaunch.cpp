//===- runtime/PlainLaunch.cpp - a launch of the CUDA run time, checked ---===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainLaunch.h"
#include "CheckedKernels.h"

#include <tilechecks/launch/canary.hpp>
#include <tilechecks/plain_launch.hpp>

#include <cstdio>
#include <cstdlib>
#include <string_view>

using namespace tc;
using namespace tc::rt;

namespace tilechecks::runtime {

namespace {

thread_local status LastStatus;

bool printsByDefault = false;

/// TILECHECKS_ON_REFUSAL, read when the first launch is refused.
on_refusal initialPolicy() {
  const char *Text = std::getenv("TILECHECKS_ON_REFUSAL");
  const std::string_view Name = Text ? Text : "";
  if (Name == "abort")
    return on_refusal::abort;
  if (Name == "print" || (Name.empty() && printsByDefault))
    return on_refusal::print;
  if (Name == "return" || Name.empty())
    return on_refusal::return_error;
  std::fprintf(stderr,
               "TileChecks: TILECHECKS_ON_REFUSAL=%s: unknown value; valid: "
               "return, print, abort. Taken as abort.\n",
               Text);
  return on_refusal::abort;
}

struct Policy {
  std::atomic<on_refusal> Do = initialPolicy();
  std::atomic<refusal_callback> Callback = nullptr;

  static Policy &get() {
    static Policy P;
    return P;
  }
};

bool isOff() {
  static const bool Off = [] {
    const char *Text = std::getenv("TILECHECKS_RAW_LAUNCHES");
    const std::string_view Value = Text ? Text : "";
    return Value == "1" || Value == "on" || Value == "true";
  }();
  return Off;
}

/// Lets cudaGetLastError see cudaErrorInvalidValue, and gives it back. The call
/// fails for its argument alone: it asks neither device nor context, nor does
/// it disturb a stream that is captured.
cudaError_t leaveError(const CudaRuntime &Cuda) {
  (void)Cuda.cudaDriverGetVersion(nullptr);
  return cudaErrorInvalidValue;
}

cudaError_t refuse(const CudaRuntime &Cuda, status S) {
  LastStatus = std::move(S);
  Policy &P = Policy::get();
  if (const refusal_callback Callback = P.Callback) {
    Callback(LastStatus);
  } else if (const on_refusal Do = P.Do; Do != on_refusal::return_error) {
    std::fprintf(stderr, "%s\n", LastStatus.message.c_str());
    if (Do == on_refusal::abort)
      std::abort();
  }
  return leaveError(Cuda);
}

/// What the program wrote: the self-contained body.
cudaError_t launchAsWritten(const Request &R, Launcher Launch, status S) {
  S.body = body_kind::self_contained;
  const cudaError_t E = Launch(R.Kernel);
  S.launched = E == cudaSuccess;
  if (E != cudaSuccess && S.ok()) {
    S.code = status_code::driver_error;
    S.message = S.kernel + ": the launch failed: CUDA error " +
                std::to_string(static_cast<int>(E));
  }
  LastStatus = std::move(S);
  return E;
}

dims dimsOf(const dim3 &D) { return dims(D.x, D.y, D.z); }

} // namespace

void printRefusalsByDefault() { printsByDefault = true; }

Request requestOf(const cudaLaunchConfig_t &Config, const void *Kernel,
                  void **Arguments) {
  Request R{Kernel,    Config.gridDim,          Config.blockDim,
            Arguments, Config.dynamicSmemBytes, Config.stream};
  for (unsigned I = 0; I != Config.numAttrs; ++I) {
    const cudaLaunchAttributeValue &Value = Config.attrs[I].val;
    switch (Config.attrs[I].id) {
    case cudaLaunchAttributeClusterDimension:
      R.Cluster =
          dim3(Value.clusterDim.x, Value.clusterDim.y, Value.clusterDim.z);
      break;
    case cudaLaunchAttributeProgrammaticStreamSerialization:
      R.IsProgrammatic = Value.programmaticStreamSerializationAllowed != 0;
      break;
    case cudaLaunchAttributePreferredClusterDimension:
      R.Uncertain = "the device chooses between two sizes of a cluster";
      break;
    case cudaLaunchAttributeDeviceUpdatableKernelNode:
      if (Value.deviceUpdatableKernelNode.deviceUpdatable)
        R.Uncertain = "the device may change the arguments of the node";
      break;
    default:
      break;
    }
  }
  return R;
}

cudaError_t launchChecked(const CudaRuntime &Cuda, const Request &R,
                          Launcher Launch) {
  if (isOff())
    return Launch(R.Kernel);
  CheckedKernel *K = findKernel(Cuda, R.Kernel);
  if (!K)
    return Launch(R.Kernel);
  if (!K->Table) {
    status S;
    S.note = K->Note;
    return launchAsWritten(R, Launch, std::move(S));
  }
  const kernel_info &Info = K->Table->info();
  if (R.Uncertain) {
    status S;
    S.kernel = Info.name;
    S.note = R.Uncertain;
    return launchAsWritten(R, Launch, std::move(S));
  }
  launch_config Config;
  Config.grid = dimsOf(R.Grid);
  Config.block = dimsOf(R.Block);
  Config.dynamic_smem = static_cast<long long>(R.SharedBytes);
  Config.stream = R.Stream;
  Config.programmatic_stream_serialization = R.IsProgrammatic;
  const dims &Required = K->RequiredCluster;
  Config.cluster =
      Required.x * Required.y * Required.z > 1 ? Required : dimsOf(R.Cluster);
  thread_local std::vector<std::span<const unsigned char>> Arguments;
  Arguments.clear();
  for (size_t I = 0; I != Info.params.size(); ++I)
    Arguments.push_back({static_cast<const unsigned char *>(R.Arguments[I]),
                         Info.params[I].size});
  status S = K->Table->check(Config, Arguments);
  // What CUDA does not allow, CUDA refuses, in its own words.
  if (S.empty_grid || (!S.ok() && gate(Info, Config).refuses_shape()))
    return launchAsWritten(R, Launch, std::move(S));
  if (!S.ok())
    return refuse(Cuda, std::move(S));
  apply_canary(Info, S);
  if (S.body == body_kind::self_contained)
    return launchAsWritten(R, Launch, std::move(S));
  LaunchableBody &Body = K->Bodies[static_cast<int>(S.body)];
  if (!Body.Kernel) {
    S.note = "the image holds no body " + std::string(tc::spelling(S.body));
    return launchAsWritten(R, Launch, std::move(S));
  }
  cudaError_t E = prepareBody(Cuda, *K, Body, R.SharedBytes);
  if (E == cudaSuccess)
    E = Launch(reinterpret_cast<const void *>(Body.Kernel));
  S.launched = E == cudaSuccess;
  if (E != cudaSuccess) {
    S.code = status_code::driver_error;
    S.message = S.kernel + ": the launch failed: CUDA error " +
                std::to_string(static_cast<int>(E));
  }
  LastStatus = std::move(S);
  return E;
}

} // namespace tilechecks::runtime

const tc::status &tc::last_status() { return tilechecks::runtime::LastStatus; }

void tc::set_on_refusal(on_refusal Do) {
  auto &P = tilechecks::runtime::Policy::get();
  P.Callback = nullptr;
  P.Do = Do;
}

void tc::set_on_refusal(refusal_callback Callback) {
  auto &P = tilechecks::runtime::Policy::get();
  P.Do = on_refusal::return_error;
  P.Callback = Callback;
}
