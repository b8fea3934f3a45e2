//===- Bench.h - threads a second on saxpy ----------------------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_TEST_SIMT_BENCH_H
#define TILECHECKS_TEST_SIMT_BENCH_H

namespace tilechecks::simt {

/// Prints two figures, a plain saxpy and one with a barrier (fibres); 0, or 2
/// if a launch went wrong.
int runBench();

} // namespace tilechecks::simt

#endif // TILECHECKS_TEST_SIMT_BENCH_H
