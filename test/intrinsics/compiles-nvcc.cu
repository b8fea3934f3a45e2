// nvcc compiles it without a warning of its own or of the host compiler.
// REQUIRES: nvcc
// DEFINE: %{cc} = %nvcc -arch=sm_90 -std=c++20 -Werror all-warnings -Xcompiler -Wall,-Wextra,-Werror -I%include
// RUN: %{cc} -I%S/Inputs -c %s -o %t.o
// ptxas cannot bound the stack of a recursive helper, and says so at -O0.
// RUN: %{cc} -I%S/Inputs -G -O0 -Xptxas --suppress-stack-size-warning -c %s -o %t.o
// RUN: %{cc} -I%S/Inputs -DTILECHECKS_UNCHECKED -c %s -o %t.o
#include "everything.cuh"
