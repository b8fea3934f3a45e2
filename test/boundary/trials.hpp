//===- trials.hpp - launches from a file, through a generated launcher -*- C++
//-*-===//
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host program that boundary.py writes for a module: it names the launchers
// of the generated header, and this file does the rest. For each trial it says
// what the launcher answers and how the bodies end on the CPU runner; what is
// right is for boundary.py to judge.
//
// A trial, one line of the input, by blanks:
//
//   KERNEL BODIES FILL  gx gy gz bx by bz cx cy cz  SMEM
//   then for each parameter  HEX BYTES KIND REGION OFFSET
//
// BODIES: names with commas between them, or `-`. FILL: the byte that memory is
// filled with. BYTES: memory to allocate for the parameter, -1: none; KIND: of
// its elements: f32, f64, f16, bf16, else `-`, so that one NaN is as good as
// another. The address of the memory of parameter REGION and OFFSET bytes more
// is put at the beginning of HEX (none if REGION is -1). The answer, by tabs:
//
//   STATUS CHECK BODY  then for each of BODIES  ENDING DIGEST SAID
//
// ENDING: clean, check (a check stopped it), access (a byte outside all
// memory), time, or other. A stopped kernel loses its context, so what comes
// after it is launched in another process.
//
//===----------------------------------------------------------------------===//

#ifndef TILECHECKS_TEST_BOUNDARY_TRIALS_HPP
#define TILECHECKS_TEST_BOUNDARY_TRIALS_HPP

#include <tilechecks/launch/runtime.hpp>

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <csignal>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace boundary {

using bytes = std::vector<unsigned char>;
using launcher = std::function<tc::status(const tc::launch_config &,
                                          const std::vector<bytes> &)>;

template <class T> T value_of(const bytes &b) {
  std::array<unsigned char, sizeof(T)> a;
  if (b.size() != sizeof(T)) {
    std::printf("an argument of %zu bytes, expected %zu\n", b.size(),
                sizeof(T));
    std::exit(2);
  }
  std::memcpy(a.data(), b.data(), sizeof(T));
  return std::bit_cast<T>(a);
}

template <class... P, std::size_t... I>
launcher typed(tc::status (*f)(const tc::launch_config &, P...),
               std::index_sequence<I...>) {
  return [f](const tc::launch_config &c,
             [[maybe_unused]] const std::vector<bytes> &a) {
    return f(c, value_of<P>(a.at(I))...);
  };
}
template <class... P>
launcher typed(tc::status (*f)(const tc::launch_config &, P...)) {
  return typed(f, std::index_sequence_for<P...>());
}
template <class... P, std::size_t... I>
launcher unsafe(tc::status (*f)(const tc::launch_config &, tc::unsafe_t, P...),
                std::index_sequence<I...>) {
  return [f](const tc::launch_config &c,
             [[maybe_unused]] const std::vector<bytes> &a) {
    return f(c, tc::unsafe, value_of<P>(a.at(I))...);
  };
}
/// Of a kernel with unchecked accesses.
template <class... P>
launcher typed(tc::status (*f)(const tc::launch_config &, tc::unsafe_t, P...)) {
  return unsafe(f, std::index_sequence_for<P...>());
}

struct kernel {
  launcher check, launch;
};

struct memory {
  long long size = 0;
  std::string kind;
  int region = -1;
  long long offset = 0;
};

struct trial {
  std::size_t kernel = 0;
  std::vector<std::string> bodies;
  int fill = 0;
  tc::launch_config config;
  std::vector<bytes> arguments;
  std::vector<memory> memories;
};

inline trial read(const std::string &line) {
  std::istringstream in(line);
  trial t;
  std::string bodies, hex;
  tc::launch_config &c = t.config;
  in >> t.kernel >> bodies >> t.fill >> c.grid.x >> c.grid.y >> c.grid.z >>
      c.block.x >> c.block.y >> c.block.z >> c.cluster.x >> c.cluster.y >>
      c.cluster.z >> c.dynamic_smem;
  std::istringstream names(bodies == "-" ? "" : bodies);
  for (std::string name; std::getline(names, name, ',');)
    t.bodies.push_back(name);
  for (memory m; in >> hex >> m.size >> m.kind >> m.region >> m.offset;) {
    bytes b;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
      b.push_back(
          static_cast<unsigned char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    t.arguments.push_back(b);
    t.memories.push_back(m);
  }
  return t;
}

inline const tc::rt::driver &driver() {
  static const tc::rt::driver &d = []() -> const tc::rt::driver & {
    const tc::rt::driver &d = tc::rt::driver::get();
    tc::rt::cu_context context = nullptr;
    if (!d.error.empty() || d.cuDevicePrimaryCtxRetain(&context, 0) != 0 ||
        d.cuCtxSetCurrent(context) != 0) {
      std::printf("no driver: %s\n", d.error.c_str());
      std::exit(2);
    }
    return d;
  }();
  return d;
}

inline tc::rt::cu_deviceptr allocate(long long size, int fill) {
  tc::rt::cu_deviceptr at = 0;
  const auto n = static_cast<std::size_t>(size);
  if (driver().cuMemAlloc_v2(&at, n ? n : 1) != 0)
    std::exit(2);
  if (fill != 0) {
    const bytes b(n, static_cast<unsigned char>(fill));
    (void)driver().cuMemcpyHtoD_v2(at, b.data(), n);
  }
  return at;
}

/// Puts the same bytes wherever a number of this format is none: which NaN an
/// operation gives, and of which sign, is not laid down.
template <class U> void unify_nans(bytes &b, int fraction_bits) {
  const U infinity = static_cast<U>(
      ((U{1} << (8 * sizeof(U) - 1 - static_cast<unsigned>(fraction_bits))) - 1)
      << fraction_bits);
  for (std::size_t i = 0; i + sizeof(U) <= b.size(); i += sizeof(U)) {
    U u;
    std::memcpy(&u, b.data() + i, sizeof u);
    if (static_cast<U>(u << 1) > static_cast<U>(infinity << 1)) {
      u = static_cast<U>(~U{0});
      std::memcpy(b.data() + i, &u, sizeof u);
    }
  }
}

/// One launch, in this process: how it ended, what it left, what it said.
inline std::string run(const kernel &k, trial t, const std::string &body) {
  std::vector<tc::rt::cu_deviceptr> at;
  for (const memory &m : t.memories)
    at.push_back(m.size < 0 ? 0 : allocate(m.size, t.fill));
  for (std::size_t i = 0; i != at.size(); ++i)
    if (t.memories[i].region >= 0) {
      const tc::rt::cu_deviceptr p =
          at[static_cast<std::size_t>(t.memories[i].region)] +
          static_cast<tc::rt::cu_deviceptr>(t.memories[i].offset);
      std::memcpy(t.arguments[i].data(), &p, sizeof p);
    }
  for (int i = 0; i <= static_cast<int>(tc::body_kind::assumed); ++i)
    if (tc::spelling(static_cast<tc::body_kind>(i)) == body)
      t.config.body = static_cast<tc::body_kind>(i);
  const tc::status launched = k.launch(t.config, t.arguments);
  const tc::status s = tc::synchronize(launched);
  std::string said = s.message.substr(0, s.message.find('\n'));
  if (s.ok() && s.launched) {
    unsigned long long digest = 1469598103934665603ULL;
    for (std::size_t i = 0; i != at.size(); ++i) {
      if (t.memories[i].size <= 0)
        continue;
      bytes left(static_cast<std::size_t>(t.memories[i].size));
      (void)driver().cuMemcpyDtoH_v2(left.data(), at[i], left.size());
      if (t.memories[i].kind == "f32")
        unify_nans<std::uint32_t>(left, 23);
      else if (t.memories[i].kind == "f64")
        unify_nans<std::uint64_t>(left, 52);
      else if (t.memories[i].kind == "f16")
        unify_nans<std::uint16_t>(left, 10);
      else if (t.memories[i].kind == "bf16")
        unify_nans<std::uint16_t>(left, 7);
      for (unsigned char b : left)
        digest = (digest ^ b) * 1099511628211ULL;
    }
    for (tc::rt::cu_deviceptr p : at)
      if (p)
        (void)driver().cuMemFree_v2(p);
    return "clean\t" + std::to_string(digest) + "\t";
  }
  const bool failed = s.code == tc::status_code::kernel_failed;
  auto has = [&](const char *what) {
    return s.message.find(what) != std::string::npos;
  };
  return std::string(failed && has("CUDA_ERROR_LAUNCH_FAILED")     ? "check"
                     : failed && has("CUDA_ERROR_ILLEGAL_ADDRESS") ? "access"
                                                                   : "other") +
         "\t-\t" + said;
}

/// One body of one trial.
struct task {
  std::size_t trial;
  std::string body;
};

/// Runs tasks from `first` on in a process of its own, each for `seconds` of
/// the processor at most, up to and with the first that does not end clean:
/// that one has lost its context. One answer a task comes back.
inline std::vector<std::string> run_apart(const std::vector<kernel> &kernels,
                                          const std::vector<trial> &trials,
                                          const std::vector<task> &tasks,
                                          std::size_t first, std::size_t last,
                                          double seconds) {
  std::fflush(nullptr);
  std::FILE *words = std::tmpfile();
  int ends[2];
  if (!words || pipe(ends) != 0)
    std::exit(2);
  const pid_t child = fork();
  if (child == 0) {
    dup2(fileno(words), 2);
    const long long micro = static_cast<long long>(seconds * 1e6);
    const itimerval limit = {{0, 0}, {micro / 1000000, micro % 1000000}};
    for (std::size_t i = first; i != last; ++i) {
      (void)setitimer(ITIMER_PROF, &limit, nullptr);
      const trial &t = trials[tasks[i].trial];
      const std::string answer = run(kernels[t.kernel], t, tasks[i].body);
      if (write(ends[1], (answer + "\n").data(), answer.size() + 1) < 0)
        _exit(1);
      if (!answer.starts_with("clean"))
        break;
    }
    _exit(0);
  }
  close(ends[1]);
  std::string answered;
  char buffer[4096];
  for (ssize_t n; (n = ::read(ends[0], buffer, sizeof buffer)) > 0;)
    answered.append(buffer, static_cast<std::size_t>(n));
  close(ends[0]);
  int how = 0;
  waitpid(child, &how, 0);
  std::vector<std::string> answers;
  std::istringstream lines(answered);
  for (std::string line; std::getline(lines, line);)
    answers.push_back(line);
  if (WIFSIGNALED(how))
    answers.push_back(std::string(WTERMSIG(how) == SIGPROF ? "time" : "other") +
                      "\t-\tended by signal " + std::to_string(WTERMSIG(how)));
  if (answers.empty())
    std::exit(2);
  // The runner knows more of the last one than the driver may say.
  std::rewind(words);
  for (int c; (c = std::fgetc(words)) != EOF;)
    answers.back() += c == '\n' || c == '\t' ? ' ' : static_cast<char>(c);
  std::fclose(words);
  return answers;
}

/// Answers every line of the file argv[1] on standard output; argv[2] is the
/// time that a launch may use, in seconds.
inline int answer_all(const std::vector<kernel> &kernels, int count,
                      char **arguments) {
  if (count != 3)
    return 2;
  std::ifstream in(arguments[1]);
  const double seconds = std::atof(arguments[2]);
  (void)driver();
  std::vector<trial> trials;
  std::vector<task> tasks;
  for (std::string line; std::getline(in, line);) {
    trials.push_back(read(line));
    for (const std::string &body : trials.back().bodies)
      tasks.push_back({trials.size() - 1, body});
  }
  std::vector<std::string> endings;
  bool is_warm = false;
  while (endings.size() != tasks.size()) {
    const std::size_t first = endings.size();
    // Where one body could not be judged, no other need be run.
    if (first != 0 && tasks[first].trial == tasks[first - 1].trial &&
        !endings.back().starts_with("clean") &&
        !endings.back().starts_with("check")) {
      endings.push_back("other\t-\tnot run");
      continue;
    }
    if (!is_warm) {
      // What the first launch compiles stays compiled if that launch ends
      // clean: its process then does all the rest.
      std::fflush(nullptr);
      const pid_t child = fork();
      if (child != 0) {
        int how = 0;
        waitpid(child, &how, 0);
        if (WIFEXITED(how) && WEXITSTATUS(how) == 0)
          return 0;
      } else {
        const trial &t = trials[tasks[first].trial];
        (void)alarm(60);
        endings.push_back(run(kernels[t.kernel], t, tasks[first].body));
        (void)alarm(0);
        if (!endings.back().starts_with("clean"))
          _exit(1);
        is_warm = true;
        continue;
      }
    }
    const auto more =
        run_apart(kernels, trials, tasks, first,
                  is_warm ? tasks.size() : first + 1, is_warm ? seconds : 60);
    endings.insert(endings.end(), more.begin(), more.end());
  }
  std::size_t next = 0;
  for (const trial &t : trials) {
    const tc::status s = kernels.at(t.kernel).check(t.config, t.arguments);
    std::cout << static_cast<int>(s.code) << "\t"
              << (s.check.empty() ? "-" : s.check) << "\t"
              << tc::spelling(s.body);
    for (std::size_t i = 0; i != t.bodies.size(); ++i)
      std::cout << "\t" << endings[next++];
    std::cout << "\n";
  }
  std::cout.flush();
  return std::cout ? 0 : 2;
}

} // namespace boundary

#endif // TILECHECKS_TEST_BOUNDARY_TRIALS_HPP
