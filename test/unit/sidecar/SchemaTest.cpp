// docs/sidecar.schema.json says what the reader does: for every object of a
// full document the same keys, required where the reader demands them, and of
// the types that it accepts.
#include "FullDocument.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

using namespace tilechecks::sidecar;
using Json = nlohmann::ordered_json;

namespace {

struct Schema {
  Json Root = Json::parse(std::ifstream(TILECHECKS_SCHEMA));

  const Json &resolve(const Json &S) const {
    if (!S.contains("$ref"))
      return S;
    return Root.at(Json::json_pointer(S["$ref"].get<std::string>().substr(1)));
  }
};

bool accepts(const Json &J) {
  return std::holds_alternative<Document>(read(J.dump(), "k.json"));
}

// Compares the schema `S` with the reader's behaviour at `At` in `Root`.
void compare(const Schema &All, const Json &S0, const Json &Root,
             const Json::json_pointer &At) {
  const Json &S = All.resolve(S0), &Value = Root.at(At);
  SCOPED_TRACE(At.to_string());
  auto with = [&](const Json &Other) {
    Json Changed = Root;
    Changed[At] = Other;
    return Changed;
  };
  if (S.contains("const")) {
    EXPECT_EQ(Value, S["const"]);
    return;
  }
  if (S.contains("enum")) {
    EXPECT_NE(std::find(S["enum"].begin(), S["enum"].end(), Value),
              S["enum"].end());
    EXPECT_FALSE(accepts(with("no such word")));
    return;
  }
  const std::string Type = S["type"];
  const std::pair<std::string, Json> Samples[] = {
      {"string", "s"},          {"integer", 1},
      {"number", 1.5},          {"boolean", true},
      {"array", Json::array()}, {"object", Json::object()},
      {"null", Json(nullptr)}};
  for (const auto &[Name, Sample] : Samples)
    if (Name != Type)
      EXPECT_FALSE(accepts(with(Sample))) << Name;
  if (Type == "array") {
    EXPECT_TRUE(!Value.empty() || At.back() == "goals");
    for (size_t I = 0; I != Value.size(); ++I)
      compare(All, S["items"], Root, At / I);
  } else if (Type == "object") {
    EXPECT_FALSE(S["additionalProperties"].get<bool>());
    std::vector<std::string> InSchema, InFile;
    for (const auto &[Key, _] : S["properties"].items())
      InSchema.push_back(Key);
    for (const auto &[Key, Member] : Value.items()) {
      InFile.push_back(Key);
      Json Without = Root;
      Without[At].erase(Key);
      bool Required = std::find(S["required"].begin(), S["required"].end(),
                                Key) != S["required"].end();
      EXPECT_EQ(accepts(Without), !Required) << Key;
      compare(All, S["properties"][Key], Root, At / Key);
    }
    // Contexts stand only where there are several.
    if (std::find(InFile.begin(), InFile.end(), "contexts") == InFile.end())
      InSchema.erase(std::remove(InSchema.begin(), InSchema.end(), "contexts"),
                     InSchema.end());
    EXPECT_EQ(InSchema, InFile);
  }
}

TEST(SidecarSchema, says_what_the_reader_does) {
  Schema All;
  Json Root = Json::parse(write(fullDocument()));
  ASSERT_TRUE(accepts(Root));
  compare(All, All.Root, Root, Json::json_pointer());
}

TEST(SidecarSchema, has_the_members_of_the_closed_sets) {
  Schema All;
  const Json &Defs = All.Root["$defs"];
  Json Bodies = Json::array(), Outcomes = Json::array(),
       Origins = Json::array(), Params = Json::array(), Roles = Json::array(),
       Ends = Json::array();
#define TILECHECKS_SIDECAR_BODY(NAME, SPELLING) Bodies.push_back(SPELLING);
#define TILECHECKS_SIDECAR_OUTCOME(NAME, SPELLING) Outcomes.push_back(SPELLING);
#define TILECHECKS_SIDECAR_ORIGIN(NAME, SPELLING) Origins.push_back(SPELLING);
#define TILECHECKS_SIDECAR_PARAM(NAME, SPELLING) Params.push_back(SPELLING);
#define TILECHECKS_SIDECAR_ROLE(NAME, SPELLING) Roles.push_back(SPELLING);
#define TILECHECKS_SIDECAR_END(NAME, SPELLING) Ends.push_back(SPELLING);
#include "sidecar/SidecarEnums.def"
  EXPECT_EQ(Defs["body"]["properties"]["kind"]["enum"], Bodies);
  EXPECT_EQ(Defs["outcome"]["enum"], Outcomes);
  EXPECT_EQ(Defs["launch_check"]["properties"]["origin"]["enum"], Origins);
  EXPECT_EQ(Defs["param"]["properties"]["kind"]["enum"], Params);
  EXPECT_EQ(Defs["atom"]["properties"]["role"]["enum"], Roles);
  EXPECT_EQ(Defs["on_violation"]["properties"]["end"]["enum"], Ends);
}

} // namespace
