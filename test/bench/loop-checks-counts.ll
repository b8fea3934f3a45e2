; What loop-checks counts: branches of kernels with a side that only fails, by a trap, an assert, or our own failure, in natural
; loops and outside of them. A branch to code that merely may fail is none.
; REQUIRES: loop-checks
; RUN: loop-checks %s | FileCheck %s
; CHECK: {{^}}in_and_out 2 1{{$}}
; CHECK: {{^}}may_fail 0 1{{$}}
; CHECK-NOT: helper
declare void @llvm.trap()
declare void @__assertfail(ptr, ptr, i32, ptr, i64)

define ptx_kernel void @in_and_out(i1 %a, i1 %b, i1 %c, i1 %d) {
entry:
  br i1 %a, label %loop, label %stop
loop:
  br i1 %b, label %next, label %assert
next:
  br i1 %c, label %latch, label %ours
latch:
  br i1 %d, label %loop, label %exit
stop:
  call void @llvm.trap()
  unreachable
assert:
  call void @__assertfail(ptr null, ptr null, i32 1, ptr null, i64 1)
  br label %stop
ours:
  call void asm sideeffect "// tilechecks: fail 3 index=$0 extent=$1 line=4\0A\09trap;", "l,l"(i64 0, i64 0)
  unreachable
exit:
  ret void
}

define ptx_kernel void @may_fail(i1 %a, i1 %b) {
entry:
  br i1 %a, label %perhaps, label %exit
perhaps:
  br i1 %b, label %stop, label %exit
stop:
  call void @llvm.trap()
  unreachable
exit:
  ret void
}

define void @helper(i1 %a) {
entry:
  br i1 %a, label %stop, label %exit
stop:
  call void @llvm.trap()
  unreachable
exit:
  ret void
}
