// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel for each reason of passes/core/Reasons.def that keeps a check in the kernel, and the same kernel with the hint
// applied: ../each-reason-has-a-hint-that-helps.test. A kernel is named for its reason; `x` is the tensor in question.
//
//   // REASON Name: access -> outcome, outcome     as it is; and where the check goes with -DAPPLIED=1, -DAPPLIED=2
#include <tilechecks/tilechecks.hpp>

#ifndef APPLIED
#define APPLIED 0
#endif
#ifdef DENY
#define KERNEL TC_KERNEL(tc::deny_in_kernel_checks) __global__ void
#else
#define KERNEL __global__ void
#endif
// Where the second way to apply a hint is a sufficient launch check.
#if APPLIED == 2
#define SECOND_SUFFICIENT TC_KERNEL(tc::sufficient_launch) __global__ void
#else
#define SECOND_SUFFICIENT KERNEL
#endif

using vec = tc::tensor1<float>;
using ints = tc::tensor1<const int>;

// REASON IndexLoaded: x(id[j]) -> hoisted, launch
KERNEL IndexLoaded(vec x, const int *id, int n) {
#if APPLIED == 1
  const int i = id[0];
  for (int j = 0; j < n; ++j)
    x(i) += 1;
#elif APPLIED == 2
  for (int j = 0; j < n; ++j)
    x(min(max(id[j], 0), x.extent(0) - 1)) += 1;
#else
  for (int j = 0; j < n; ++j)
    x(id[j]) += 1;
#endif
}

// REASON ExtentLoaded: x(threadIdx.x) -> launch, launch
#if APPLIED == 1
KERNEL ExtentLoaded(vec x) {
#elif APPLIED == 2
KERNEL ExtentLoaded(const vec *all, int n) {
  vec x(all[0].data(), n);
#else
KERNEL ExtentLoaded(const vec *all) {
  vec x = all[0];
#endif
  x(threadIdx.x) = 1;
}

// REASON ParameterModified: x(threadIdx.x) -> launch
KERNEL ParameterModified(vec x, vec y, int n) {
#if APPLIED == 1
  vec z = y;
  if (n > 0)
    z = x;
  z(threadIdx.x) = 2;
#else
  if (n > 0)
    x = y;
#endif
  x(threadIdx.x) = 1;
}

// REASON LoopCarried: x(i) -> launch
KERNEL LoopCarried(vec x, int n) {
  int i = 0;
  for (int j = 0; j < n; ++j) {
#if APPLIED == 1
    x(5 * j) = 1;
#else
    x(i) = 1;
#endif
    i = i * 5 + 1;
  }
}

// REASON JoinedValue: x(i) -> launch, hoisted
KERNEL JoinedValue(vec x, const float *v, int a, int b, int n) {
  for (int j = 0; j < n; ++j) {
#if APPLIED == 2
    if (v[j] > 0.5f)
      x(a) += 1;
    else
      x(b) += 1;
#else
#if APPLIED == 1
    int i = n > 0 ? a : b;
#else
    int i = a;
    if (v[j] > 0.5f)
      i = b;
#endif
    x(i) += 1;
#endif
  }
}

extern "C" __device__ int elsewhere(int i);
#if APPLIED == 1
extern "C" __device__ int elsewhere(int i) { return i / 2; }
#endif

// REASON CallResult: x(elsewhere(n)) -> launch
KERNEL CallResult(vec x, int n) {
  x(elsewhere(n)) = 1;
}

// REASON CrossLaneValue: x(i) -> launch
KERNEL CrossLaneValue(vec x, int n) {
  int i = __shfl_sync(~0u, n, 0);
#if APPLIED == 1
  i = min(max(i, 0), x.extent(0) - 1);
#endif
  x(i) = 1;
}

// REASON UnsupportedArithmetic: x(i) -> launch
KERNEL UnsupportedArithmetic(vec x, int n) {
#if APPLIED == 1
  const int i = (n >> 16) & 0xff;
#else
  const int i = __byte_perm(n, 0, 0x4442);
#endif
  x(i) = 1;
}

// REASON MayWrap: x(step * j) -> launch, launch
KERNEL MayWrap(vec x, unsigned n, int m) {
#if APPLIED == 2
  tc::require(m <= 1000);
#endif
#if APPLIED == 1
  const long long step = 17;
#else
  const unsigned step = 17;
#endif
  for (int j = 0; j < m; ++j)
    if (step * j < n)
      x(step * j) = 1;
}

// REASON DataDependentCondition: x(threadIdx.x) -> launch, launch
SECOND_SUFFICIENT DataDependentCondition(vec x, const int *flag, float *out) {
#if APPLIED == 1
  const float v = x(threadIdx.x);
  if (flag[threadIdx.x])
    *out = v;
#else
  if (flag[threadIdx.x])
    *out = x(threadIdx.x);
#endif
}

// REASON UnexpressibleCondition: x(threadIdx.x) -> launch
KERNEL UnexpressibleCondition(vec x, int n) {
#if APPLIED == 1
  if (threadIdx.x < n)
#else
  if (threadIdx.x * threadIdx.y < n)
#endif
    x(threadIdx.x) = 1;
}

// REASON SeveralExits: x(j) -> launch
KERNEL SeveralExits(vec x, const int *stop, int n) {
#if APPLIED == 1
  int s = 0;
#endif
  for (int j = 0; j < n; ++j) {
    x(j) = 1;
#if APPLIED == 1
    s += stop[j];
#else
    if (stop[j])
      break;
#endif
  }
#if APPLIED == 1
  x(0) = s;
#endif
}

// REASON UnknownTripCount: x(j) -> launch
KERNEL UnknownTripCount(vec x, const int *go, int n) {
#if APPLIED == 1
  for (int j = 0; j < n; ++j)
#else
  for (int j = 0; go[j]; ++j)
#endif
    x(j) = 1;
}

// REASON MayNotReturn: x(n) -> launch, launch
KERNEL MayNotReturn(vec x, volatile int *go, int n) {
#if APPLIED == 2
  x(n) = 1;
#endif
#if APPLIED == 1
  for (int i = 0; i < 1000; ++i)
    if (*go)
      break;
#else
  while (*go == 0)
    ;
#endif
#if APPLIED != 2
  x(n) = 1;
#endif
}

// REASON ExtremeNotAttained: x(2 * threadIdx.x % 6) -> discharged, launch
SECOND_SUFFICIENT ExtremeNotAttained(vec x) {
#if APPLIED == 1
  tc::require(x.extent(0) >= 6);
#endif
  x(2 * threadIdx.x % 6) = 1;
}

// REASON NonMonotoneIndex: x((j - m) * (j - m)) -> launch
KERNEL NonMonotoneIndex(vec x, int n, int m) {
  for (int j = 0; j < n; ++j)
#if APPLIED == 1
    x(m * j) = 1;
#else
    x((j - m) * (j - m)) = 1;
#endif
}

// REASON DependentRanges: x(t + n) -> launch
KERNEL DependentRanges(vec x, int n, int m) {
  const int t = threadIdx.x, u = threadIdx.y;
#if APPLIED == 1
  if (t < m && u < m)
#else
  if (t < u)
#endif
    x(t + n) = 1;
}

#if APPLIED == 1
static __device__ void down(vec x, int n) {
  for (int i = 0; i < n; ++i)
    x(i) = 1;
}
#else
__device__ void down(vec x, int n) {
  x(n) = 1;
  if (n > 0)
    down(x, n - 1);
}
#endif

// REASON UnknownCallers: x(n) -> launch
KERNEL UnknownCallers(vec x, int n) {
  down(x, n);
}

// REASON UnverifiedAssumption: x(i) -> discharged, discharged
#if APPLIED == 2
KERNEL UnverifiedAssumption(vec x, int i) {
#else
KERNEL UnverifiedAssumption(vec x, const int *id) {
  const int i = id[0];
#endif
#if APPLIED == 1
  if (i >= 0 && i < x.extent(0))
#elif APPLIED == 2
  tc::require(i >= 0 && i < x.extent(0));
#else
  const int e = x.extent(0);
  __builtin_assume(i >= 0);
  __builtin_assume(i < e);
#endif
    x(i) = 1;
}

// REASON BudgetExceeded: x(i) -> launch
KERNEL BudgetExceeded(vec x, int a, int b, int c, int d) {
  const int t = threadIdx.x;
#if APPLIED == 1
  const int i = t + a + b + c + d;
#else
  const int i = (t > a ? b : c) + (t > b ? c : d) + (t > c ? d : a) + (t > d ? a : b);
#endif
  x(i) = 1;
}

#define FOUR(S) S S S S
#define MANY(S) FOUR(FOUR(FOUR(FOUR(S))))

// REASON VersionTooLarge: x(j) -> hoisted, launch
SECOND_SUFFICIENT VersionTooLarge(vec x, const int *m, float *out, int n) {
#if APPLIED == 1
  for (int j = 0; j < n; ++j)
    if (m[j])
      x(j) = 1;
  for (int j = 0; j < n; ++j) {
#else
  for (int j = 0; j < n; ++j) {
    if (m[j])
      x(j) = 1;
#endif
    float v = out[j];
    MANY(v = v * v + m[j];)
    out[j] = v;
  }
}

// REASON VersionDivergent: x(j) -> hoisted, hoisted
#if APPLIED == 1
KERNEL VersionDivergent(vec x, const int *m, int n) {
#else
KERNEL VersionDivergent(vec x, const int *m, const int *len) {
  const int n = len[threadIdx.x];
#endif
  for (int j = 0; j < n; ++j) {
    if (m[j])
      x(j) = 1;
#if APPLIED != 2
    __syncthreads();
#endif
  }
}

// REASON VersionElsewhere: x(j) -> hoisted, launch
#if APPLIED == 2
TC_KERNEL(tc::sufficient_launch) __global__ void VersionElsewhere(vec x, vec y, const int *m, int n, int len) {
#else
KERNEL VersionElsewhere(vec x, vec y, const int *m, int n, const int *lens) {
#endif
  for (int a = 0; a < n; ++a) {
#if APPLIED != 2
    const int len = lens[a];
#endif
    for (int j = 0; j < len; ++j)
      if (m[j])
        x(j) = 1;
#if APPLIED == 1
  }
  for (int a = 0; a < n; ++a) {
    const int len = lens[a];
#endif
    for (int j = 0; j < len; ++j)
      if (m[j]) {
        y(j) = 1;
        y(j + 1) = 1;
      }
  }
}

// Not for want of a proof: checked once before the loop, which is what a hint can still spare.
// REASON None: x(r) -> launch, launch
#if APPLIED == 2
KERNEL None(vec x, int r, int n) {
#else
KERNEL None(vec x, const int *id, int n) {
  int r = id[0];
#if APPLIED == 1
  r = min(max(r, 0), x.extent(0) - 1);
#endif
#endif
  for (int j = 0; j < n; ++j)
    x(r) += 1;
}
