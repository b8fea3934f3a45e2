// A launcher of several targets evaluates the checks of the image that the driver loaded, known by its digest; without a
// driver, those of all targets.
//
// REQUIRES: launcher-gen, gxx, cuda
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: cp %S/Inputs/saxpy.ptx 90.ptx && cp %S/Inputs/saxpy.json 90.json
// RUN: sed 's/sm_90/sm_100a/; s/0123456789abcdef/00000000000100aa/' 90.ptx > 100a.ptx
// RUN: %python %S/Inputs/edit-sidecar.py 90.json 100a.json target='"sm_100a"' kernels.0.digest='"00000000000100aa"' kernels.0.launch_checks.2.predicate='"(<= (* 2 (grid x) (block x)) (param 2 8 32))"' kernels.0.launch_checks.2.text='"2*gridDim.x*blockDim.x <= extent(y,0)"'
// RUN: %ptxas -arch=sm_90 90.ptx -o 90.cubin
// RUN: %ptxas -arch=sm_100a 100a.ptx -o 100a.cubin
// RUN: fatbinary --create k.fatbin --image3=kind=elf,sm=90,file=90.cubin --image3=kind=elf,sm=100a,file=100a.cubin
// RUN: launcher-gen --sidecar 90.json --sidecar 100a.json --cubin k.fatbin -o k.hpp --cubin-path %t/image
// RUN: %python %S/Inputs/make-cubin.py 90.json unused.yaml 90.fake
// RUN: %python %S/Inputs/make-cubin.py 100a.json unused.yaml 100a.fake
// RUN: %gxx -std=c++20 -shared -fPIC %S/Inputs/fake-driver.cpp -o driver.so
// RUN: %gxx -std=c++20 -Wall -Wextra -Wpedantic -Werror -I%source/launcher-gen/include -isystem %include -DLAUNCHER='"k.hpp"' -I%t %s -o exe -ldl
// RUN: %clangxx -std=c++20 -Wall -Wextra -Wpedantic -Werror -I%source/launcher-gen/include -isystem %include -DLAUNCHER='"k.hpp"' -I%t %s -fsyntax-only
//
// RUN: cp 90.fake image && env TILECHECKS_CUDA_LIBRARY=%t/driver.so ./exe | FileCheck %s --check-prefix=OLDER
// OLDER: load module
// OLDER-NEXT: check: ok
// OLDER-NEXT: launch saxpy__tc_placed grid 4,1,1
// OLDER-NEXT: launch: ok
// OLDER-NEXT: check of 1023: saxpy.cu:12: y(i): gridDim.x*blockDim.x <= extent(y,0) is false: 1024 <= 1023
// OLDER: launch of 1023: saxpy.cu:12: y(i): gridDim.x*blockDim.x <= extent(y,0) is false
// RUN: cp 100a.fake image && env TILECHECKS_CUDA_LIBRARY=%t/driver.so ./exe | FileCheck %s --check-prefix=NEWER
// NEWER: load module
// NEWER-NEXT: check: saxpy.cu:12: y(i): 2*gridDim.x*blockDim.x <= extent(y,0) is false: 2048 <= 1024
// NEWER-NOT: launch saxpy
// NEWER: launch: saxpy.cu:12: y(i): 2*gridDim.x*blockDim.x <= extent(y,0) is false: 2048 <= 1024
// NEWER: no blocks: ok
// RUN: sed 's/100aa/100ab/' 100a.fake > image && env TILECHECKS_CUDA_LIBRARY=%t/driver.so ./exe | FileCheck %s --check-prefix=NEITHER
// NEITHER: load module
// NEITHER-NEXT: check: saxpy: the image that the driver takes for this device is of none of the targets that this launcher was made for (no symbol saxpy__tc_digest_0123456789abcdef for sm_90, saxpy__tc_digest_00000000000100aa for sm_100a)
// NEITHER-NOT: launch saxpy
// NEITHER: launch of 1023: saxpy: the image that the driver takes
// RUN: env TILECHECKS_CUDA_LIBRARY=/nonexistent.so ./exe | FileCheck %s --check-prefix=NONE
// NONE: check: saxpy.cu:12: y(i): 2*gridDim.x*blockDim.x <= extent(y,0) is false: 2048 <= 1024
// NONE: This is a check for sm_100a; there is no driver to tell which target counts.
// NONE: launch of 512: saxpy: every launch check holds, and there is no CUDA driver
// NONE: no blocks: ok
#include LAUNCHER

#include <cstdio>

static tc::tensor1<float> vector(int n) {
  static float data[4096];
  return tc::tensor1<float>(data, n);
}

static void show(const char *what, const tc::status &s) {
  std::printf("%s: %s\n", what, s.ok() ? "ok" : s.message.c_str());
}

int main() {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  const tc::launch_config config{.grid = 4, .block = 256};
  show("check", check_saxpy(config, 2, vector(1024), vector(1024)));
  show("launch", launch_saxpy(config, 2, vector(1024), vector(1024)));
  show("check of 1023", check_saxpy(config, 2, vector(1024), vector(1023)));
  show("launch of 1023", launch_saxpy(config, 2, vector(1024), vector(1023)));
  show("launch of 512", launch_saxpy({.grid = 2, .block = 256}, 2, vector(1024), vector(1024)));
  show("no blocks", launch_saxpy({.grid = 0, .block = 256}, 2, vector(1024), vector(1024)));
}
