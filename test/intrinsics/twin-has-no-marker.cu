// The twin names no marker and calls none, and has the accessors of the checked build, argument for argument.
// REQUIRES: cuda
// DEFINE: %{ir} = %clang_cuda --offload-arch=sm_90 --cuda-device-only -O2 -Xclang -disable-llvm-passes -S -emit-llvm
// RUN: %{ir} -DTILECHECKS_UNCHECKED -I%S/Inputs %s -o %t.twin.ll
// RUN: %{ir} -I%S/Inputs %s -o %t.checked.ll
// RUN: FileCheck %s < %t.twin.ll
// The same functions in the same order, the ABI tag and the marker declarations aside.
// RUN: grep -E '^define' %t.twin.ll | sed -e 's/14unchecked_v0_1/TAG/g' -e 's/unchecked_v0_1/TAG/g' > %t.twin.txt
// RUN: grep -E '^define' %t.checked.ll | sed -e 's/12checked_v0_1/TAG/g' -e 's/checked_v0_1/TAG/g' > %t.checked.txt
// RUN: diff %t.twin.txt %t.checked.txt
// CHECK: define {{.*}}void @_Z8elements
// CHECK-NOT: needs_fpass_plugin
#include "everything.cuh"
