//===- Runtime.h - functions that compiled device code calls ----*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All work on the launch that is active on this host thread. A `site` is an
// index into the module's site table. The names in compiled code are the names
// here with the prefix `tcsimt.`; their types are taken from these
// declarations, so that the two cannot drift apart.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_TEST_SIMT_RUNTIME_H
#define TILECHECKS_TEST_SIMT_RUNTIME_H

#include <cstdint>

namespace tilechecks::simt::runtime {

// Violations; none returns but `failing`.
void fail(uint32_t Id, uint64_t Index, uint64_t Extent, uint32_t Site);
void trap(uint32_t Site);
/// A check has failed, and the thread will record that and end; returns.
void failing(uint32_t Id, uint64_t Index, uint64_t Extent, uint32_t Site);
void reachedUnreachable(uint32_t Site);
void unsupported(uint32_t Site);
void assertFailed(uint64_t Message, uint64_t File, uint32_t Line,
                  uint64_t Function, uint32_t Site);
void exitThread();

/// What an access wants, as compiled code passes it.
enum Access : uint32_t { AccessRead = 0, AccessWrite = 1, AccessAtomic = 2 };

/// An inline check failed; decides what to report. Does not return.
void fault(uint64_t Address, uint64_t Size, uint64_t Align, uint32_t Access,
           uint32_t Site);
/// Checks a range of any length; returns if it may be accessed.
void checkRange(uint64_t Address, uint64_t Size, uint64_t Align,
                uint32_t Access, uint32_t Site);

// Steps, stack, local memory.
void slowStep();
void checkStack(uint32_t Site);
uint64_t localMark();
uint64_t localAllocate(uint64_t Size, uint64_t Align, uint32_t Site);
void localRelease(uint64_t Mark);

// Collectives.
uint64_t warpCollective(uint32_t Op, uint32_t Mask, uint64_t Value,
                        uint32_t Site);
/// Bit 32 of the answer is the predicate.
uint64_t shuffle(uint32_t Op, uint32_t Mask, uint32_t Value, uint32_t B,
                 uint32_t C, uint32_t Site);
/// As warpCollective, with the predicate in bit 32.
uint64_t warpCollectivePredicate(uint32_t Op, uint32_t Mask, uint64_t Value,
                                 uint32_t Site);
uint32_t activeMask(uint32_t Site);
uint32_t ctaBarrier(uint32_t Op, uint32_t Id, uint32_t Count, uint32_t Vote,
                    uint32_t Site);
void ctaArrive(uint32_t Id, uint32_t Count, uint32_t Site);
void clusterArrive(uint32_t Site);
void clusterWait(uint32_t Site);
uint64_t mapShared(uint64_t Address, uint32_t Rank);
uint32_t rankOf(uint64_t Address);
uint32_t isSpace(uint32_t Space, uint64_t Address);

// Services.
uint64_t clock();
uint64_t globalTimer();
uint32_t print(uint64_t Format, uint64_t Arguments, uint32_t Site);
uint64_t deviceMalloc(uint64_t Size);
void deviceFree(uint64_t Address, uint32_t Site);

// Asynchronous copies (LaunchCopies.cpp, AsyncCopies.h). Addresses are checked
// at the issue; groups are those of the running thread.
void asyncCopy(uint64_t To, uint64_t From, uint32_t Bytes, uint32_t ReadBytes,
               uint32_t Site);
void asyncCommit();
void asyncWait(uint32_t NewestGroups);
void asyncWaitAll();
void asyncArrive(uint64_t Barrier, uint32_t NoInc, uint32_t Site);

// Matrix fragments (Matrix.cpp). \p Words: the lane's registers on the host's
// stack, results from the first word on. The operands of a product are A, B, C
// one behind the other.
enum MatrixElement : uint32_t { MatrixBF16, MatrixF16, MatrixTF32 };
constexpr uint32_t MaxMatrixWords = 10;
void loadMatrix(uint32_t Count, uint32_t Trans, uint64_t Row, uint64_t Words,
                uint32_t Site);
void storeMatrix(uint32_t Count, uint32_t Trans, uint64_t Row, uint64_t Words,
                 uint32_t Site);
void multiplyMatrix(uint32_t Element, uint32_t K, uint64_t Words,
                    uint32_t Site);

// mbarrier objects, 8 bytes in shared memory (Mbarrier.cpp).
void mbarrierInit(uint64_t Address, uint32_t Count, uint32_t Site);
void mbarrierInvalidate(uint64_t Address, uint32_t Site);
/// Arrives \p Count times after expecting \p TxBytes more; returns the state
/// before. \p Drop lowers the count of all later phases.
uint64_t mbarrierArrive(uint64_t Address, uint32_t Count, uint32_t TxBytes,
                        uint32_t Drop, uint32_t Site);
/// The phase awaits one more arrival.
void mbarrierAwait(uint64_t Address, uint32_t Site);
void mbarrierTx(uint64_t Address, int64_t Bytes, uint32_t Site);
uint32_t mbarrierTest(uint64_t Address, uint64_t State, uint32_t Site);
uint32_t mbarrierTestParity(uint64_t Address, uint32_t Parity, uint32_t Site);
uint32_t mbarrierPending(uint64_t State);

// Arithmetic that needs a rounding mode or the machine's own rules
// (RuntimeMath.cpp). Rounding: 0 to nearest, 1 to zero, 2 down, 3 up.
enum FloatOp : uint32_t { FAdd, FMul, FDiv, FFma, FSqrt, FRcp };
float floatOp(uint32_t Op, uint32_t Rounding, float A, float B, float C);
double doubleOp(uint32_t Op, uint32_t Rounding, double A, double B, double C);
float doubleToFloat(uint32_t Rounding, double A);
/// The bits of the bfloat nearest to A, ties to even.
uint32_t doubleToBFloat(double A);
/// \p Bits 32 or 64; saturating, NaN gives 0.
uint64_t doubleToInt(uint32_t Rounding, uint32_t Bits, uint32_t Signed,
                     double A);
float intToFloat(uint32_t Rounding, uint32_t Signed, uint64_t A);
double intToDouble(uint32_t Rounding, uint32_t Signed, uint64_t A);
uint32_t prmtMode(uint32_t Mode, uint32_t A, uint32_t B, uint32_t C);
uint32_t dotProduct(uint32_t Four, uint32_t SignedA, uint32_t SignedB,
                    uint32_t High, uint32_t A, uint32_t B, uint32_t C);
uint32_t lop3(uint32_t A, uint32_t B, uint32_t C, uint32_t Table);
uint32_t findNthSet(uint32_t Mask, uint32_t Base, uint32_t Offset);

} // namespace tilechecks::simt::runtime

#endif // TILECHECKS_TEST_SIMT_RUNTIME_H
