// Checked mode without the plugin is no silent unchecked build: the link fails, and the symbol says why.
// REQUIRES: cuda
// RUN: not %clang_cuda --offload-arch=sm_90 -O2 -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: Unresolved extern function 'tilechecks_check_i32__needs_fpass_plugin_libTileChecks'
#include <tilechecks/tilechecks.hpp>

__global__ void k(tc::tensor1<float> x, int i) { x(i) = 1; }
