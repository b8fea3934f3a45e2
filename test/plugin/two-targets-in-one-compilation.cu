// REQUIRES: plugin, cuda
// One sidecar a target: a name with {target}, or a folder.
//
// RUN: rm -rf %t && mkdir -p %t/folder
// RUN: env TILECHECKS_SIDECAR=%t/k.{target}.json %clang_tc --offload-arch=sm_80 --offload-arch=sm_90 -O2 -c %s -o %t/k.o
// RUN: FileCheck --check-prefix=SM80 %s < %t/k.sm_80.json
// RUN: FileCheck --check-prefix=SM90 %s < %t/k.sm_90.json
// RUN: env TILECHECKS_SIDECAR=%t/folder %clang_tc --offload-arch=sm_80 --offload-arch=sm_90 -O2 -c %s -o %t/k.o
// RUN: ls %t/folder | FileCheck --check-prefix=FOLDER %s
#include <tilechecks/tilechecks.hpp>

// SM80: "target": "sm_80"
// SM80: "name": "k(
// SM90: "target": "sm_90"
// SM90: "name": "k(
// FOLDER: two-targets-in-one-compilation.sm_80.json
// FOLDER-NEXT: two-targets-in-one-compilation.sm_90.json
__global__ void k(tc::tensor1<float> x) { x(threadIdx.x) = 1; }
