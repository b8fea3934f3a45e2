//===- DriverGraphs.cpp - capture, graphs, what can be there at once ------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A graph is a row of kernels, each behind the one before it.
//
//===----------------------------------------------------------------------===//

#include "DriverState.h"

using namespace tilechecks;

namespace {
thread_local int ThreadMode = 0; // global
constexpr int Relaxed = 2;
} // namespace

bool DriverState::forbidsUnsafeCalls() const {
  if (ThreadMode == Relaxed)
    return false;
  for (const auto &[Stream, C] : Captures)
    if (C.Mode != Relaxed)
      return true;
  return false;
}

TCSIMT_CUDA_API cuThreadExchangeStreamCaptureMode(int *Mode) {
  std::swap(*Mode, ThreadMode);
  return CUDA_SUCCESS;
}

TCSIMT_CUDA_API cuStreamBeginCapture_v2(CUstream Stream, int Mode) {
  DriverState &S = DriverState::get();
  std::lock_guard<std::mutex> Hold(S.Lock);
  if (!Stream || S.Captures.count(Stream))
    return CUDA_ERROR_INVALID_VALUE;
  auto *Graph = S.Graphs.emplace_back(std::make_unique<CUgraph_st>()).get();
  S.Captures[Stream] = {Graph, Mode};
  return CUDA_SUCCESS;
}

TCSIMT_CUDA_API cuStreamEndCapture(CUstream Stream, CUgraph *Out) {
  DriverState &S = DriverState::get();
  std::lock_guard<std::mutex> Hold(S.Lock);
  auto It = S.Captures.find(Stream);
  if (It == S.Captures.end())
    return CUDA_ERROR_INVALID_VALUE;
  *Out = It->second.Graph;
  S.Captures.erase(It);
  return CUDA_SUCCESS;
}

TCSIMT_CUDA_API cuStreamGetCaptureInfo_v2(CUstream Stream, int *Status,
                                          unsigned long long *Id,
                                          CUgraph *Graph,
                                          const CUgraphNode **Last,
                                          size_t *Count) {
  DriverState &S = DriverState::get();
  std::lock_guard<std::mutex> Hold(S.Lock);
  static thread_local CUgraphNode Node;
  auto It = S.Captures.find(Stream);
  *Status = It != S.Captures.end();
  *Id = 0;
  *Count = 0;
  if (!*Status)
    return CUDA_SUCCESS;
  *Graph = It->second.Graph;
  if (!It->second.Graph->Nodes.empty()) {
    Node = It->second.Graph->Nodes.back().get();
    *Last = &Node;
    *Count = 1;
  }
  return CUDA_SUCCESS;
}

TCSIMT_CUDA_API cuGraphInstantiateWithFlags(CUgraphExec *Out, CUgraph Graph,
                                            unsigned long long) {
  DriverState &S = DriverState::get();
  std::lock_guard<std::mutex> Hold(S.Lock);
  auto E = std::make_unique<CUgraphExec_st>();
  for (const auto &Node : Graph->Nodes)
    E->Nodes.emplace_back(Node.get(), *Node);
  *Out = S.Executables.emplace_back(std::move(E)).get();
  return CUDA_SUCCESS;
}

TCSIMT_CUDA_API cuGraphLaunch(CUgraphExec Exec, CUstream) {
  DriverState &S = DriverState::get();
  std::lock_guard<std::mutex> Hold(S.Lock);
  if (S.Sticky != CUDA_SUCCESS)
    return S.Sticky;
  for (auto &[Origin, Node] : Exec->Nodes)
    if (CUresult R = runNow(S, Node.Function, Node.Config, Node.Arguments);
        R != CUDA_SUCCESS || S.Sticky != CUDA_SUCCESS)
      return R;
  return CUDA_SUCCESS;
}

TCSIMT_CUDA_API
cuGraphExecKernelNodeSetParams_v2(CUgraphExec Exec, CUgraphNode Origin,
                                  const CUDA_KERNEL_NODE_PARAMS *P) {
  DriverState &S = DriverState::get();
  std::lock_guard<std::mutex> Hold(S.Lock);
  for (auto &[Of, Node] : Exec->Nodes) {
    if (Of != Origin)
      continue;
    std::vector<simt::ArgumentBytes> Arguments;
    if (!isFunction(S, P->func) ||
        !collectArguments(P->func, P->kernelParams, P->extra, Arguments))
      return CUDA_ERROR_INVALID_VALUE;
    Node.Function = P->func;
    Node.Arguments = std::move(Arguments);
    Node.Config.Grid = {P->gridDimX, P->gridDimY, P->gridDimZ};
    Node.Config.Block = {P->blockDimX, P->blockDimY, P->blockDimZ};
    Node.Config.DynamicSharedBytes = P->sharedMemBytes;
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_INVALID_VALUE;
}

TCSIMT_CUDA_API cuGraphKernelNodeGetAttribute(CUgraphNode Node, unsigned Id,
                                              CUlaunchAttributeValue *Out) {
  *Out = {};
  const simt::Dim3 &C = Node->Config.Cluster;
  if (Id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
    Out->clusterDim = {C.X, C.Y, C.Z};
  else if (Id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
    Out->cooperative = Node->Config.Cooperative;
  else
    return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

/// 2048 threads a multiprocessor, of which there is one.
TCSIMT_CUDA_API cuOccupancyMaxActiveBlocksPerMultiprocessor(int *Out,
                                                            CUfunction,
                                                            int Threads,
                                                            size_t) {
  *Out = 2048 / (Threads > 0 ? Threads : 1);
  return CUDA_SUCCESS;
}
