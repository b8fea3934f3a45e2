#include <tilechecks/tilechecks.hpp>

using vec = tc::tensor1<float>;

__global__ void k(vec x, vec y, tc::tensor1<const int> id, int n) {
  tc::require(x.extent(0) == y.extent(0));

  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x(i) = 1;

  // No access.
  for (int j = 0; j < x.extent(0); ++j)
    y(j) = 2;

  for (int j = 0; j < n; ++j)
    x(id(j)) = 3;

  const int r = id(0);
  for (int j = 0; j < n; ++j)
    x(r) += 1;
}
