// REQUIRES: plugin, cuda
//
// RUN: env TILECHECKS_LOG=1 TILECHECKS_TIMING=1 %clang_tc --cuda-device-only --offload-arch=sm_90 -O2 -S %s -o %t.ptx 2>&1 | FileCheck --check-prefix=LOG %s
// RUN: env TILECHECKS_DUMP=plan+ptx+ir TILECHECKS_DUMP_FILTER='*::gather' %clang_tc --cuda-device-only --offload-arch=sm_90 -O2 -S %s -o %t.ptx 2>&1 | FileCheck --check-prefix=DUMP %s
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O2 -gline-tables-only -Rpass-missed=tilechecks -Rpass=tilechecks -S %s -o %t.ptx 2>&1 | FileCheck --check-prefix=REMARK %s
// RUN: %clang_tc --cuda-device-only --offload-arch=sm_90 -O2 -S %s -o %t.ptx 2>&1 | count 0
#include <tilechecks/tilechecks.hpp>

// LOG: [tilechecks] {{.*}}log-timing-dump-and-remarks.cu:[[@LINE+13]]:{{[0-9]+}}: bounds check for dim 0 of x stays in the loop body: index is loaded from memory
// LOG: TILECHECKS_TIMING module=log-timing-dump-and-remarks function=gather checks_discharged={{[0-9]+}} checks_launch={{[0-9]+}} checks_hoisted={{[0-9]+}} checks_in_place=1 ms={{[0-9.]+}}
// DUMP: === TILECHECKS DUMP: plan log-timing-dump-and-remarks::gather ===
// DUMP: === END ===
// DUMP: === TILECHECKS DUMP: ir log-timing-dump-and-remarks::gather ===
// DUMP: define {{.*}}ptx_kernel
// DUMP: === TILECHECKS DUMP: ptx log-timing-dump-and-remarks::gather ===
// DUMP: .entry _Z6gather{{.*}}__tc_placed(
// DUMP: tilechecks: fail
// REMARK: log-timing-dump-and-remarks.cu:[[@LINE+4]]:{{[0-9]+}}: remark: bounds check for dim 0 of x stays in the loop body: index is loaded from memory [-Rpass-missed=tilechecks]
__global__ void gather(tc::tensor1<const int> id, tc::tensor1<const float> x, float *out, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += x(id(i));
  *out = s;
}
