// The image that is there at run time need not be the one that launcher-gen saw: digest and parameters are compared again.
// Case: S34
//
// REQUIRES: launcher-gen, gxx
// RUN: %python %S/Inputs/make-cubin.py %S/Inputs/mix.json %t.yaml %t.fake
// RUN: yaml2obj %t.yaml -o %t.cubin
// RUN: launcher-gen --sidecar %S/Inputs/mix.json --cubin %t.cubin -o %t.hpp --cubin-path %t.image
// RUN: %gxx -std=c++20 -shared -fPIC %S/Inputs/fake-driver.cpp -o %t.driver.so
// RUN: %gxx -std=c++20 -I%source/launcher-gen/include -I%include -DLAUNCHER='"%t.hpp"' %s -o %t.exe -ldl
//
// RUN: cp %t.fake %t.image
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so %t.exe | FileCheck %s --check-prefix=GOOD
// GOOD: launch scale__tc_assumed
// GOOD-NEXT: ok
// RUN: sed 's/00aa/00ab/' %t.fake > %t.image
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so %t.exe | FileCheck %s --check-prefix=DIGEST
// DIGEST-NOT: launch scale
// DIGEST: a::scale<float, 64>: the image does not hold the code that this launcher was made for (no symbol scale__tc_digest_00000000000000aa)
// RUN: sed 's/72:4/72:8/' %t.fake > %t.image
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so %t.exe | FileCheck %s --check-prefix=SIZE
// SIZE: the parameters in the image differ from the sidecar: parameter 4 (n) has offset 72 and size 8, the sidecar says 72 and 4
// RUN: sed 's/72:4/72:4 76:4/' %t.fake > %t.image
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so %t.exe | FileCheck %s --check-prefix=MORE
// MORE: the parameters in the image differ from the sidecar: more than 5
// RUN: sed 's/ 72:4//' %t.fake > %t.image
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so %t.exe | FileCheck %s --check-prefix=FEWER
// FEWER: the parameters in the image differ from the sidecar: no parameter 4 (n)
// RUN: rm %t.image
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so %t.exe | FileCheck %s --check-prefix=ABSENT
// ABSENT: a::scale<float, 64>: cannot read the image {{.*}}.image
// RUN: echo nonsense > %t.image
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so %t.exe | FileCheck %s --check-prefix=BAD
// BAD: a::scale<float, 64>: cannot load the image {{.*}}.image: CUDA_ERROR_OTHER
#include LAUNCHER

#include <cstdio>

enum class Mode : int { fast };
struct S {
  double d[3];
};

int main() {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  const long strides[] = {4, 1};
  tc::tensor<float, tc::extents<long, tc::dyn, 4>, tc::layout_stride> x(nullptr, tc::extents<long, tc::dyn, 4>(100), strides);
  const tc::status s = a::launch_scale_float_64({.block = 64}, tc::unsafe, x, Mode::fast, S{}, nullptr, 50);
  std::puts(s.ok() ? "ok" : s.message.c_str());
}
