//===- runtime/Entries.h - where the plugin's host half leads -------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_RUNTIME_ENTRIES_H
#define TILECHECKS_RUNTIME_ENTRIES_H

#include "PlainLaunch.h"

#define TILECHECKS_ENTRY(NAME) extern "C" decltype(::NAME) tilechecks_##NAME;
TILECHECKS_SHAPED_LAUNCHES(TILECHECKS_ENTRY)
TILECHECKS_CONFIG_LAUNCHES(TILECHECKS_ENTRY)
#undef TILECHECKS_ENTRY

#endif // TILECHECKS_RUNTIME_ENTRIES_H
