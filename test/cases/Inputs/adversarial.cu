// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each kernel is the smallest that showed a fault in somebody's checker. Counts, -DDENY and -DPLACED_ONLY as in loops.cu.
#include <tilechecks/tilechecks.hpp>

#ifdef DENY
#define KERNEL TC_KERNEL(tc::deny_in_kernel_checks) __global__ void
#else
#define KERNEL __global__ void
#endif

extern "C" __global__ void warm_up() {}

// Case: S06. The author's bound is verified, not believed.
// COUNTS: TILECHECKS_TIMING module=adversarial function=s06 checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL s06(tc::tensor1<float> x) {
  tc::require(x.extent(0) >= 999, "room for 999"); // line: s06
  x(998) = 7;
}

// Case: S14. A proof of the placed body is none of the reference body's.
// COUNTS-NEXT: function=s14 checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
KERNEL s14(tc::tensor1<float> x, int i) {
  if (i >= 0 && i < x.extent(0))
    x(i) = 7;
}
// REFERENCE: define {{.*}}@_Z3s14{{.*}}__tc_reference(
// REFERENCE-NOT: {{^}}}
// REFERENCE: icmp slt i32
// REFERENCE-NOT: {{^}}}
// REFERENCE: tilechecks: fail 0

// Case: S16, S17. The launch checks of a launch are evaluated, at every launch.
// COUNTS-NEXT: function=s17 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
KERNEL s17(tc::tensor1<float> x) { x(blockIdx.x) = 7; } // line: s17

#ifndef PLACED_ONLY
// Case: S01. Two-sided where the index is data.
// COUNTS-NEXT: function=s01 checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=1
KERNEL s01(tc::tensor1<const int> idx, tc::tensor1<float> x) {
  // DENY: error: {{.*}}adversarial.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of x stays at its access: index is loaded from memory; access x(idx(blockIdx.x)){{.*}}deny_in_kernel_checks; hint:
  x(idx(blockIdx.x)) = 7; // line: s01
}

// Case: S31. No optimiser after the placement deletes the check on a loaded index.
// COUNTS-NEXT: function=s31 checks_discharged=0 checks_launch=2 checks_hoisted=0 checks_in_place=1
KERNEL s31(tc::tensor1<float> out, tc::tensor1<const float> src, tc::tensor1<const int> idx) {
  const int i = blockIdx.x;
  // DENY: error: {{.*}}adversarial.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of src stays at its access: index is loaded from memory; access src(idx(i)){{.*}}deny_in_kernel_checks; hint:
  out(i) = src(idx(i)); // line: s31
}
// PTX: .visible .entry _Z3s31{{.*}}__tc_placed(
// PTX-NOT: .entry
// PTX: tilechecks: fail
// PTX: trap;
// PTX: {{^}}}

// Case: S33. A violation points at the user's line, through a function of his (inlined or not) and a lambda.
__device__ inline float at(const tc::tensor1<const float> &x, int i) {
  // DENY: error: {{.*}}adversarial.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of {{x|src}} stays at its access: index is loaded from memory; access x(i){{.*}}deny_in_kernel_checks; hint:
  return x(i); // line: wrapper
}
__device__ __noinline__ static float far_at(const tc::tensor1<const float> &x, int i) {
  // DENY: error: {{.*}}adversarial.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of {{x|src}} stays at its access: index is loaded from memory; access x(i){{.*}}deny_in_kernel_checks; hint:
  return x(i); // line: far
}

// COUNTS-NEXT: function=s33_wrapper checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=1
KERNEL s33_wrapper(tc::tensor1<const float> src, tc::tensor1<const int> idx, float *out) {
  *out = at(src, idx(blockIdx.x));
}

// COUNTS-NEXT: function=s33_far checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=1
KERNEL s33_far(tc::tensor1<const float> src, tc::tensor1<const int> idx, float *out) {
  *out = far_at(src, idx(blockIdx.x));
}

// COUNTS-NEXT: function=s33_lambda checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=1
KERNEL s33_lambda(tc::tensor1<const float> src, tc::tensor1<const int> idx, float *out) {
  // DENY: error: {{.*}}adversarial.cu:[[@LINE+1]]:{{[0-9]+}}: bounds check for dim 0 of src stays at its access: index is loaded from memory; access src(i){{.*}}deny_in_kernel_checks; hint:
  auto read = [&](int i) { return src(i); }; // line: lambda
  *out = read(idx(blockIdx.x));
}
#endif
// COUNTS-NOT: TILECHECKS_TIMING
// DENY-NOT: error:{{.*}}bounds check
