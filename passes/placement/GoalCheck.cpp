//===- placement/GoalCheck.cpp - goal-check: plans from .goal files --------===//
//
// goal-check [--print] [--plan] FILE...: reads each problem, prints its plan
// (with --print the problem itself, as read; with --plan the plan as lists,
// after reading them back). Exit 1 for input it cannot read.
//
//===----------------------------------------------------------------------===//
#include "core/Text.h"
#include "placement/Placement.h"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

using namespace tilechecks;

static int usage(FILE *To, int Code) {
  std::fputs("usage: goal-check [--print] [--plan] [--sufficient] [--merge] FILE...\n"
             "Reads problems in the .goal language ('-' is standard input) and prints what became of each check.\n",
             To);
  return Code;
}

int main(int Argc, char **Argv) {
  bool PrintProblem = false, AsLists = false;
  PlacementOptions Options;
  std::vector<std::string> Files;
  for (int I = 1; I < Argc; ++I) {
    std::string_view Arg = Argv[I];
    if (Arg == "--help")
      return usage(stdout, 0);
    if (Arg == "--print")
      PrintProblem = true;
    else if (Arg == "--plan")
      AsLists = true;
    else if (Arg == "--sufficient")
      Options.SufficientLaunch = true;
    else if (Arg == "--merge")
      Options.MergeChecks = true;
    else if (Arg.size() > 1 && Arg[0] == '-') {
      std::fprintf(stderr, "goal-check: unknown option '%s'\n", Argv[I]);
      return usage(stderr, 1);
    } else
      Files.emplace_back(Arg);
  }
  if (Files.empty())
    return usage(stderr, 1);
  for (const std::string &File : Files) {
    std::ostringstream Text;
    if (File == "-") {
      Text << std::cin.rdbuf();
    } else {
      std::ifstream In(File);
      if (!In) {
        std::fprintf(stderr, "goal-check: %s: %s\n", File.c_str(), std::strerror(errno));
        return 1;
      }
      Text << In.rdbuf();
    }
    auto Read = parseProblem(Text.str());
    if (auto *Error = std::get_if<ParseError>(&Read)) {
      std::fprintf(stderr, "goal-check: %s: %s\n", File.c_str(), Error->Message.c_str());
      return 1;
    }
    auto P = std::make_shared<const Problem>(std::move(std::get<Problem>(Read)));
    if (PrintProblem)
      std::fputs(print(*P).c_str(), stdout);
    PlacementResult R = place(P, Options);
    if (AsLists) {
      std::string Lists = serialise(R.Decided);
      auto Again = parsePlan(P, Lists);
      auto *Same = std::get_if<Plan>(&Again);
      if (!Same || !(*Same == R.Decided)) {
        std::fprintf(stderr, "goal-check: %s: the plan does not read back%s\n", File.c_str(),
                     Same ? "" : (": " + std::get<ParseError>(Again).Message).c_str());
        return 1;
      }
      std::fputs(Lists.c_str(), stdout);
    } else {
      std::fputs(print(R.Decided).c_str(), stdout);
    }
    for (const SureViolation &V : R.Violations)
      std::fprintf(stdout, "  error: %s\n", V.Message.c_str());
  }
  return 0;
}
