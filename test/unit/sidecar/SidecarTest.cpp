// Writing and reading back is the identity, byte for byte; whatever is not
// fully understood is refused with its place in the file.
#include "FullDocument.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace tilechecks::sidecar;
using testing::HasSubstr;

namespace {

std::string refusal(std::string_view Text) {
  auto Result = read(Text, "k.json");
  if (auto *E = std::get_if<Error>(&Result))
    return E->Message;
  return "accepted";
}

std::string refusal(const Document &D) { return refusal(write(D)); }

std::string replaced(std::string Text, const std::string &From,
                     const std::string &To) {
  size_t At = Text.find(From);
  EXPECT_NE(At, Text.npos) << From;
  return Text.replace(At, From.size(), To);
}

TEST(Sidecar, round_trip_is_identical_in_value_and_bytes) {
  Document D = fullDocument();
  std::string Text = write(D);
  auto Result = read(Text, "k.json");
  ASSERT_TRUE(std::holds_alternative<Document>(Result))
      << std::get<Error>(Result).Message;
  EXPECT_EQ(std::get<Document>(Result), D);
  EXPECT_EQ(write(std::get<Document>(Result)), Text);
  EXPECT_EQ(Text.back(), '\n');
  EXPECT_EQ(Text.substr(0, 28), "{\n  \"schema_version\": \"1.2\",");
}

TEST(Sidecar, optional_keys_are_absent_when_there_is_nothing_to_say) {
  Document D = fullDocument();
  D.Kernels[0].Resource.reset();
  D.Kernels[0].Checks[2].Contexts.clear();
  D.Kernels[0].Reports.reset();
  std::string Text = write(D);
  EXPECT_EQ(Text.find("resources"), Text.npos);
  EXPECT_EQ(Text.find("contexts"), Text.npos);
  EXPECT_EQ(Text.find("on_violation"), Text.npos);
  EXPECT_EQ(refusal(Text), "accepted");
}

// Case: a sidecar of before on_violation.
TEST(Sidecar, a_file_of_schema_1_1_is_read) {
  Document D = fullDocument();
  D.Kernels[0].Reports.reset();
  D.SchemaVersion = "1.1";
  auto Result = read(write(D), "k.json");
  ASSERT_TRUE(std::holds_alternative<Document>(Result));
  EXPECT_EQ(std::get<Document>(Result), D);
}

TEST(Sidecar, threads_leave_without_a_reason_and_stay_for_one) {
  Document D = fullDocument();
  D.Kernels[0].Reports = OnViolation{ViolationEnd::Exit, "shfl.sync: no"};
  EXPECT_EQ(refusal(D), "k.json: $.kernels[0].on_violation: found \"exit\" "
                        "and a reason to stay, expected one or the other");
  D.Kernels[0].Reports = OnViolation{ViolationEnd::Trap, ""};
  EXPECT_EQ(refusal(D), "k.json: $.kernels[0].on_violation: found \"trap\" "
                        "and no reason to stay, expected one");
}

std::string whyFor(ViolationEnd End) {
  return End == ViolationEnd::Exit ? "" : "shfl.sync: no";
}

std::string_view spelling(const std::optional<OnViolation> &V) {
  return tilechecks::sidecar::spelling(V->End);
}

TEST(Sidecar, every_member_of_the_closed_sets_is_written_and_read) {
#define TRY(FIELD, VALUE)                                                      \
  {                                                                            \
    Document D = fullDocument();                                               \
    D.Kernels[0].FIELD = VALUE;                                                \
    auto Result = read(write(D), "k.json");                                    \
    ASSERT_TRUE(std::holds_alternative<Document>(Result))                      \
        << std::get<Error>(Result).Message;                                    \
    EXPECT_EQ(std::get<Document>(Result).Kernels[0].FIELD, VALUE);             \
    EXPECT_NE(write(D).find("\"" + std::string(spelling(VALUE)) + "\""),       \
              std::string::npos);                                              \
  }
#define TILECHECKS_SIDECAR_BODY(NAME, SPELLING)                                \
  if (BodyKind::NAME != BodyKind::SelfContained)                               \
  TRY(Bodies[1].Kind, BodyKind::NAME)
#define TILECHECKS_SIDECAR_OUTCOME(NAME, SPELLING)                             \
  TRY(Checks[2].Contexts[0].Result, Outcome::NAME)
#define TILECHECKS_SIDECAR_ORIGIN(NAME, SPELLING)                              \
  TRY(LaunchChecks[1].From, Origin::NAME)
#define TILECHECKS_SIDECAR_PARAM(NAME, SPELLING)                               \
  TRY(Params[1].Kind, ParamKind::NAME)
#define TILECHECKS_SIDECAR_ROLE(NAME, SPELLING)                                \
  TRY(Atoms[1].Role, AtomRole::NAME)
#define TILECHECKS_SIDECAR_END(NAME, SPELLING)                                 \
  TRY(Reports, (OnViolation{ViolationEnd::NAME, whyFor(ViolationEnd::NAME)}))
#include "sidecar/SidecarEnums.def"
}

TEST(Sidecar, every_truncation_is_refused) {
  std::string Text = write(fullDocument());
  for (size_t N = 0; N + 2 < Text.size(); N += 7)
    EXPECT_THAT(refusal(Text.substr(0, N)),
                HasSubstr("k.json: malformed or truncated JSON: parse error"))
        << N;
}

TEST(Sidecar, another_major_version_is_refused_before_anything_else_is_read) {
  EXPECT_EQ(refusal(R"({"schema_version": "2.0", "kernels": 7})"),
            "k.json: schema 2.0 is newer than this reader (1.x)");
  EXPECT_EQ(refusal(R"({"schema_version": "0.9"})"),
            "k.json: schema 0.9 is older than this reader (1.x)");
  for (const char *Version :
       {"1", "1.x", "", "one.0", "1.0.0", "-1.0", "99999999999.0"})
    EXPECT_THAT(
        refusal("{\"schema_version\": \"" + std::string(Version) + "\"}"),
        HasSubstr("$.schema_version: found"))
        << Version;
  EXPECT_EQ(refusal(R"({"schema_version": 1.0})"),
            "k.json: $.schema_version: found 1.0, expected a version such as "
            "\"1.0\"");
}

TEST(Sidecar, unknown_keys_are_ignored_in_a_newer_minor_version_only) {
  std::string Newer = replaced(write(fullDocument()), "\"axis\": 0",
                               "\"shiny\": [1], \"axis\": 0");
  EXPECT_EQ(refusal(Newer), "k.json: $.kernels[0].checks[0]: found the unknown "
                            "key \"shiny\", expected only the keys of "
                            "schema 1.2");
  EXPECT_EQ(refusal(replaced(Newer, "\"1.2\"", "\"1.7\"")), "accepted");
}

TEST(Sidecar, a_key_that_stands_twice_is_refused) {
  EXPECT_EQ(
      refusal(replaced(write(fullDocument()), "\"exact\": true",
                       "\"exact\": false, \"exact\": true")),
      "k.json: found the key \"exact\" twice in one object, expected it once");
}

TEST(Sidecar, numbers_are_integers_of_at_least_zero) {
  std::string Text = write(fullDocument());
  for (const char *Bad :
       {"-1", "1.5", "1e3", "\"31\"", "99999999999999999999", "null", "true"})
    EXPECT_THAT(refusal(replaced(Text, "\"line\": 31",
                                 "\"line\": " + std::string(Bad))),
                HasSubstr("k.json: $.kernels[0].checks[0].line: found "))
        << Bad;
}

TEST(Sidecar,
     an_unknown_member_of_a_closed_set_is_refused_with_the_known_ones) {
  EXPECT_EQ(
      refusal(replaced(write(fullDocument()), "\"derived\"", "\"guessed\"")),
      "k.json: $.kernels[0].launch_checks[1].origin: found \"guessed\", "
      "expected one of precondition, contract, "
      "derived, debt, assumption");
}

TEST(Sidecar, counts_that_contradict_the_checks) {
  Document D = fullDocument();
  D.Kernels[0].Count.InPlace = 0;
  EXPECT_EQ(refusal(D), "k.json: $.kernels[0].counts.in_place: found 0, "
                        "expected 1, the number of checks with that outcome");
}

TEST(Sidecar, ids_that_stand_twice) {
  Document D = fullDocument();
  D.Kernels[0].Checks[3].Id = D.Kernels[0].Checks[2].Id;
  EXPECT_EQ(refusal(D), "k.json: $.kernels[0].checks[3].id: found "
                        "\"gemm/y/0/0\" twice, expected each id once");
  D = fullDocument();
  D.Kernels[0].LaunchChecks[1].Id = "L0";
  EXPECT_THAT(refusal(D), HasSubstr("launch_checks[1].id: found \"L0\" twice"));
  D = fullDocument();
  D.Kernels.push_back(D.Kernels[0]);
  EXPECT_THAT(
      refusal(D),
      HasSubstr("$.kernels[1].symbol: found the symbol \"_Z4gemm\" twice"));
}

TEST(Sidecar, a_goal_that_names_no_check) {
  Document D = fullDocument();
  D.Kernels[0].LaunchChecks[0].Goals = {"gemm/z/0/0"};
  EXPECT_THAT(refusal(D),
              HasSubstr("launch_checks[0].goals[0]: found \"gemm/z/0/0\", "
                        "expected the id of a check"));
}

// Case: S16
TEST(Sidecar, a_check_that_left_the_kernel_and_arrived_in_no_launch_check) {
  Document D = fullDocument();
  D.Kernels[0].LaunchChecks[1].Goals.clear();
  EXPECT_THAT(refusal(D),
              HasSubstr("checks[1].outcome: found \"launch\" and no launch "
                        "check that covers \"gemm/x/1/0\""));
}

// Case: S06
TEST(Sidecar, a_precondition_that_nobody_verifies) {
  Document D = fullDocument();
  D.Kernels[0].LaunchChecks.erase(D.Kernels[0].LaunchChecks.begin());
  EXPECT_THAT(refusal(D),
              HasSubstr("preconditions[0].predicate: found \"(divides 64 "
                        "(param 0 8 32))\" in no launch check"));
  D = fullDocument();
  D.Kernels[0].LaunchChecks[0].From =
      Origin::Assumption; // it would fall back and not refuse
  EXPECT_THAT(refusal(D), HasSubstr("preconditions[0].predicate"));
}

TEST(Sidecar, parameters_that_overlap_or_are_out_of_order) {
  Document D = fullDocument();
  D.Kernels[0].Params[1].Offset = 12;
  EXPECT_THAT(refusal(D),
              HasSubstr("params[1].offset: found 12, expected at least 16"));
  D = fullDocument();
  D.Kernels[0].Params[1].Index = 0;
  EXPECT_THAT(refusal(D), HasSubstr("params[1].index: found 0, expected 1"));
  D = fullDocument();
  D.Kernels[0].Params[1].Size = 40000;
  EXPECT_THAT(refusal(D), HasSubstr("32764"));
  D = fullDocument();
  D.Kernels[0].Atoms[1].Param = 2;
  EXPECT_THAT(refusal(D), HasSubstr("atoms[1].param: found 2"));
}

TEST(Sidecar, bodies_and_digest) {
  Document D = fullDocument();
  D.Kernels[0].Bodies.erase(D.Kernels[0].Bodies.begin());
  EXPECT_THAT(refusal(D), HasSubstr("no self-contained body"));
  D = fullDocument();
  D.Kernels[0].Bodies[1].Kind = BodyKind::SelfContained;
  EXPECT_THAT(refusal(D),
              HasSubstr("bodies[1].kind: found \"self_contained\" twice"));
  for (const char *Digest :
       {"", "0123", "0123456789ABCDEF", "0123456789abcdeg"}) {
    D = fullDocument();
    D.Kernels[0].Digest = Digest;
    EXPECT_THAT(refusal(D), HasSubstr("16 lower-case hex digits"));
  }
}

TEST(Sidecar, compact_form_is_the_kernel_on_one_line) {
  std::string Text = writeCompact(fullDocument().Kernels[0]);
  EXPECT_EQ(Text.find('\n'), Text.npos);
  EXPECT_EQ(Text.substr(0, 8), "{\"name\":");
  for (const char *ForPeople : {"\"message\"", "\"premises\"", "extent(x,0)\"]"})
    EXPECT_EQ(Text.find(ForPeople), Text.npos) << ForPeople;
}

TEST(Sidecar, a_file_of_the_minor_version_before_reads_as_one_that_says_less) {
  Document D = fullDocument();
  for (Check &C : D.Kernels[0].Checks) {
    C.Message.clear();
    C.Goals.clear();
    C.Premises.clear();
    C.Contexts.clear();
  }
  D.SchemaVersion = "1.0";
  auto Read = read(write(D), "k.json");
  ASSERT_TRUE(std::holds_alternative<Document>(Read));
  EXPECT_EQ(std::get<Document>(Read), D);
}

TEST(Sidecar, strings_that_are_not_utf8_do_not_stop_the_writer) {
  Document D = fullDocument();
  D.Module = "a\xff";
  EXPECT_EQ(refusal(D), "accepted");
}

TEST(Sidecar, atomic_write_replaces_or_leaves_everything_as_it_was) {
  namespace fs = std::filesystem;
  fs::path Folder = fs::path(testing::TempDir()) /
                    ("sidecar-test-" + std::to_string(getpid()));
  fs::create_directory(Folder);
  std::string Path = Folder / "k.json";
  auto content = [&] {
    std::ostringstream S;
    S << std::ifstream(Path).rdbuf();
    return S.str();
  };
  EXPECT_FALSE(writeFileAtomically(Path, "one"));
  EXPECT_FALSE(writeFileAtomically(Path, "two"));
  EXPECT_EQ(content(), "two");
  EXPECT_EQ(std::distance(fs::directory_iterator(Folder), {}), 1);
  auto E = writeFileAtomically(Folder / "no" / "k.json", "x");
  ASSERT_TRUE(E);
  EXPECT_THAT(
      E->Message,
      HasSubstr("cannot create a file beside it: No such file or directory"));
  // A folder of that name cannot be replaced by a file; the temporary one goes.
  fs::create_directory(Folder / "taken");
  EXPECT_TRUE(writeFileAtomically(Folder / "taken", "x"));
  EXPECT_EQ(std::distance(fs::directory_iterator(Folder), {}), 2);
  fs::remove_all(Folder);
}

TEST(Sidecar, a_file_that_is_not_there) {
  auto Result = readFile("/nonexistent/k.json");
  ASSERT_TRUE(std::holds_alternative<Error>(Result));
  EXPECT_EQ(std::get<Error>(Result).Message,
            "/nonexistent/k.json: cannot read this file");
}

} // namespace
