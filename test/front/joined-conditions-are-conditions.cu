// Where several ways lead to an access, it runs under the condition of any of them: `||`, conditional expressions, bools
// kept in variables, comparisons of comparisons, shared cases and cases that fall through, returns and `continue` inside an
// `if`, jumps. The launch check is exact: it is an implication. The same at -O0 and -O3.
// Rule: 5
//
// REQUIRES: plugin, cuda
// DEFINE: %{plan} = env TILECHECKS_TIMING=1 TILECHECKS_DUMP=plan %clang_tc --cuda-device-only --offload-arch=sm_90 -fno-discard-value-names -S %s -o /dev/null
// RUN: %{plan} -O3 2>&1 | FileCheck %s
// RUN: %{plan} -O0 2>&1 | FileCheck %s
#include <tilechecks/tilechecks.hpp>
using F1 = tc::tensor1<float>;
using I1 = tc::tensor1<const int>;

extern "C" __global__ void either(F1 x, int i, int a, int b) {
  if (a > 3 || i < b)
    x(i) = 1;
}
// CHECK-LABEL: plan either:
// CHECK: derived exact {{.*}} ; (a > 3 or i < b) implies i < extent(x,0)
// CHECK: function=either checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0

extern "C" __global__ void either_of_both(F1 x, int i, int a, int b) {
  if ((a > 3 && b > 4) || (a < -3 && b < 7))
    x(i) = 1;
}
// CHECK-LABEL: plan either_of_both:
// CHECK: ((a > 3 and b > 4) or (a < -3 and b < 7)) implies i < extent(x,0)

extern "C" __global__ void both_of_either(F1 x, int i, int a, int b) {
  if ((a > 3 || b > 4) && (a < -3 || b < 7))
    x(i) = 1;
}
// CHECK-LABEL: plan both_of_either:
// CHECK: (a > 3 or b > 4) and (a < -3 or b < 7) implies i < extent(x,0)

extern "C" __global__ void conditional(F1 x, int i, int a, int b) {
  if (a > 3 ? b > 4 : b < 7)
    x(i) = 1;
}
// CHECK-LABEL: plan conditional:
// CHECK: ((a > 3 and b > 4) or (a <= 3 and b < 7)) implies i < extent(x,0)

extern "C" __global__ void kept(F1 x, int i, int a, int b) {
  bool ok = false;
  if (a > 3)
    ok = b > 4;
  if (ok || i == 3)
    x(i) = 1;
}
// CHECK-LABEL: plan kept:
// CHECK: ((a > 3 and b > 4) or i == 3) implies i < extent(x,0)

extern "C" __global__ void compared(F1 x, int i, int a, int b) {
  if ((a > 3) == (b > 4))
    x(i) = 1;
}
// CHECK-LABEL: plan compared:
// CHECK: ((a > 3 and b > 4) or (a <= 3 and b <= 4)) implies i < extent(x,0)

extern "C" __global__ void cases(F1 x, int i, int a) {
  switch (a) {
  case 1:
  case 5:
    x(i) = 1;
    break;
  case 2:
    x(i) = 2;
    [[fallthrough]];
  case 3:
    x(0) = 3;
  }
}
// CHECK-LABEL: plan cases:
// CHECK: (a == 1 or a == 5) implies i < extent(x,0)
// CHECK: a == 2 implies i < extent(x,0)
// CHECK: (a == 2 or a == 3) implies extent(x,0) > 0
// CHECK: function=cases checks_discharged=0 checks_launch=3 checks_hoisted=0 checks_in_place=0

extern "C" __global__ void returned(F1 x, int i, int a, int b) {
  if (a > 3) {
    if (b > 4)
      return;
  }
  x(i) = 1;
}
// CHECK-LABEL: plan returned:
// CHECK: (a <= 3 or b <= 4) implies i < extent(x,0)

extern "C" __global__ void continued(F1 x, int n, int a, int b) {
  for (int j = 0; j < n; ++j) {
    if (a > 3) {
      if (b > 4)
        continue;
    }
    x(j) = 1;
  }
}
// CHECK-LABEL: plan continued:
// CHECK: (a <= 3 or b <= 4) implies n <= extent(x,0)

extern "C" __global__ void jumped(F1 x, int i, int a, int b) {
  if (a > 3)
    goto far;
  if (b > 4)
    goto near;
  return;
far:
  if (b == 9)
    return;
near:
  x(i) = 1;
}
// CHECK-LABEL: plan jumped:
// CHECK: ((a > 3 and b != 9) or (a <= 3 and b > 4)) implies i < extent(x,0)

// A loop on one of the ways is passed: it ends.
extern "C" __global__ void past_a_loop(F1 x, int i, int a, int n, float *o) {
  if (a > 3) {
    for (int k = 0; k < n; ++k)
      o[k] = 1;
    if (n == 7)
      return;
  }
  x(i) = 1;
}
// CHECK-LABEL: plan past_a_loop:
// CHECK: (a <= 3 or n != 7) implies i < extent(x,0)

// What is not exact: data that decides, a loop left in two directions, a loop that may not end, a promise.
extern "C" __global__ void by_data(F1 x, I1 p, int i, int n) {
  if (n < 10 || p(0) > 3)
    x(i) = 1;
}
// CHECK-LABEL: plan by_data:
// CHECK: x(i) axis 0: in_place by ReferenceInPlace because DataDependentCondition

extern "C" __global__ void past_a_search(F1 x, I1 p, int i, int a, int n) {
  if (a > 3) {
    for (int k = 0; k < n; ++k)
      if (p.unchecked(k) == 0)
        return;
  }
  x(i) = 1;
}
// CHECK-LABEL: plan past_a_search:
// CHECK: x(i) axis 0: in_place

extern "C" __global__ void past_a_wait(F1 x, int i, int a, volatile int *flag) {
  if (a > 3) {
    while (*flag == 0)
      ;
    if (a == 9)
      return;
  }
  x(i) = 1;
}
// CHECK-LABEL: plan past_a_wait:
// CHECK: x(i) axis 0: in_place

// With the default promised away, the compiler may test for one of the cases and take the other for granted.
extern "C" __global__ void promised(F1 x, int i, int a) {
  switch (a) {
  case 1:
    x(i) = 1;
    break;
  case 2:
    x(i + 1) = 1;
    break;
  default:
    __builtin_unreachable();
  }
}
// CHECK-LABEL: plan promised:
// CHECK: x(i) axis 0: in_place
// CHECK: x(i + 1) axis 0: in_place
