#include <tilechecks/tilechecks.hpp>

using slab = tc::tensor<float, tc::extents<int, 1, 4>>;
using fixed8 = tc::tensor<float, tc::extents<int, 8>>;

#ifdef ROW
__global__ void f14_row(slab o) {
  o(1, 0) = 7;
}
#endif

#ifdef COLUMN
__global__ void f14_column(slab o) {
  o(0, -1) = 7;
}
#endif

#ifdef LOOP
__global__ void f16(fixed8 x) {
  for (int j = -2; j < 3; ++j)
    x(j) = 7;
}
#endif

#ifdef TILE_ROW
__global__ void f14_tile_row(float *out) {
  slab o(out);
  o.partition<1, 2>().tile(1, 0).store(0, 0, 7.0f);
}
#endif

#ifdef TILE_COLUMN
__global__ void f14_tile_column(float *out) {
  slab o(out);
  auto p = o.partition<1, 2>();
  p.tile(0, 2).store(0, 0, 7.0f);
}
#endif

#ifdef TILE_LOOP
__global__ void f16_tile(fixed8 x) {
  auto p = x.partition<2>();
  for (int j = -2; j < 3; ++j)
    p.tile(j).store(0, 7.0f);
}
#endif

// No error in any of these: not surely executed.
__global__ void conditions(slab o, fixed8 x, int flag, const int *data) {
  if (flag)
    o(1, 0) = 7;
  if (*data)
    o(0, -1) = 7;
  for (int a = 0; a < flag; ++a)
    for (int j = -2; j < 3; ++j)
      x(j) = 7;
}
