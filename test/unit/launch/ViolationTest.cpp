// What a record of a violation says, as a sentence and as JSON, and who takes it.
#include "tilechecks/launch/recorder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

using namespace tc;
using namespace tc::rt;
using testing::HasSubstr;

namespace {

constexpr body_info bodies[] = {{body_kind::self_contained, "k"},
                                {body_kind::placed, "k__tc_placed"}};
constexpr site_info checks[] = {{"k/x(i)/0/0", "k.cu", 14, "x(i)"}};
constexpr site_info entry_checks[] = {
    {"L0", "k.cu", 12, "y(j)", "n <= extent(y,0)"}};
constexpr kernel_info k = {
    "k", "k", "0", {}, bodies, {}, on_sufficient::run_checked, false,
    report_info{true, checks, entry_checks}};
constexpr body_info other_bodies[] = {{body_kind::self_contained, "other"}};
constexpr kernel_info other = {
    "other", "other", "0", {}, other_bodies, {}, on_sufficient::run_checked,
    false, report_info{true, checks, {}}};

violation_record record(std::uint32_t check, std::int64_t index,
                        std::int64_t extent,
                        std::string_view symbol = "k__tc_placed") {
  return {1,         check,     hash_of_symbol(symbol), index, extent,
          {12, 1, 2}, {3, 0, 0}, {16, 4, 4},            {128, 1, 1}, 64, 0};
}

std::string said(std::uint32_t check, std::int64_t index,
                 std::int64_t extent) {
  return sentence(describe(record(check, index, extent), &k, &bodies[1]));
}

const std::string thread = ", in thread (3, 0, 0) of block (12, 1, 2)";

TEST(Violation, the_hash_is_that_of_the_plugin) {
  EXPECT_EQ(hash_of_symbol("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(hash_of_symbol(""), 0xcbf29ce484222325u);
}

TEST(Violation, says_what_is_so) {
  EXPECT_EQ(said(0, 70000, 65536),
            "k.cu:14: x(i): index 70000 is not below extent 65536" + thread);
  EXPECT_EQ(said(0, 64, 64),
            "k.cu:14: x(i): index 64 is not below extent 64" + thread);
  EXPECT_EQ(said(0, -1, 64),
            "k.cu:14: x(i): index -1 is negative, the extent is 64" + thread);
  EXPECT_EQ(said(0, 62, 64),
            "k.cu:14: x(i): what begins at index 62 does not end within extent "
            "64" +
                thread);
  EXPECT_EQ(said(first_entry_check, 9, 8),
            "k.cu:12: y(j): n <= extent(y,0) is false (9 and 8)" + thread);
  EXPECT_EQ(said(first_entry_check, 0, 0),
            "k.cu:12: y(j): n <= extent(y,0) is false" + thread);
}

TEST(Violation, a_check_that_no_list_has_is_told_by_its_number) {
  EXPECT_EQ(said(1, 5, 4), "k: check 1: index 5 is not below extent 4" + thread);
  EXPECT_EQ(said(first_entry_check + 1, 5, 4),
            "k: check 1073741825: index 5 is not below extent 4" + thread);
  EXPECT_THAT(sentence(describe(record(0, 5, 4), nullptr, nullptr)),
              testing::StartsWith("a kernel that no launcher started: check 0: "));
}

TEST(Violation, is_json) {
  violation v = describe(record(0, 70000, 65536), &k, &bodies[1]);
  v.access = "x(\"a\\\n\")";
  EXPECT_EQ(to_json(v), R"json({
  "schema_version": "1.0",
  "kernel": "k",
  "symbol": "k",
  "body": "placed",
  "number": 0,
  "check": "k/x(i)/0/0",
  "file": "k.cu",
  "line": 14,
  "access": "x(\"a\\\u000a\")",
  "index": 70000,
  "extent": 65536,
  "block_index": [12, 1, 2],
  "thread_index": [3, 0, 0],
  "grid": [16, 4, 4],
  "block": [128, 1, 1],
  "smem": 64
}
)json");
}

/// A driver of two modules, each with a variable, whose device is this process.
struct variable {
  cu_deviceptr address = 0;
  std::uint32_t claimed = 0;
};
variable variables[2];
int mapped = 0;
cu_result answer_of_mapping = cu_success;

cu_module module_of(int i) { return reinterpret_cast<cu_module>(&variables[i]); }
/// Of one address and two lives: what was destroyed and what came after it.
context_key context_of(int i) {
  return {reinterpret_cast<cu_context>(std::size_t(1)),
          static_cast<unsigned long long>(i) + 1};
}

driver a_driver() {
  driver d = driver::get(); // There is none here; its functions are replaced.
  d.cuModuleGetGlobal_v2 = [](cu_deviceptr *address, std::size_t *size,
                              cu_module m, const char *name) {
    if (std::strcmp(name, "__tc_violation") != 0)
      return cu_error_not_found;
    *address = reinterpret_cast<cu_deviceptr>(m);
    *size = sizeof(variable);
    return cu_success;
  };
  d.cuMemHostAlloc = [](void **host, std::size_t size, unsigned) {
    ++mapped;
    *host = ::operator new(size);
    return answer_of_mapping;
  };
  d.cuMemHostGetDevicePointer_v2 = [](cu_deviceptr *device, void *host,
                                      unsigned) {
    *device = reinterpret_cast<cu_deviceptr>(host);
    return cu_success;
  };
  d.cuMemcpyHtoD_v2 = [](cu_deviceptr to, const void *from, std::size_t size) {
    std::memcpy(reinterpret_cast<void *>(to), from, size);
    return cu_success;
  };
  return d;
}

struct Recorder : testing::Test {
  driver d = a_driver();
  recorder r;
  void SetUp() override {
    variables[0] = variables[1] = {};
    mapped = 0;
    answer_of_mapping = cu_success;
  }
  cu_result listen(int module, const kernel_info &kernel, int context = 0) {
    return r.listen(d, context_of(context), module_of(module), kernel);
  }
  void violate(int module, const violation_record &v) {
    variables[module].claimed = 1;
    std::memcpy(reinterpret_cast<void *>(variables[module].address), &v,
                sizeof v);
  }
};

TEST_F(Recorder, what_is_taken_is_gone_and_the_next_is_recorded) {
  ASSERT_EQ(listen(0, k), cu_success);
  EXPECT_FALSE(r.take(d, context_of(0), "k"));
  violate(0, record(0, 5, 4));
  EXPECT_FALSE(r.take(d, context_of(1), "k")) << "of another context";
  const auto v = r.take(d, context_of(0), "k");
  ASSERT_TRUE(v);
  EXPECT_EQ(v->index, 5);
  EXPECT_EQ(v->body, body_kind::placed);
  EXPECT_EQ(variables[0].claimed, 0u);
  EXPECT_FALSE(r.take(d, context_of(0), "k"));
}

TEST_F(Recorder, a_record_that_is_not_complete_is_none) {
  ASSERT_EQ(listen(0, k), cu_success);
  violation_record v = record(0, 5, 4);
  v.complete = 0;
  violate(0, v);
  EXPECT_FALSE(r.take(d, context_of(0), "k"));
}

TEST_F(Recorder, of_two_modules_the_one_asked_for_comes_first) {
  for (const bool swapped : {false, true}) {
    ASSERT_EQ(listen(swapped, k), cu_success);
    ASSERT_EQ(listen(!swapped, other), cu_success);
    violate(swapped, record(0, 5, 4));
    violate(!swapped, record(0, 7, 4, "other"));
    EXPECT_EQ(r.take(d, context_of(0), "other")->kernel, "other");
    EXPECT_EQ(r.take(d, context_of(0), "other")->kernel, "k");
    EXPECT_FALSE(r.take(d, context_of(0), "other"));
  }
  EXPECT_EQ(mapped, 2) << "once a module";
}

TEST_F(Recorder, a_kernel_that_nobody_told_of) {
  ASSERT_EQ(listen(0, k), cu_success);
  violate(0, record(0, 5, 4, "elsewhere"));
  const auto v = r.take(d, context_of(0), "k");
  ASSERT_TRUE(v);
  EXPECT_EQ(v->kernel, "");
}

TEST_F(Recorder, nothing_is_mapped_for_kernels_that_trap) {
  kernel_info traps = k;
  traps.reports.reset();
  EXPECT_EQ(listen(0, traps), cu_success);
  EXPECT_EQ(mapped, 0);
}

TEST_F(Recorder, a_driver_that_cannot_map_leaves_the_address_null) {
  d.cuMemHostGetDevicePointer_v2 = nullptr;
  EXPECT_EQ(listen(0, k), cu_success);
  EXPECT_EQ(variables[0].address, 0u);
  d = a_driver();
  answer_of_mapping = 2;
  EXPECT_EQ(listen(0, k), 2) << "out of memory is an error";
}

} // namespace
