//===- embedded_table.hpp - the table beside a kernel -----------*- C++ -*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plugin embeds the launch checks of a kernel in its image, as the symbol
// `<symbol>__tc_table`.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_LAUNCH_EMBEDDED_TABLE_HPP
#define TILECHECKS_LAUNCH_EMBEDDED_TABLE_HPP

#include "module.hpp"
#include "table.hpp"

namespace tc::rt {

/// Reads the table of the kernel `symbol` from `module`, and makes sure that it
/// describes the code there. `copy(to, from, bytes)` copies from the device.
template <class Copy>
status read_table(const driver &d, const std::string &symbol, cu_module module,
                  const Copy &copy, std::unique_ptr<table_kernel> &table) {
  cu_deviceptr address = 0;
  std::size_t size = 0;
  const std::string name = symbol + "__tc_table";
  if (d.cuModuleGetGlobal_v2(&address, &size, module, name.c_str()) !=
      cu_success)
    return status::failure(
        status_code::image_error,
        symbol + ": the image holds no " + name +
            "; was the kernel compiled with libTileChecks.so?");
  std::string text(size, '\0'), error;
  if (const cu_result r = copy(text.data(), address, size); r != cu_success)
    return status::failure(status_code::driver_error,
                           symbol + ": cannot read " + name + ": " +
                               d.describe(r));
  text.resize(text.find('\0') == text.npos ? size : text.find('\0'));
  table = table_kernel::parse(text, error);
  if (!table)
    return status::failure(status_code::image_error, symbol + ": " + error);
  return check_digest(d, table->info(), module);
}

} // namespace tc::rt

#endif // TILECHECKS_LAUNCH_EMBEDDED_TABLE_HPP
