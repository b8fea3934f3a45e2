; Report: T5
; A kernel is one by its calling convention, or by the annotation of older producers. Device functions are none.
; REQUIRES: plugin
; RUN: split-file %s %t.dir
; RUN: cat %t.dir/common.ll %t.dir/convention.ll > %t.convention.ll
; RUN: cat %t.dir/common.ll %t.dir/annotation.ll > %t.annotation.ll
; RUN: %opt -passes=tilechecks -tilechecks=timing -S %t.convention.ll -o %t.out.ll 2>&1 | FileCheck %s
; RUN: FileCheck %s --check-prefix=IR --input-file=%t.out.ll
; RUN: %opt -passes=tilechecks -tilechecks=timing -S %t.annotation.ll -o %t.out.ll 2>&1 | FileCheck %s
; RUN: FileCheck %s --check-prefix=IR --input-file=%t.out.ll

; CHECK: function=k checks_discharged=0 checks_launch=1 checks_hoisted=0 checks_in_place=0
; CHECK-NOT: TILECHECKS_TIMING
; IR-DAG: define {{.*}}@k(
; IR-DAG: define {{.*}}@k__tc_placed(
; IR-NOT: @plain__tc_placed

;--- common.ll
target triple = "nvptx64-nvidia-cuda"
@file = private constant [5 x i8] c"k.cu\00"
declare i32 @tilechecks_check_i32__needs_fpass_plugin_libTileChecks(i32, i32, i32, ptr, i32, i32, ptr, i32, i32)
define internal void @plain(ptr %x, i32 %i, i32 %n) {
  %c = call i32 @tilechecks_check_i32__needs_fpass_plugin_libTileChecks(i32 %i, i32 %n, i32 0, ptr %x, i32 0, i32 0, ptr @file, i32 3, i32 10)
  %o = sext i32 %c to i64
  %p = getelementptr float, ptr %x, i64 %o
  store float 1.0, ptr %p
  ret void
}
;--- convention.ll
define ptx_kernel void @k(ptr %x, i32 %i, i32 %n) {
  call void @plain(ptr %x, i32 %i, i32 %n)
  ret void
}
;--- annotation.ll
define void @k(ptr %x, i32 %i, i32 %n) {
  call void @plain(ptr %x, i32 %i, i32 %n)
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
