; Report: T11
; The failure function of the device assert has two spellings, and lost its noreturn. After either the thread does not
; continue, so the asserted bound holds at the access; after an unknown function it may.
; Report: T8
; The attribute is not put back: ptxas once made wrong code of it.
; REQUIRES: plugin
; RUN: %opt -passes=tilechecks -tilechecks=timing -S %s -o %t.ll 2>&1 | FileCheck %s
; RUN: FileCheck %s --check-prefix=IR --input-file=%t.ll

; CHECK: function=assertfail checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
; CHECK: function=assert_fail checks_discharged=1 checks_launch=0 checks_hoisted=0 checks_in_place=0
; CHECK: function=complains checks_discharged=0 checks_launch=0 checks_hoisted=0 checks_in_place=1
; IR-NOT: noreturn
; IR: declare void @__assertfail(ptr, ptr, i32, ptr, i64){{$}}
; IR: declare void @__assert_fail(ptr, ptr, i32, ptr){{$}}

target triple = "nvptx64-nvidia-cuda"
@file = private constant [5 x i8] c"k.cu\00"
declare i32 @tilechecks_check_i32__needs_fpass_plugin_libTileChecks(i32, i32, i32, ptr, i32, i32, ptr, i32, i32)
declare void @__assertfail(ptr, ptr, i32, ptr, i64)
declare void @__assert_fail(ptr, ptr, i32, ptr)
declare void @complain()

define ptx_kernel void @assertfail(ptr %x, ptr %idx, i32 %n) {
entry:
  %i = load i32, ptr %idx
  %low = icmp sge i32 %i, 0
  br i1 %low, label %upper, label %fail
upper:
  %high = icmp slt i32 %i, 100
  br i1 %high, label %access, label %fail
fail:
  call void @__assertfail(ptr @file, ptr @file, i32 1, ptr @file, i64 1)
  br label %access
access:
  %c = call i32 @tilechecks_check_i32__needs_fpass_plugin_libTileChecks(i32 %i, i32 100, i32 0, ptr %x, i32 0, i32 0, ptr @file, i32 3, i32 10)
  %o = sext i32 %c to i64
  %p = getelementptr float, ptr %x, i64 %o
  store float 1.0, ptr %p
  ret void
}

define ptx_kernel void @assert_fail(ptr %x, ptr %idx, i32 %n) {
entry:
  %i = load i32, ptr %idx
  %low = icmp sge i32 %i, 0
  br i1 %low, label %upper, label %fail
upper:
  %high = icmp slt i32 %i, 100
  br i1 %high, label %access, label %fail
fail:
  call void @__assert_fail(ptr @file, ptr @file, i32 1, ptr @file)
  br label %access
access:
  %c = call i32 @tilechecks_check_i32__needs_fpass_plugin_libTileChecks(i32 %i, i32 100, i32 0, ptr %x, i32 0, i32 0, ptr @file, i32 3, i32 10)
  %o = sext i32 %c to i64
  %p = getelementptr float, ptr %x, i64 %o
  store float 1.0, ptr %p
  ret void
}

define ptx_kernel void @complains(ptr %x, ptr %idx, i32 %n) {
entry:
  %i = load i32, ptr %idx
  %low = icmp sge i32 %i, 0
  br i1 %low, label %upper, label %fail
upper:
  %high = icmp slt i32 %i, 100
  br i1 %high, label %access, label %fail
fail:
  call void @complain()
  br label %access
access:
  %c = call i32 @tilechecks_check_i32__needs_fpass_plugin_libTileChecks(i32 %i, i32 100, i32 0, ptr %x, i32 0, i32 0, ptr @file, i32 3, i32 10)
  %o = sext i32 %c to i64
  %p = getelementptr float, ptr %x, i64 %o
  store float 1.0, ptr %p
  ret void
}
