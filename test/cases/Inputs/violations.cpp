// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Violations that record themselves (Inputs/violations.cu, on_violation=report). Each scene runs in a process of its own that a
// clock ends: what is claimed of all of them first is that nothing waits for ever. On the CPU runner, or, without
// TILECHECKS_CUDA_LIBRARY, on a GPU. TILECHECKS_RECORD names the file for the JSON of one record.
//
//   violations [SCENE]
#include "../harness.hpp"
#include "violations.launch.hpp"

#include <fstream>

using cases::array;
using cases::claim;
using cases::shape;

namespace data = tilechecks_generated_violations;

constexpr unsigned seconds = 120;

/// Launches; the answer after the wait.
#define RUN(NAME, ...) tc::synchronize(launch_##NAME(__VA_ARGS__))

static cases::place here(std::string_view kernel,
                         std::source_location at = std::source_location::current()) {
  return {at, kernel};
}

/// Whether the first line is `text`, after the folder of the file.
static bool begins(const tc::status &s, std::string_view text) {
  return s.message.substr(0, s.message.find('\n')).ends_with("/" + std::string(text));
}

static bool says(const tc::status &s, std::string_view text) { return s.message.find(text) != std::string::npos; }

/// `count` numbers from 0 on, with `bad` in place of number `at`.
static std::vector<int> numbers(int count, int at = -1, int bad = 0) {
  std::vector<int> v;
  for (int i = 0; i != count; ++i)
    v.push_back(i == at ? bad : i);
  return v;
}

static std::vector<float> plus_one(int count) {
  std::vector<float> v;
  for (int i = 0; i != count; ++i)
    v.push_back(float(i + 1));
  return v;
}

/// The launch of one body with whatever is given.
static tc::status launch_body(const tc::rt::driver &d, const tc::rt::kernel_info &info, const tc::rt::image &image,
                              tc::body_kind kind, const tc::launch_config &c, const void **pointers) {
  tc::rt::loaded_body body;
  tc::rt::refusal why = tc::rt::loader::process().function(d, info, image, kind, body);
  if (!why)
    why = tc::rt::submission(d, info, c, body, const_cast<void **>(pointers)).submit();
  if (why)
    return *why;
  tc::status s;
  s.kernel = info.name;
  s.launched = true;
  return s;
}

/// The launch of the user's own symbol with whatever is given, behind the launcher's back; the module may record.
template <class... A>
static tc::status behind_the_launcher(const tc::rt::kernel_info &info, const tc::launch_config &c, const A &...arguments) {
  const void *pointers[] = {&arguments...};
  return tc::synchronize(
      launch_body(cases::driver(), info, data::image, tc::body_kind::self_contained, c, pointers));
}

//===----------------------------------------------------------------------===//
// The thread leaves
//===----------------------------------------------------------------------===//

static void a_record_names_access_values_and_thread() {
  array<int> good(numbers(64)), bad(numbers(64, 40, 70000)), negative(numbers(64, 3, -5));
  array<float> x(plus_one(64)), out(64);
  const tc::launch_config c = {.grid = 2, .block = 32};
  claim(RUN(gather, c, good.in(), x.in(), out.all()).ok(), here("gather"), "a good launch is not ok");
  claim(out.read() == plus_one(64), here("gather"), "its result is wrong");

  out.reset();
  tc::status s = RUN(gather, c, bad.in(), x.in(), out.all());
  claim(s.code == tc::status_code::violation, here("gather"), "no violation: " + s.message);
  claim(begins(s, "violations.cu:" LINE_gather
                         ": x(id(i)): index 70000 is not below extent 64, in thread (8, 0, 0) of block (1, 0, 0)"),
        here("gather"), s.message);
  claim(says(s, "\nCheck gather/x(id(i))/0/0 of gather (body " + std::string(tc::spelling(s.body)) + ").\n") && says(s, "The context is alive."), here("gather"),
        s.message);
  claim(s.record && s.record->kernel == "gather" && s.record->body == s.body && s.record->index == 70000 &&
            s.record->extent == 64 && s.record->block_index.x == 1 && s.record->thread_index.x == 8 && s.record->grid.x == 2 &&
            s.record->block.x == 32 && s.check == "gather/x(id(i))/0/0",
        here("gather"), "the record is wrong");
  if (const char *path = std::getenv("TILECHECKS_RECORD"))
    std::ofstream(path) << tc::to_json(*s.record);
  std::vector<float> others = plus_one(64);
  others[40] = 0;
  claim(out.read() == others, here("gather"), "the other threads did not run on");

  // What was read is gone, and the next launch works.
  s = RUN(gather, c, good.in(), x.in(), out.all());
  claim(s.ok() && out.read() == plus_one(64), here("gather"), "the next launch does not work: " + s.message);
  // The next violation is recorded again, and of two launches the first.
  s = RUN(gather, c, negative.in(), x.in(), out.all());
  claim(begins(s, "violations.cu:" LINE_gather
                         ": x(id(i)): index -5 is negative, the extent is 64, in thread (3, 0, 0) of block (0, 0, 0)"),
        here("gather"), s.message);
  const tc::status first = launch_gather(c, bad.in(), x.in(), out.all());
  s = RUN(gather, c, negative.in(), x.in(), out.all());
  claim(first.ok() && s.record && s.record->index == 70000, here("gather"), "not the first: " + s.message);
  s = RUN(gather, c, good.in(), x.in(), out.all());
  claim(s.ok(), here("gather"), "the second violation comes late: " + s.message);
}

static void every_body_records_under_its_name() {
  array<int> bad(numbers(64, 40, 64));
  array<float> x(64), out(64);
  for (const tc::rt::body_info &b : data::gather.bodies) {
    if (b.kind == tc::body_kind::unchecked)
      continue;
    tc::launch_config c = {.grid = 2, .block = 32};
    c.body = b.kind;
    const tc::status s = RUN(gather, c, bad.in(), x.in(), out.all());
    claim(s.record && s.record->body == b.kind && s.record->symbol == data::gather.symbol && s.record->line == std::atoi(LINE_gather) &&
              s.record->index == 64,
          here("gather"), "body " + std::string(tc::spelling(b.kind)) + ": " + s.message);
  }
}

static void other_forms_of_checks() {
  array<int> id(numbers(8, 5, 9)), n(std::vector<int>{3, 40});
  array<float> x(plus_one(39)), out(64);
  tc::status s = RUN(quads, {.grid = 1, .block = 8}, id.in(), x.in(), out.all());
  claim(begins(s, "violations.cu:" LINE_quads ": x.vec<4>(4 * id(i)): what begins at index 36 does not end within extent 39, "
                         "in thread (5, 0, 0) of block (0, 0, 0)"),
        here("quads"), s.message);
  claim(RUN(quads, {.grid = 1, .block = 5}, id.in(), x.in(), out.all()).ok() && out.read()[4] == 17 + 18 + 19 + 20, here("quads"),
        "the next launch does not work");
  s = RUN(rows, {.grid = 2, .block = 1}, n.in(), x.in(), out.all());
  claim(s.code == tc::status_code::violation && says(s, "violations.cu:" LINE_rows ": x(j): index 39 is not below extent 39") &&
            says(s, "block (1, 0, 0)"),
        here("rows"), s.message);
  claim(out.read()[0] == 6, here("rows"), "the other block did not run");
  // What the launcher would have refused, at the entry of the user's own symbol.
  s = behind_the_launcher(data::fills, {.grid = 1, .block = 32}, out.first(8), 9);
  claim(s.record && s.record->number >= tc::rt::first_entry_check && says(s, "violations.cu:" LINE_fills ": out(i): ") &&
            says(s, " is false (9 and 8), in thread"),
        here("fills"), s.message);
}

static void barriers_of_the_block_do_not_wait() {
  array<int> bad(numbers(128, 127, 1 << 20)), warp(std::vector<int>(128, -1));
  array<float> x(plus_one(128)), out(128);
  tc::status s = RUN(sums, {.grid = 2, .block = 64}, bad.in(), x.in(), out.all());
  claim(s.code == tc::status_code::violation && says(s, "thread (63, 0, 0) of block (1, 0, 0)"), here("sums"), s.message);
  claim(out.read()[0] == 64 * 65 / 2 && out.read()[1] == 128 * 129 / 2 - 64 * 65 / 2 - 128, here("sums"), "the others did not run on");
  s = RUN(votes, {.grid = 2, .block = 64}, bad.in(), x.in(), out.all());
  claim(s.code == tc::status_code::violation && out.read()[0] == 64 && out.read()[64] == 63, here("votes"), s.message);
  // All of them leave.
  s = RUN(sums, {.grid = 2, .block = 64}, warp.in(), x.in(), out.all());
  claim(s.code == tc::status_code::violation && says(s, "index -1"), here("sums"), s.message);
  claim(RUN(fills, {.grid = 1, .block = 64}, out.all(), 64).ok(), here("fills"), "the context is not alive");
}

static void a_record_of_another_kernel_says_so() {
  array<int> bad(numbers(64, 40, 64));
  array<float> x(64), out(64), filled(64);
  const tc::status launched = launch_gather({.grid = 2, .block = 32}, bad.in(), x.in(), out.all());
  tc::status s = RUN(fills, {.grid = 2, .block = 32}, filled.all(), 64);
  claim(launched.ok() && s.code == tc::status_code::violation && s.record->kernel == "gather" &&
            says(s, "). It was in flight beside fills, the launch that was waited for."),
        here("fills"), s.message);
  claim(filled.read() == std::vector<float>(64, 7), here("fills"), "its result is wrong");
  s = tc::synchronize(launched);
  claim(s.ok(), here("gather"), "the record was not taken: " + s.message);
}

//===----------------------------------------------------------------------===//
// The thread has to stay: a trap, with a record
//===----------------------------------------------------------------------===//

template <class Launch> static void traps_with_a_record(std::string_view kernel, const char *line, const Launch &launch) {
  array<int> good(numbers(64)), bad(numbers(64, 0, 64));
  array<float> x(plus_one(64)), out(64);
  array<int> flag(1);
  tc::status s = tc::synchronize(launch(good.in(), x.in(), out.all(), flag.data()));
  claim(s.ok(), here(kernel), "a good launch is not ok: " + s.message);
  flag.reset();
  s = tc::synchronize(launch(bad.in(), x.in(), out.all(), flag.data()));
  claim(s.code == tc::status_code::violation && s.record && s.record->kernel == kernel, here(kernel), "no violation: " + s.message);
  claim(says(s, "violations.cu:" + std::string(line) +
                    ": x(id(") &&
            says(s, "index 64 is not below extent 64, in thread (0, 0, 0) of block (0, 0, 0)") &&
            says(s, "The context is lost; no later call on it succeeds."),
        here(kernel), s.message);
  claim(!launch(good.in(), x.in(), out.all(), flag.data()).ok(), here(kernel), "the context is not lost");
}

#define TRAPS(NAME)                                                                                                               \
  static void NAME##_traps() {                                                                                                    \
    traps_with_a_record(#NAME, LINE_##NAME, [](auto id, auto x, auto out, int *) {                                                \
      return launch_##NAME({.grid = 1, .block = 64}, id, x, out);                                                                 \
    });                                                                                                                           \
  }
TRAPS(shuffles)
TRAPS(counted)
TRAPS(arrivals)
static void handover_traps() {
  traps_with_a_record("handover", LINE_handover, [](auto id, auto x, auto out, int *flag) {
    return launch_handover({.grid = 1, .block = 64}, id, x, out, flag);
  });
}

//===----------------------------------------------------------------------===//
// Nobody listens
//===----------------------------------------------------------------------===//

static std::string image_bytes() {
  if (!data::image.bytes.empty())
    return std::string(data::image.bytes.begin(), data::image.bytes.end());
  std::ifstream file(std::string(data::image.path), std::ios::binary);
  return std::string((std::istreambuf_iterator<char>(file)), {});
}

static void a_launch_past_every_launcher_traps() {
  array<int> bad(numbers(64, 40, 64));
  array<float> x(64), out(64);
  const tc::rt::driver &d = cases::driver();
  const std::string image = image_bytes();
  tc::rt::cu_module module = nullptr;
  tc::rt::cu_function f = nullptr;
  cases::must(d.cuModuleLoadData(&module, image.c_str()), "cuModuleLoadData");
  cases::must(d.cuModuleGetFunction(&f, module, std::string(data::gather.symbol).c_str()), "cuModuleGetFunction");
  const auto id_ = bad.in();
  const auto x_ = x.in();
  const auto out_ = out.all();
  const void *pointers[] = {&id_, &x_, &out_};
  cases::must(d.cuLaunchKernel(f, 2, 1, 1, 32, 1, 1, 0, nullptr, const_cast<void **>(pointers), nullptr), "cuLaunchKernel");
  claim(d.cuCtxSynchronize() != tc::rt::cu_success, here("gather"), "a violation passed unheard");
}

static void a_driver_without_mapped_memory_traps() {
  array<int> bad(numbers(64, 40, 64));
  array<float> x(64), out(64);
  const std::string bytes = image_bytes();
  const tc::rt::image own = {"", {reinterpret_cast<const unsigned char *>(bytes.data()), bytes.size()}};
  tc::rt::driver d = cases::driver();
  d.cuMemHostAlloc = nullptr;
  const tc::rt::kernel_info gather = data::gather;
  const auto id_ = bad.in();
  const auto x_ = x.in();
  const auto out_ = out.all();
  const void *pointers[] = {&id_, &x_, &out_};
  const tc::status s =
      tc::synchronize(launch_body(d, gather, own, tc::body_kind::placed, {.grid = 2, .block = 32}, pointers));
  claim(s.code == tc::status_code::kernel_failed && says(s, "This is what a failed check in a kernel looks like."), here("gather"), s.message);
}

static void forms() {
  for (const tc::rt::kernel_info *k : {&data::gather, &data::quads, &data::rows, &data::fills, &data::sums, &data::votes})
    claim(k->reports && k->reports->leaves, here(k->name), "its threads do not leave");
  for (const tc::rt::kernel_info *k : {&data::shuffles, &data::counted, &data::arrivals, &data::handover})
    claim(k->reports && !k->reports->leaves, here(k->name), "its threads leave");
}

int main(int count, char **words) {
  if (std::getenv("TILECHECKS_CUDA_LIBRARY"))
    cases::warm_up(data::gather, data::image);
  forms();
  const std::pair<const char *, void (*)()> scenes[] = {
#define SCENE(NAME) {#NAME, NAME},
      SCENE(a_record_names_access_values_and_thread) SCENE(every_body_records_under_its_name) SCENE(other_forms_of_checks)
      SCENE(barriers_of_the_block_do_not_wait) SCENE(a_record_of_another_kernel_says_so) SCENE(shuffles_traps) SCENE(counted_traps)
      SCENE(arrivals_traps) SCENE(handover_traps) SCENE(a_launch_past_every_launcher_traps) SCENE(a_driver_without_mapped_memory_traps)
#undef SCENE
  };
  for (const auto &[name, scene] : scenes) {
    if (count > 1 && std::string_view(words[1]) != name)
      continue;
    const cases::ending e = cases::in_child([&scene = scene] {
      alarm(seconds);
      cases::failures = 0;
      scene();
      return cases::failures == 0 ? cases::clean : cases::other;
    });
    claim(e.code == cases::clean, here(name), e.code < 0 ? "hangs or crashes: " + e.said : "see above: " + e.said);
  }
  return cases::result();
}
