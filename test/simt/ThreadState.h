//===- ThreadState.h - what compiled code reads of its thread ---*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One instance a module, at a fixed address that the lowering writes into the
// code: special registers are loads from here. The scheduler fills it in
// whenever it turns to another thread.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_TEST_SIMT_THREADSTATE_H
#define TILECHECKS_TEST_SIMT_THREADSTATE_H

#include <cstdint>

namespace tilechecks::simt {

struct ThreadState {
  uint32_t Tid[3];
  uint32_t Linear; ///< of the thread in its block; lane = Linear % 32
  uint32_t Ctaid[3];
  uint32_t Ntid[3];
  uint32_t Nctaid[3];
  uint32_t ClusterId[3];
  uint32_t Nclusterid[3];
  uint32_t ClusterCtaid[3];
  uint32_t ClusterNctaid[3];
  uint32_t ClusterRank;
  uint32_t ClusterSize;
  uint32_t ExplicitCluster;
  uint32_t DynamicSharedBytes;
  uint32_t TotalSharedBytes;
  uint32_t ThreadsPerBlock;
  uint32_t WarpsPerBlock;
  uint64_t SharedBase;
  int64_t Steps; ///< until the scheduler wants to be asked again
};

} // namespace tilechecks::simt

#endif // TILECHECKS_TEST_SIMT_THREADSTATE_H
