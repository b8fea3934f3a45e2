//===- Writer.cpp - Sidecar values to JSON --------------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Output depends on the value alone: no clock, no pointer order, no locale.
//
//===----------------------------------------------------------------------===//

#include "Fields.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#include <sys/stat.h>
#include <unistd.h>

using Json = nlohmann::ordered_json;

namespace tilechecks::sidecar {

std::string_view spelling(BodyKind E) {
  static constexpr std::string_view Names[] = {
#define TILECHECKS_SIDECAR_BODY(NAME, SPELLING) SPELLING,
#include "SidecarEnums.def"
  };
  return Names[static_cast<unsigned>(E)];
}

std::string_view spelling(Outcome E) {
  static constexpr std::string_view Names[] = {
#define TILECHECKS_SIDECAR_OUTCOME(NAME, SPELLING) SPELLING,
#include "SidecarEnums.def"
  };
  return Names[static_cast<unsigned>(E)];
}

std::string_view spelling(Origin E) {
  static constexpr std::string_view Names[] = {
#define TILECHECKS_SIDECAR_ORIGIN(NAME, SPELLING) SPELLING,
#include "SidecarEnums.def"
  };
  return Names[static_cast<unsigned>(E)];
}

std::string_view spelling(ParamKind E) {
  static constexpr std::string_view Names[] = {
#define TILECHECKS_SIDECAR_PARAM(NAME, SPELLING) SPELLING,
#include "SidecarEnums.def"
  };
  return Names[static_cast<unsigned>(E)];
}

std::string_view spelling(AtomRole E) {
  static constexpr std::string_view Names[] = {
#define TILECHECKS_SIDECAR_ROLE(NAME, SPELLING) SPELLING,
#include "SidecarEnums.def"
  };
  return Names[static_cast<unsigned>(E)];
}

std::string_view spelling(ViolationEnd E) {
  static constexpr std::string_view Names[] = {
#define TILECHECKS_SIDECAR_END(NAME, SPELLING) SPELLING,
#include "SidecarEnums.def"
  };
  return Names[static_cast<unsigned>(E)];
}

namespace {

template <class T> Json toJson(const T &X);

template <class T> Json toJson(const std::vector<T> &Xs) {
  Json A = Json::array();
  for (const T &X : Xs)
    A.push_back(toJson(X));
  return A;
}

struct ObjectWriter {
  Json Object = Json::object();

  template <class T> void operator()(const char *Key, const T &X) {
    Object[Key] = toJson(X);
  }
  void optional(const char *Key, const std::string &X) {
    if (!X.empty())
      Object[Key] = X;
  }
  template <class T> void optional(const char *Key, const std::vector<T> &Xs) {
    if (!Xs.empty())
      Object[Key] = toJson(Xs);
  }
  template <class T> void optional(const char *Key, const std::optional<T> &X) {
    if (X)
      Object[Key] = toJson(*X);
  }
};

template <class T> Json toJson(const T &X) {
  if constexpr (std::is_enum_v<T>) {
    return Json(spelling(X));
  } else if constexpr (std::is_arithmetic_v<T> ||
                       std::is_same_v<T, std::string>) {
    return Json(X);
  } else {
    ObjectWriter W;
    fields(W, X, static_cast<const T *>(nullptr));
    return std::move(W.Object);
  }
}

std::string dump(const Json &J, int Indent) {
  return J.dump(Indent, ' ', false, Json::error_handler_t::replace);
}

} // namespace

std::string write(const Document &D) { return dump(toJson(D), 2) + '\n'; }

std::string writeCompact(const Kernel &K) {
  Kernel Brief = K;
  for (Check &C : Brief.Checks) {
    C.Message.clear();
    C.Goals.clear();
    C.Premises.clear();
    for (Context &In : C.Contexts) {
      In.Goals.clear();
      In.Premises.clear();
    }
  }
  return dump(toJson(Brief), -1);
}

std::optional<Error> writeFileAtomically(const std::string &Path,
                                         std::string_view Text) {
  auto Failed = [&](const char *What) {
    return Error{Path + ": " + What + ": " + std::strerror(errno)};
  };
  std::string Temporary = Path + ".XXXXXX";
  int Descriptor = mkstemp(Temporary.data());
  if (Descriptor < 0)
    return Failed("cannot create a file beside it");
  std::FILE *Stream = fdopen(Descriptor, "wb");
  bool Written =
      Stream && std::fwrite(Text.data(), 1, Text.size(), Stream) == Text.size();
  // mkstemp creates the file for the owner alone; what it replaces was made
  // like any other output.
  mode_t Mask = umask(0);
  umask(Mask);
  Written = Written && fchmod(Descriptor, 0666 & ~Mask) == 0;
  Written = (Stream ? std::fclose(Stream) : close(Descriptor)) == 0 && Written;
  if (!Written || std::rename(Temporary.c_str(), Path.c_str()) != 0) {
    auto E = Failed("cannot write");
    std::remove(Temporary.c_str());
    return E;
  }
  return std::nullopt;
}

} // namespace tilechecks::sidecar
