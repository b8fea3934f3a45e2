//===- Reader.cpp - JSON to Sidecar values, or a refusal ------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three steps, each of which refuses with the place in the file: parse (a
// repeated key is an error: the JSON library would silently keep one of the
// two), compare the version, then read every key of Fields.h with its type.
// What types cannot say is Verify.cpp's.
//
//===----------------------------------------------------------------------===//

#include "Fields.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <fstream>
#include <set>
#include <sstream>
#include <type_traits>

using Json = nlohmann::ordered_json;

namespace tilechecks::sidecar {
namespace {

constexpr int ReaderMajor = 1, ReaderMinor = 2;

/// Thrown inside this file alone, to leave the recursive descent.
struct Refusal {
  std::string Message;
};

std::string describe(const Json &J) {
  if (J.is_object())
    return "an object";
  if (J.is_array())
    return "an array";
  std::string Text = J.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (Text.size() > 60)
    Text = Text.substr(0, 57) + "...";
  return Text;
}

[[noreturn]] void refuse(const std::string &Path, const std::string &Found,
                         const std::string &Expected) {
  throw Refusal{Path + ": found " + Found + ", expected " + Expected};
}

template <class E> constexpr unsigned MemberCount = 0;
#define TILECHECKS_COUNT_MEMBER(NAME, SPELLING) +1
template <>
constexpr unsigned MemberCount<BodyKind> = 0
#define TILECHECKS_SIDECAR_BODY TILECHECKS_COUNT_MEMBER
#include "SidecarEnums.def"
    ;
template <>
constexpr unsigned MemberCount<Outcome> = 0
#define TILECHECKS_SIDECAR_OUTCOME TILECHECKS_COUNT_MEMBER
#include "SidecarEnums.def"
    ;
template <>
constexpr unsigned MemberCount<Origin> = 0
#define TILECHECKS_SIDECAR_ORIGIN TILECHECKS_COUNT_MEMBER
#include "SidecarEnums.def"
    ;
template <>
constexpr unsigned MemberCount<ParamKind> = 0
#define TILECHECKS_SIDECAR_PARAM TILECHECKS_COUNT_MEMBER
#include "SidecarEnums.def"
    ;
template <>
constexpr unsigned MemberCount<AtomRole> = 0
#define TILECHECKS_SIDECAR_ROLE TILECHECKS_COUNT_MEMBER
#include "SidecarEnums.def"
    ;
template <>
constexpr unsigned MemberCount<ViolationEnd> = 0
#define TILECHECKS_SIDECAR_END TILECHECKS_COUNT_MEMBER
#include "SidecarEnums.def"
    ;
#undef TILECHECKS_COUNT_MEMBER

struct ReadContext {
  bool NewerMinor = false;
};

class ObjectReader {
public:
  ObjectReader(const Json &Object, std::string Path, const ReadContext &Ctx)
      : Object(Object), Path(std::move(Path)), Ctx(Ctx) {
    if (!Object.is_object())
      refuse(this->Path, describe(Object), "an object");
  }

  template <class T> void operator()(const char *Key, T &X) {
    auto It = Object.find(Key);
    if (It == Object.end())
      refuse(Path, "no key \"" + std::string(Key) + "\"", "one");
    Known.insert(Key);
    readValue(*It, member(Key), X);
  }

  template <class T> void optional(const char *Key, T &X) {
    auto It = Object.find(Key);
    if (It == Object.end())
      return;
    Known.insert(Key);
    readValue(*It, member(Key), X);
  }

  /// A key that this reader does not know is a mistake in a file of its own
  /// version, and none of its business in a newer one.
  void finish() const {
    if (Ctx.NewerMinor)
      return;
    for (const auto &[Key, Value] : Object.items())
      if (!Known.count(Key))
        refuse(Path, "the unknown key \"" + Key + "\"",
               "only the keys of schema 1.2");
  }

private:
  std::string member(const std::string &Key) const { return Path + "." + Key; }

  void readValue(const Json &J, const std::string &At, std::string &X) {
    if (!J.is_string())
      refuse(At, describe(J), "a string");
    X = J.get<std::string>();
  }
  void readValue(const Json &J, const std::string &At, bool &X) {
    if (!J.is_boolean())
      refuse(At, describe(J), "true or false");
    X = J.get<bool>();
  }
  /// Every number of the schema counts something, so none is negative.
  void readValue(const Json &J, const std::string &At, std::int64_t &X) {
    constexpr std::uint64_t Max = INT64_MAX;
    if (!J.is_number_unsigned() || J.get<std::uint64_t>() > Max)
      refuse(At, describe(J), "an integer of at least 0");
    X = J.get<std::int64_t>();
  }
  template <class T>
  void readValue(const Json &J, const std::string &At, std::vector<T> &Xs) {
    if (!J.is_array())
      refuse(At, describe(J), "an array");
    Xs.resize(J.size());
    for (std::size_t I = 0; I != J.size(); ++I)
      readValue(J[I], At + "[" + std::to_string(I) + "]", Xs[I]);
  }
  template <class T>
  void readValue(const Json &J, const std::string &At, std::optional<T> &X) {
    readValue(J, At, X.emplace());
  }
  template <class T>
  void readValue(const Json &J, const std::string &At, T &X) {
    if constexpr (std::is_enum_v<T>) {
      std::string All;
      for (unsigned I = 0; I != MemberCount<T>; ++I) {
        auto Name = spelling(static_cast<T>(I));
        All += (I ? ", " : "") + std::string(Name);
        if (J.is_string() && J.get_ref<const std::string &>() == Name) {
          X = static_cast<T>(I);
          return;
        }
      }
      refuse(At, describe(J), "one of " + All);
    } else {
      ObjectReader R(J, At, Ctx);
      fields(R, X, static_cast<const T *>(nullptr));
      R.finish();
    }
  }

  const Json &Object;
  std::string Path;
  const ReadContext &Ctx;
  std::set<std::string> Known;
};

/// Parses, and refuses a key that stands twice in one object.
Json parse(std::string_view Text) {
  std::vector<std::set<std::string>> Keys;
  auto SeeEvent = [&](int, Json::parse_event_t Event, Json &Parsed) {
    if (Event == Json::parse_event_t::object_start)
      Keys.emplace_back();
    else if (Event == Json::parse_event_t::object_end)
      Keys.pop_back();
    else if (Event == Json::parse_event_t::key &&
             !Keys.back().insert(Parsed.get<std::string>()).second)
      throw Refusal{"found the key " + describe(Parsed) +
                    " twice in one object, expected it once"};
    return true;
  };
  try {
    return Json::parse(Text.begin(), Text.end(), SeeEvent);
  } catch (const Json::parse_error &E) {
    std::string What = E.what(); // "[json.exception....] parse error at ..."
    auto Start = What.find("] ");
    throw Refusal{"malformed or truncated JSON: " +
                  (Start == What.npos ? What : What.substr(Start + 2))};
  }
}

/// Before anything else is looked at: a file of another major version may look
/// alike and mean something else.
ReadContext checkVersion(const Json &Root) {
  if (!Root.is_object())
    refuse("$", describe(Root), "an object");
  auto It = Root.find("schema_version");
  if (It == Root.end())
    refuse("$", "no key \"schema_version\"", "one");
  int Major = 0, Minor = 0;
  bool Understood = false;
  if (It->is_string()) {
    const auto &Text = It->get_ref<const std::string &>();
    const char *End = Text.data() + Text.size();
    auto First = std::from_chars(Text.data(), End, Major);
    if (First.ec == std::errc() && First.ptr != End && *First.ptr == '.') {
      auto Second = std::from_chars(First.ptr + 1, End, Minor);
      Understood = Second.ec == std::errc() && Second.ptr == End &&
                   Major >= 0 && Minor >= 0;
    }
  }
  if (!Understood)
    refuse("$.schema_version", describe(*It), "a version such as \"1.0\"");
  if (Major != ReaderMajor)
    throw Refusal{"schema " + std::to_string(Major) + "." +
                  std::to_string(Minor) + " is " +
                  (Major > ReaderMajor ? "newer" : "older") +
                  " than this reader (" + std::to_string(ReaderMajor) + ".x)"};
  return {Minor > ReaderMinor};
}

} // namespace

std::variant<Document, Error> read(std::string_view Text,
                                   std::string_view FileName) {
  try {
    Json Root = parse(Text);
    ReadContext Ctx = checkVersion(Root);
    Document D;
    ObjectReader R(Root, "$", Ctx);
    fields(R, D, static_cast<const Document *>(nullptr));
    R.finish();
    if (auto E = verify(D, FileName))
      return *E;
    return D;
  } catch (const Refusal &R) {
    return Error{std::string(FileName) + ": " + R.Message};
  } catch (const std::exception &E) {
    return Error{std::string(FileName) + ": " + E.what()};
  }
}

std::variant<Document, Error> readFile(const std::string &Path) {
  std::ifstream Stream(Path, std::ios::binary);
  std::ostringstream Text;
  if (!Stream || !(Text << Stream.rdbuf()))
    return Error{Path + ": cannot read this file"};
  return read(Text.str(), Path);
}

} // namespace tilechecks::sidecar
