// A kernel with everything at once: template arguments and a namespace in its name, a strided tensor of 64-bit indices, an
// enumeration, a struct, a pointer to a type of another header, parameters without a usable name; a sufficient check, an
// assumption, a residual check, unchecked accesses.
//
// REQUIRES: launcher-gen, gxx, clang
// RUN: %python %S/Inputs/make-cubin.py %S/Inputs/mix.json %t.yaml %t.fake
// RUN: yaml2obj %t.yaml -o %t.cubin
// RUN: launcher-gen --sidecar %S/Inputs/mix.json --cubin %t.cubin -o %t.hpp --cubin-path %t.fake
// RUN: FileCheck %s --check-prefix=HEADER < %t.hpp
// RUN: %gxx -std=c++20 -shared -fPIC %S/Inputs/fake-driver.cpp -o %t.driver.so
// RUN: %clangxx -std=c++20 -Wall -Wextra -Wpedantic -Werror -I%source/launcher-gen/include -isystem %include -DLAUNCHER='"%t.hpp"' %s -fsyntax-only
// RUN: %gxx -std=c++20 -Wall -Wextra -Wpedantic -Werror -I%source/launcher-gen/include -isystem %include -DLAUNCHER='"%t.hpp"' %s -o %t.exe -ldl
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so %t.exe | FileCheck %s
// RUN: env TILECHECKS_CUDA_LIBRARY=%t.driver.so FAKE_CUDA_SYNC=719 %t.exe | FileCheck %s --check-prefix=SYNC
// RUN: not %gxx -std=c++20 -I%source/launcher-gen/include -isystem %include -DLAUNCHER='"%t.hpp"' -DNO_UNSAFE %s -fsyntax-only 2>&1 | FileCheck %s --check-prefix=UNSAFE
//
// The user's own types, given on the command line.
// RUN: echo 'enum class Mode : int { fast }; struct S { double d[3]; };' > %t.types.hpp
// RUN: launcher-gen --sidecar %S/Inputs/mix.json --cubin %t.cubin -o %t.own.hpp --include %t.types.hpp --type Mode=Mode --type S=S
// RUN: FileCheck %s --check-prefix=OWN < %t.own.hpp
// RUN: %gxx -std=c++20 -I%source/launcher-gen/include -isystem %include -DLAUNCHER='"%t.own.hpp"' -DOWN %s -fsyntax-only
//
// HEADER: struct __half;
// HEADER: namespace a {
// HEADER: The arguments must fulfil
// HEADER: extent(x,0) > 0 and 4 > 0 implies (extent(x,0)-1)*|stride(x,0)| + (4-1)*|stride(x,1)| <= 9223372036854775807
// HEADER: Grid, block and shared memory must fulfil
// HEADER-NEXT: * blockDim.x == 64 (mix.cu:15)
// HEADER: * n > 0 implies n < extent(x,0) (mix.cu:21) (only sufficient)
// HEADER: If these hold as well, a faster body runs
// HEADER-NEXT: * x.data() % 16 == 0 (mix.cu:20)
// HEADER: Checks that stay in the kernel
// HEADER-NEXT: * mix.cu:22: x(0, p[i]), dim 1 (in_place)
// HEADER: Not checked by anyone; the author answers for
// HEADER-NEXT: * mix.cu:23: unchecked_access
// HEADER: launch_scale_float_64(const tc::launch_config &config, tc::unsafe_t,
// HEADER-NEXT: tc::tensor<float, tc::extents<long, tc::dyn, 4>, tc::layout_stride> x,
// HEADER-NEXT: tc::rt::opaque_argument<4, 4> argument_1,
// HEADER-NEXT: tc::rt::opaque_argument<24, 8> config_,
// HEADER-NEXT: const __half *p,
// HEADER-NEXT: std::int32_t n) {
// HEADER: launch_nothing(const tc::launch_config &config) {
// OWN: #include "{{.*}}.types.hpp"
// OWN: Mode argument_1,
// OWN-NEXT: S config_,
// UNSAFE: error: could not convert
#include LAUNCHER

#include <cstdio>

#ifndef OWN
enum class Mode : int { fast };
struct S {
  double d[3];
};
#endif

alignas(16) static float data[4096];

static tc::status scale(tc::launch_config config, long extent, int n, int shift = 0) {
  const long strides[] = {4, 1};
  tc::tensor<float, tc::extents<long, tc::dyn, 4>, tc::layout_stride> x(data + shift, tc::extents<long, tc::dyn, 4>(extent), strides);
#ifdef NO_UNSAFE
  return a::launch_scale_float_64(config, x, Mode::fast, S{}, nullptr, n);
#else
  return a::launch_scale_float_64(config, tc::unsafe, x, Mode::fast, S{}, nullptr, n);
#endif
}

static void show(const char *what, const tc::status &s) {
  std::printf("%s: %s%s%s\n", what, s.ok() ? "ok" : "no: ", s.message.c_str(), (s.note.empty() ? "" : "; " + s.note).c_str());
}

int main() {
  const tc::launch_config usual = {.grid = 2, .block = 64};
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  tc::status good = scale(usual, 100, 50);
  show("aligned", good);
  // CHECK: launch scale__tc_assumed grid 2,1,1
  // CHECK-NEXT: aligned: ok{{$}}
  show("unaligned", scale(usual, 100, 50, 1));
  // CHECK-NEXT: launch scale__tc_placed grid 2,1,1
  // CHECK-NEXT: unaligned: ok; mix.cu:20: x(i, j): x.data() % 16 == 0 is false: 4 == 0 (
  // The kernel ahead may still be writing x.
  show("dependent", scale({.grid = 2, .block = 64, .programmatic_stream_serialization = true}, 100, 50));
  // CHECK-NEXT: launch attributes 6 scale__tc_placed grid 2,1,1
  // CHECK-NEXT: dependent: ok; the assumed body does not run by programmatic dependent launch
  show("dependent, assumed asked for",
       scale({.grid = 2, .block = 64, .body = tc::body_kind::assumed, .programmatic_stream_serialization = true}, 100, 50));
  // CHECK-NEXT: launch attributes 6 scale__tc_placed grid 2,1,1
  // CHECK-NEXT: dependent, assumed asked for: ok; the assumed body
  show("sufficient fails", scale(usual, 50, 50));
  // CHECK-NEXT: launch scale grid 2,1,1
  // CHECK-NEXT: sufficient fails: ok; mix.cu:21: x(i + 1, 0): n > 0 implies n < extent(x,0) is false: 50 < 50 (n = 50, extent(x,0) = 50)
  show("refuse", scale({.grid = 2, .block = 64, .sufficient = tc::on_sufficient::refuse}, 50, 50));
  // CHECK-NEXT: refuse: no: mix.cu:21: x(i + 1, 0): n > 0 implies n < extent(x,0) is false: 50 < 50 (n = 50, extent(x,0) = 50)
  // CHECK-NEXT: Not launched: a::scale<float, 64>, derived check S0.
  // CHECK-NEXT: The check is only sufficient: {{.*}}TC_KERNEL(tc::requires_("n > 0 implies n < extent(x,0)")) would make it exact
  show("exact fails", scale(usual, 49, 50));
  // CHECK-NEXT: exact fails: no: mix.cu:20: x(i, j): n > 0 implies n <= extent(x,0) is false: 50 <= 49 (n = 50, extent(x,0) = 49)
  // CHECK-NEXT: Not launched
  show("no work", scale(usual, 0, 0));
  // CHECK-NEXT: launch scale__tc_assumed
  // CHECK-NEXT: no work: ok
  show("group size", scale({.grid = 2, .block = 32}, 100, 50));
  // CHECK-NEXT: group size: no: mix.cu:15: tc::copy(tc::block, ...): blockDim.x == 64 is false: 32 == 64 (blockDim.x = 32)
  // CHECK-NEXT: Not launched
  show("reach", scale(usual, 1L << 62, 50));
  // CHECK-NEXT: reach: no: a::scale<float, 64>: extent(x,0)*4 <= 9223372036854775807 is false: 18446744073709551616 <= 9223372036854775807
  // CHECK-NEXT: Not launched
  show("reference", scale({.grid = 2, .block = 64, .body = tc::body_kind::reference}, 49, 50));
  // CHECK-NEXT: launch scale__tc_reference
  // CHECK-NEXT: reference: ok
  show("not built", scale({.grid = 2, .block = 64, .body = tc::body_kind::no_hoist}, 100, 50));
  // CHECK-NEXT: not built: no: a::scale<float, 64>: the body no_hoist was asked for and was not built
  show("nothing", launch_nothing({}));
  // CHECK-NEXT: launch _Z7nothingv grid 1,1,1
  // CHECK-NEXT: nothing: ok
  show("stopped", tc::synchronize(good));
  // SYNC: stopped: no: a::scale<float, 64> (body assumed): CUDA_ERROR_LAUNCH_FAILED
  // SYNC-NEXT: This is what a failed check in a kernel looks like. Checks that stay in this kernel:
  // SYNC-NEXT: mix.cu:22: x(0, p[i]), dim 1 (in_place)
}
