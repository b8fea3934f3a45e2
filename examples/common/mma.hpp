// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix instructions of a warp on bfloats: ldmatrix and mma.m16n8k16, as inline PTX. All 32 lanes call them together.
//
// PTX ISA, "Warp-level Matrix Instructions": "ldmatrix"; "mma"; "Matrix Fragments for mma.m16n8k16 with floating point type".
// With g = lane / 4 and t = lane % 4, two bfloats a word, the lower one first:
//
//   a, 16 x 16   word r: row g + 8 (r % 2), columns 8 (r / 2) + 2t and the next
//   b, 16 x 8    word r: rows 8r + 2t and the next, column g
//   c, 16 x 8    float r: row g + 8 (r / 2), column 2t + r % 2
//
// ldmatrix.x4 loads four matrices of 8 x 8; lane 8i + r names row r of matrix i, 16 bytes in shared memory that are aligned
// to 16. Word i of a lane is then row g, columns 2t and the next, of matrix i; with .trans it is column g, rows 2t and the
// next. So `fragment_row` and `fragment_column` of a thread are the row and the first column of what it names, for the four
// quarters of a 16 x 16 block in the order in which `a` wants them; the same block read with .trans from row-major memory
// is two neighbouring `b`, words (0, 1) and (2, 3), and without .trans from column-major memory words (0, 2) and (1, 3).
//
// Neither takes an index: what is checked is the access that gives the row, `s.vec<8>(row, column)`.
#pragma once

#include <cuda_bf16.h>

namespace example {

/// Row and first column of the piece of a 16 x 16 block that a thread of a warp names to ldmatrix.x4.
__device__ inline int fragment_row(int thread) { return thread & 15; }
__device__ inline int fragment_column(int thread) { return (thread & 16) / 2; }

/// Four 8 x 8 matrices. `row` points to 8 bfloats in shared memory.
template <class Word>
__device__ __forceinline__ void load_matrices(const void *row, Word &w0, Word &w1, Word &w2, Word &w3) {
  static_assert(sizeof(Word) == 4);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(w0), "=r"(w1), "=r"(w2), "=r"(w3)
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(row))));
}

/// The same, each matrix transposed.
template <class Word>
__device__ __forceinline__ void load_matrices_transposed(const void *row, Word &w0, Word &w1, Word &w2, Word &w3) {
  static_assert(sizeof(Word) == 4);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(w0), "=r"(w1), "=r"(w2), "=r"(w3)
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(row))));
}

/// c += a * b. `a` gives four words, `b` two, `c` four floats.
__device__ __forceinline__ void multiply_add(float &c0, float &c1, float &c2, float &c3, unsigned a0, unsigned a1, unsigned a2,
                                             unsigned a3, unsigned b0, unsigned b1) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3)
      : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

/// Two floats as bfloats in a word, to nearest, `low` in the lower half.
__device__ __forceinline__ unsigned pack_bfloats(float low, float high) {
  unsigned word;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(high), "f"(low));
  return word;
}

} // namespace example
