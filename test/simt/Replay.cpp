//===- Replay.cpp - the record of a violation, read again -----------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replay.h"

#include <nlohmann/json.hpp>

#include <fstream>

using namespace tilechecks::simt;
using Json = nlohmann::json;

namespace {

/// Reads members and remembers the first that is not as it should be.
class Reader {
public:
  Reader(const Json &Root, std::string &Error) : Root(Root), Error(Error) {}

  void read(const char *Key, std::string &Out) {
    auto It = Root.find(Key);
    if (It == Root.end() || !It->is_string())
      return fail(Key, "a string");
    Out = It->get<std::string>();
  }
  void read(const char *Key, int64_t &Out) {
    auto It = Root.find(Key);
    if (It == Root.end() || !It->is_number_integer())
      return fail(Key, "an integer");
    Out = It->get<int64_t>();
  }
  void read(const char *Key, uint32_t &Out) {
    auto It = Root.find(Key);
    if (It == Root.end() || !isWord(*It))
      return fail(Key, "an integer of 32 bits");
    Out = It->get<uint32_t>();
  }
  void read(const char *Key, Dim3 &Out) {
    auto It = Root.find(Key);
    if (It == Root.end() || !It->is_array() || It->size() != 3 ||
        !isWord((*It)[0]) || !isWord((*It)[1]) || !isWord((*It)[2]))
      return fail(Key, "three integers of 32 bits");
    Out = {(*It)[0].get<uint32_t>(), (*It)[1].get<uint32_t>(),
           (*It)[2].get<uint32_t>()};
  }

private:
  static bool isWord(const Json &J) {
    return J.is_number_unsigned() && J.get<uint64_t>() <= UINT32_MAX;
  }
  void fail(const char *Key, const char *Expected) {
    if (Error.empty())
      Error = "\"" + std::string(Key) + "\" is not " + Expected;
  }

  const Json &Root;
  std::string &Error;
};

} // namespace

std::optional<ViolationRecord>
tilechecks::simt::readRecord(const std::string &Path, std::string &Error) {
  std::ifstream In(Path);
  if (!In) {
    Error = Path + ": cannot be read";
    return std::nullopt;
  }
  const Json Root = Json::parse(In, nullptr, /*allow_exceptions=*/false);
  if (!Root.is_object()) {
    Error = Path + ": no record of a violation";
    return std::nullopt;
  }
  std::string Wrong, Version;
  ViolationRecord R;
  Reader Read(Root, Wrong);
  Read.read("schema_version", Version);
  if (Wrong.empty() && !Version.starts_with("1."))
    Wrong = "schema version " + Version + " is not known";
  Read.read("symbol", R.Symbol);
  Read.read("body", R.Body);
  Read.read("number", R.Failure.Check);
  Read.read("index", R.Index);
  Read.read("extent", R.Extent);
  Read.read("block_index", R.Failure.Block);
  Read.read("thread_index", R.Failure.Thread);
  Read.read("grid", R.Grid);
  Read.read("block", R.Block);
  Read.read("smem", R.SharedBytes);
  if (Wrong.empty())
    return R;
  Error = Path + ": " + Wrong;
  return std::nullopt;
}
