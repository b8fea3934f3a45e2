//===- Resources.cpp ------------------------------------------------------===//
#include "driver/Resources.h"

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace tilechecks::driver {

namespace {

/// The number directly before `Unit`, 0 if the line has none: `Used 8
/// registers, 1024 bytes smem`.
unsigned numberBefore(const std::string &Line, const std::string &Unit) {
  size_t At = Line.find(Unit);
  if (At == std::string::npos || At == 0)
    return 0;
  size_t End = At;
  while (End > 0 && Line[End - 1] == ' ')
    --End;
  size_t Begin = End;
  while (Begin > 0 && Line[Begin - 1] >= '0' && Line[Begin - 1] <= '9')
    --Begin;
  return Begin == End ? 0
                      : static_cast<unsigned>(
                            std::stoul(Line.substr(Begin, End - Begin)));
}

bool contains(const std::string &Line, const char *Text) {
  return Line.find(Text) != std::string::npos;
}

} // namespace

std::map<std::string, KernelResources> parsePtxasReport(const std::string &Text,
                                                        std::string &Rest) {
  std::map<std::string, KernelResources> Found;
  std::string Kernel;       // of the block of lines we are in
  bool OfTheKernel = false; // the properties are those of the kernel itself,
                            // not of a function it calls
  std::istringstream Lines(Text);
  for (std::string Line; std::getline(Lines, Line);) {
    if (contains(Line, "Compiling entry function '")) {
      size_t Begin = Line.find('\'') + 1;
      Kernel = Line.substr(Begin, Line.find('\'', Begin) - Begin);
      Found[Kernel] = {};
    } else if (contains(Line, "Function properties for ")) {
      OfTheKernel = Line.substr(Line.find("for ") + 4) == Kernel;
    } else if (contains(Line, "bytes spill stores")) {
      if (OfTheKernel)
        Found[Kernel].SpillBytes = numberBefore(Line, "bytes spill stores") +
                                   numberBefore(Line, "bytes spill loads");
    } else if (contains(Line, "Used ") && contains(Line, " registers")) {
      if (!Kernel.empty()) {
        Found[Kernel].Registers = numberBefore(Line, "registers");
        Found[Kernel].SharedBytes = numberBefore(Line, "bytes smem");
      }
    } else if (!contains(Line, "ptxas info")) {
      Rest += Line + "\n";
    }
  }
  return Found;
}

bool addResources(const std::string &Path,
                  const std::map<std::string, KernelResources> &Found,
                  std::string &Error) {
  using Json = nlohmann::ordered_json;
  try {
    std::ifstream In(Path);
    if (!In) {
      Error = "the plugin wrote no sidecar '" + Path + "'";
      return false;
    }
    Json Sidecar = Json::parse(In);
    for (Json &Kernel : Sidecar.at("kernels")) {
      std::string Symbol = Kernel.at("symbol").get<std::string>();
      for (const Json &Body : Kernel.at("bodies"))
        if (Body.at("kind") == "placed")
          Symbol = Body.at("symbol").get<std::string>();
      auto Entry = Found.find(Symbol);
      if (Entry == Found.end())
        continue;
      Json Resources = {{"registers", Entry->second.Registers},
                        {"spills", Entry->second.SpillBytes},
                        {"shared", Entry->second.SharedBytes}};
      // The schema fixes the order of the keys, and `obligations` stands last.
      Json Ordered = Json::object();
      for (auto &Item : Kernel.items()) {
        if (Item.key() == "resources")
          continue;
        if (Item.key() == "obligations")
          Ordered["resources"] = Resources;
        Ordered[Item.key()] = Item.value();
      }
      if (!Ordered.contains("resources"))
        Ordered["resources"] = Resources;
      Kernel = std::move(Ordered);
    }
    std::string Temporary = Path + ".new";
    std::ofstream Out(Temporary, std::ios::trunc);
    Out << Sidecar.dump(2) << "\n";
    Out.close();
    if (!Out || std::rename(Temporary.c_str(), Path.c_str()) != 0) {
      std::remove(Temporary.c_str());
      Error = "cannot write the sidecar '" + Path + "'";
      return false;
    }
    return true;
  } catch (const std::exception &Problem) {
    Error = "the sidecar '" + Path +
            "' is not what this version writes: " + Problem.what();
    return false;
  }
}

} // namespace tilechecks::driver
