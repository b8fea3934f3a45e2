//===- plugin/Options.cpp - every knob of the plugin ----------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/Options.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"

#include <cstdlib>

using namespace llvm;
using namespace tilechecks;
using namespace tilechecks::plugin;

static cl::list<std::string>
    CommandLine("tilechecks", cl::value_desc("key=value,..."),
                cl::desc("Options of the TileChecks plugin"));

namespace {
struct Key {
  StringRef Name;
  /// Returns what is wrong with Value, else an empty string.
  std::string (*Apply)(Options &, StringRef Value);
};
} // namespace

static std::string validChoices(StringRef Choices) {
  SmallVector<StringRef> Parts;
  Choices.split(Parts, '|');
  return join(Parts, ", ");
}

static bool isChoice(StringRef Value, StringRef Choices) {
  SmallVector<StringRef> Parts;
  Choices.split(Parts, '|');
  return is_contained(Parts, Value);
}

static std::string wrongValue(StringRef Name, StringRef Value,
                              const Twine &Valid) {
  return ("unknown value '" + Value + "' of '" + Name + "'; valid: " + Valid)
      .str();
}

static std::string applySwitch(bool &Member, StringRef Name, StringRef Value) {
  Member = isChoice(Value, "1|on|true");
  if (Member || isChoice(Value, "0|off|false|"))
    return {};
  return wrongValue(Name, Value, "1, on, true, 0, off, false");
}

static std::string applyChoice(std::string &Member, StringRef Name,
                               StringRef Value, StringRef Choices) {
  if (!Value.empty() && !isChoice(Value, Choices))
    return wrongValue(Name, Value, validChoices(Choices));
  Member = Value.str();
  return {};
}

static std::string applyList(std::set<std::string> &Member, StringRef Name,
                             StringRef Value, StringRef Choices) {
  SmallVector<StringRef> Parts;
  (Value == "all" ? Choices : Value)
      .split(Parts, Value == "all" ? '|' : '+', -1, /*KeepEmpty=*/false);
  Member.clear();
  for (StringRef Part : Parts) {
    if (!isChoice(Part, Choices))
      return wrongValue(Name, Part, validChoices(Choices) + ", all");
    Member.insert(Part.str());
  }
  return {};
}

static const Key Keys[] = {
#define TC_OPTION_TEXT(Member, Name, Help)                                     \
  {Name, [](Options &O, StringRef Value) {                                     \
     O.Member = Value.str();                                                   \
     return std::string();                                                     \
   }},
#define TC_OPTION_SWITCH(Member, Name, Help)                                   \
  {Name, [](Options &O, StringRef Value) {                                     \
     return applySwitch(O.Member, Name, Value);                                \
   }},
#define TC_OPTION_CHOICE(Member, Name, Choices, Help)                          \
  {Name, [](Options &O, StringRef Value) {                                     \
     return applyChoice(O.Member, Name, Value, Choices);                       \
   }},
#define TC_OPTION_LIST(Member, Name, Choices, Help)                            \
  {Name, [](Options &O, StringRef Value) {                                     \
     return applyList(O.Member, Name, Value, Choices);                         \
   }},
#include "plugin/Options.def"
};

std::string Options::apply(StringRef Text, char Separator) {
  SmallVector<StringRef> Pairs;
  Text.split(Pairs, Separator, -1, /*KeepEmpty=*/false);
  for (StringRef Pair : Pairs) {
    auto [Name, Value] = Pair.split('=');
    if (!Pair.contains('='))
      Value = "1";
    const auto *Found =
        find_if(Keys, [&](const Key &K) { return K.Name == Name; });
    if (Found == std::end(Keys)) {
      auto Names = map_range(Keys, [](const Key &K) { return K.Name; });
      return ("unknown key '" + Name + "'; valid: " + join(Names, ", ")).str();
    }
    if (std::string Wrong = Found->Apply(*this, Value); !Wrong.empty())
      return Wrong;
  }
  return {};
}

bool Options::wantsBody(StringRef Kind) const {
  return Kind == "self_contained" || Kind == "placed" ||
         Bodies.count(Kind.str()) != 0;
}

[[noreturn]] static void refuse(const Twine &Where, const std::string &Wrong) {
  reportFatalUsageError("TileChecks: " + Where + ": " + Wrong);
}

Options Options::read(StringRef Parameters) {
  Options O;
  for (const Key &K : Keys) {
    const std::string Variable = "TILECHECKS_" + K.Name.upper();
    if (const char *Value = std::getenv(Variable.c_str()))
      if (std::string Wrong = K.Apply(O, Value); !Wrong.empty())
        refuse(Variable, Wrong);
  }
  for (const std::string &Text : CommandLine)
    if (std::string Wrong = O.apply(Text, ','); !Wrong.empty())
      refuse("-tilechecks=" + Twine(Text), Wrong);
  if (std::string Wrong = O.apply(Parameters, ';'); !Wrong.empty())
    refuse("tilechecks<" + Parameters + ">", Wrong);
  return O;
}
