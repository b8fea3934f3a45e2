// Cases W: indices that wrap around. The notation is that of tiles.cu.
#include "tensors.hpp"

// W1: X[100]: i = n * 3 % 100; X(i)
KERNEL W1(X<100> x, int n) {
  int i = (n * 3) % 100;
  x(i) = 1;
}

// W2: X[?]: for j in 0..3 { i = max(j * 1500000000, j); X(i) }
KERNEL W2(X1 x) {
  for (int j = 0; j < 3; ++j) {
    int i = max(j * 1500000000, j);
    x(i) = 1;
  }
}

// W3: X[?]: i = bid.x * hidden + tid.x; X(i), unsigned
KERNEL W3(X1 x, unsigned hidden) {
  unsigned i = blockIdx.x * hidden + threadIdx.x;
  x(i) = 1;
}

// W4: X[?]: X(n), truncated to 16 bits
KERNEL W4(X1 x, int n) { x((short)n) = 1; }
