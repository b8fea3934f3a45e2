//===- plugin/Options.h - every knob of the plugin ------------------------===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One value, read from three places; the later is the stronger:
//
//   TILECHECKS_BODIES=all                    environment, key in capitals
//   -mllvm -tilechecks=bodies=all,timing     command line of clang and opt
//   -passes='tilechecks<bodies=all;timing>'  pass parameters
//
// A switch without a value is on; 0, off, false or an empty value is off. An
// unknown key or value ends the compilation: a misspelt knob that is ignored
// looks like one that works.
//
//===----------------------------------------------------------------------===//
#ifndef TILECHECKS_PLUGIN_OPTIONS_H
#define TILECHECKS_PLUGIN_OPTIONS_H

#include "llvm/ADT/StringRef.h"

#include <set>
#include <string>

namespace tilechecks::plugin {

struct Options {
#define TC_OPTION_TEXT(Member, Key, Help) std::string Member;
#define TC_OPTION_SWITCH(Member, Key, Help) bool Member = false;
#define TC_OPTION_CHOICE(Member, Key, Choices, Help) std::string Member;
#define TC_OPTION_LIST(Member, Key, Choices, Help) std::set<std::string> Member;
#include "plugin/Options.def"

  bool wantsBody(llvm::StringRef Kind) const;
  bool dumps(llvm::StringRef What) const { return Dump.count(What.str()) != 0; }

  /// Environment, then the command line, then Parameters (`key=value;...`).
  /// Does not return if one of them is wrong.
  static Options read(llvm::StringRef Parameters = {});

  /// Applies `key=value` pairs separated by Separator. Returns what is wrong
  /// with the text, else an empty string.
  std::string apply(llvm::StringRef Text, char Separator);
};

} // namespace tilechecks::plugin

#endif // TILECHECKS_PLUGIN_OPTIONS_H
