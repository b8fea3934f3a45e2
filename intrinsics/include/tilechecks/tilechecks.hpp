// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TileChecks: checked tensors for CUDA kernels. Everything a kernel needs;
// mdspan.hpp is included by those who use it.
#pragma once

#include "array.hpp"
#include "config.hpp"
#include "copy.hpp"
#include "entry.hpp"
#include "extents.hpp"
#include "layout.hpp"
#include "require.hpp"
#include "schedule.hpp"
#include "smem.hpp"
#include "tensor.hpp"
#include "tile.hpp"
