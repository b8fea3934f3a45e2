; A stub is that of a checked kernel if an image of this module names the table of the kernel that the stub is registered
; for: not part of a longer name, not another kernel's table, not in data that are no image. What is launched through a
; pointer is not known here.
;
; REQUIRES: plugin
; RUN: %opt -passes=tilechecks-host -S %s | FileCheck %s
; RUN: sed 's/00k__tc_table/00k__tc_tablf/' %s > %t.none.ll
; RUN: %opt -passes=tilechecks-host -S %t.none.ll | FileCheck %s --check-prefix=NONE
; RUN: sed 's/P\\EDU\\BA/Q\\EDU\\BA/' %s > %t.data.ll
; RUN: %opt -passes=tilechecks-host -S %t.data.ll | FileCheck %s --check-prefix=NONE
; RUN: %opt '-passes=tilechecks-host<raw_launches>' -S %s | FileCheck %s --check-prefix=NONE
; NONE-NOT: tilechecks_
; NONE: call i32 @cudaLaunchKernel(ptr @k_stub
; NONE-NOT: tilechecks_
target triple = "x86_64-unknown-linux-gnu"

@k = private constant [2 x i8] c"k\00"
@l = private constant [2 x i8] c"l\00"
@m = private constant [2 x i8] c"m\00"
; k has a table, the other words are those of xl and of a longer symbol of m.
@image = private constant [47 x i8] c"P\EDU\BA\00\00\00\00\00k__tc_table\00xl__tc_table\00m__tc_tables\00"

declare i32 @__cudaRegisterFunction(ptr, ptr, ptr, ptr, i32, ptr, ptr, ptr, ptr, ptr)
declare i32 @cudaLaunchKernel(ptr, i64, i32, i64, i32, ptr, i64, ptr)

define void @k_stub() { ret void }
define void @l_stub() { ret void }
define void @m_stub() { ret void }
define void @register(ptr %h) {
  %1 = call i32 @__cudaRegisterFunction(ptr %h, ptr @k_stub, ptr @k, ptr @k, i32 -1, ptr null, ptr null, ptr null, ptr null, ptr null)
  %2 = call i32 @__cudaRegisterFunction(ptr %h, ptr @l_stub, ptr @l, ptr @l, i32 -1, ptr null, ptr null, ptr null, ptr null, ptr null)
  %3 = call i32 @__cudaRegisterFunction(ptr %h, ptr @m_stub, ptr @m, ptr @m, i32 -1, ptr null, ptr null, ptr null, ptr null, ptr null)
  ret void
}

; CHECK-LABEL: define void @launch(
; CHECK: [[F:%.*]] = select i1 {{.*}}ptr @tilechecks_cudaLaunchKernel, ptr @cudaLaunchKernel
; CHECK: call i32 [[F]](ptr @k_stub, i64 1
; CHECK: call i32 @cudaLaunchKernel(ptr @l_stub
; CHECK: call i32 @cudaLaunchKernel(ptr @m_stub
; CHECK: call i32 @cudaLaunchKernel(ptr %any
define void @launch(ptr %any) {
  %1 = call i32 @cudaLaunchKernel(ptr @k_stub, i64 1, i32 1, i64 1, i32 1, ptr null, i64 0, ptr null)
  %2 = call i32 @cudaLaunchKernel(ptr @l_stub, i64 1, i32 1, i64 1, i32 1, ptr null, i64 0, ptr null)
  %3 = call i32 @cudaLaunchKernel(ptr @m_stub, i64 1, i32 1, i64 1, i32 1, ptr null, i64 0, ptr null)
  %4 = call i32 @cudaLaunchKernel(ptr %any, i64 1, i32 1, i64 1, i32 1, ptr null, i64 0, ptr null)
  ret void
}
