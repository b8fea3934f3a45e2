//===- CommandTest.cpp - the command line of tilechecks-run
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr const char *Text = R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @_Z5scalePfi(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sext i32 %t to i64
  %m = sext i32 %n to i64
  %c = icmp slt i64 %i, %m
  br i1 %c, label %ok, label %bad
bad:
  call void asm sideeffect "// tilechecks: fail 1 index=$0 extent=$1\0A\09trap;", "l,l"(i64 %i, i64 %m)
  unreachable
ok:
  %a = getelementptr float, ptr %p, i64 %i
  %v = load float, ptr %a, align 4
  %w = fmul float %v, 2.0
  store float %w, ptr %a, align 4
  ret void
}
define ptx_kernel void @_Z5scalePfi__tc_placed(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = sext i32 %t to i64
  %a = getelementptr float, ptr %p, i64 %i
  store float 1.0, ptr %a, align 4
  ret void
}
define ptx_kernel void @tensor(ptr byval({ptr, i32, i32}) align 8 %x, i64 %n) {
  %e = getelementptr i8, ptr %x, i64 12
  %v = load i32, ptr %e, align 4
  %w = sext i32 %v to i64
  %c = icmp eq i64 %w, %n
  br i1 %c, label %ok, label %bad
bad:
  call void @llvm.trap()
  unreachable
ok:
  ret void
}
define ptx_kernel void @odd() {
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  ret void
}
@s = internal addrspace(3) global i32 undef, align 4
define ptx_kernel void @early(ptr addrspace(1) %p) {
  store i32 0, ptr addrspace(3) @s
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) @s, ptr addrspace(1) %p)
  %v = load i32, ptr addrspace(3) @s
  store i32 %v, ptr addrspace(1) %p
  ret void
}
declare void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.trap()
)";

constexpr const char *SidecarText = R"json({
  "schema_version": "1.0",
  "kernels": [{"symbol": "_Z5scalePfi",
    "bodies": [{"kind": "placed", "symbol": "_Z5scalePfi__tc_placed"}],
    "checks": [{"id": "a"}, {"id": "scale/x(i)/0/0", "file": "scale.cu",
                "line": 12, "access": "x(i)"}]}]
})json";

struct Ran {
  int Code;
  std::string Output;
};

class CommandTest : public ::testing::Test {
protected:
  std::string Folder;

  void SetUp() override {
    Folder = ::testing::TempDir() + "simt-command-XXXXXX";
    ASSERT_TRUE(mkdtemp(Folder.data()));
    std::ofstream(Folder + "/k.ll") << Text;
    std::ofstream(Folder + "/k.json") << SidecarText;
  }
  void TearDown() override {
    for (const char *Name : {"/k.ll", "/k.json", "/record.json"})
      unlink((Folder + Name).c_str());
    rmdir(Folder.c_str());
  }

  /// The record of a violation in thread \p Thread, with its values.
  void record(int Thread, int Index, int Extent,
              const std::string &Version = "1.0") {
    std::ofstream(Folder + "/record.json")
        << R"({"schema_version": ")" << Version
        << R"(", "kernel": "scale", "symbol": "_Z5scalePfi",)"
           R"("body": "self_contained", "number": 1, "check": "scale/x(i)/0/0",)"
           R"("index": )"
        << Index << R"(, "extent": )" << Extent
        << R"(, "block_index": [0, 0, 0], "thread_index": [)" << Thread
        << R"(, 0, 0], "grid": [1, 1, 1], "block": [8, 1, 1], "smem": 0})";
  }

  /// `@` stands for the folder.
  Ran run(std::string Arguments) {
    for (size_t At; (At = Arguments.find('@')) != std::string::npos;)
      Arguments.replace(At, 1, Folder);
    std::string Command =
        std::string(TILECHECKS_RUN) + " " + Arguments + " 2>&1";
    Ran R{-1, {}};
    FILE *Pipe = popen(Command.c_str(), "r");
    std::array<char, 512> Buffer;
    while (size_t Got = fread(Buffer.data(), 1, Buffer.size(), Pipe))
      R.Output.append(Buffer.data(), Got);
    int Status = pclose(Pipe);
    R.Code = WIFEXITED(Status) ? WEXITSTATUS(Status) : -1;
    return R;
  }
  void expect(int Code, const std::string &Says, const std::string &Arguments) {
    Ran R = run(Arguments);
    EXPECT_EQ(R.Code, Code) << Arguments << "\n" << R.Output;
    EXPECT_NE(R.Output.find(Says), std::string::npos) << Arguments << "\n"
                                                      << R.Output;
  }
};

TEST_F(CommandTest, CleanRunAndDump) {
  expect(0, "0 2 4 6",
         "@/k.ll --kernel scale --block 4 --arg buf:f32:4:iota --arg i32:4 "
         "--dump 0");
}

TEST_F(CommandTest, KernelNames) {
  for (const char *Name : {"scale", "_Z5scalePfi", "'scale(float*, int)'"})
    expect(0, "completed",
           std::string("@/k.ll --block 4 --arg buf:f32:4 --arg "
                       "i32:4 --kernel ") +
               Name);
  expect(0, "__tc_placed: completed",
         "@/k.ll --kernel scale --body placed --arg buf:f32:1 --arg i32:1");
  expect(1, "no kernel 'scale' with a body reference",
         "@/k.ll --kernel scale --body reference");
  expect(1, "no kernel 'none'", "@/k.ll --kernel none");
}

TEST_F(CommandTest, List) {
  expect(0, "0: ptr, 8 byte(s) at 0", "@/k.ll --list");
}

TEST_F(CommandTest, FailedCheckIsTranslated) {
  const std::string Launch =
      "@/k.ll --kernel scale --block 5 --arg buf:f32:4 --arg i32:4 ";
  expect(2, "check 1 failed: index 4, extent 4", Launch);
  expect(2, "scale.cu:12: x(i)", Launch + "--sidecar @/k.json");
  expect(2, "\"access\": \"x(i)\"", Launch + "--sidecar @/k.json --json");
}

TEST_F(CommandTest, Expectations) {
  const std::string Launch = "@/k.ll --kernel scale --arg buf:f32:4 --arg "
                             "i32:4 --block ";
  expect(0, "", Launch + "5 --expect trap");
  expect(0, "", Launch + "5 --expect trap:1");
  expect(2, "expected trap:2", Launch + "5 --expect trap:2");
  expect(2, "expected clean", Launch + "5 --expect clean");
  expect(2, "expected trap", Launch + "4 --expect trap");
  expect(0, "out of bounds", Launch + "5 --body placed --expect shadow");
  expect(1, "no expectation", Launch + "5 --expect fire");
}

TEST_F(CommandTest, TensorsByValue) {
  expect(0, "", "@/k.ll --kernel tensor --arg tensor:f32:3x7 --arg i64:7");
  expect(2, "trap", "@/k.ll --kernel tensor --arg tensor:f32:3x8 --arg i64:7");
  // One stored extent: 12 bytes, padded to 16.
  expect(0, "", "@/k.ll --kernel tensor --arg tensor:f32:3xs7 --arg i64:0");
  expect(1, "24 bytes",
         "@/k.ll --kernel tensor --arg tensor64:f32:3x7 --arg i64:7");
  expect(0, "",
         "@/k.ll --kernel tensor --arg "
         "bytes:000000000000000000000000ffffffff --arg i64:-1");
}

TEST_F(CommandTest, UnsupportedHasItsOwnCode) {
  expect(3, "wgmma.fence", "@/k.ll --kernel odd");
}

TEST_F(CommandTest, BadInput) {
  expect(1, "absent.ll", "@/absent.ll --list");
  expect(1, "k.json", "@/k.json --list");
  expect(1, "no file", "");
  expect(1, "--kernel is missing", "@/k.ll");
  expect(1, "has 2 parameter(s), not 1", "@/k.ll --kernel scale --arg i64:0");
  expect(1, "argument 0 has 4 bytes",
         "@/k.ll --kernel scale --arg i32:0 --arg i32:0");
  expect(1, "is no i32", "@/k.ll --kernel scale --arg i32:99999999999");
  expect(1, "is no element type", "@/k.ll --kernel scale --arg buf:f31:4");
  expect(1, "no way to fill", "@/k.ll --kernel scale --arg buf:f32:4:full");
  expect(1, "dimensions", "@/k.ll --kernel scale --block 1,2,3,4");
  expect(1, "dimensions", "@/k.ll --kernel scale --block -1");
  expect(1, "not a buffer", "@/k.ll --kernel scale --arg i64:0 --dump 0");
  expect(1, "threads", "@/k.ll --kernel odd --block 2000");
  expect(1, "", "--frobnicate");
}

TEST_F(CommandTest, AsynchronousCopies) {
  const std::string Launch =
      "@/k.ll --kernel early --arg buf:i32:1:const=7 --dump 0 ";
  expect(2, "not yet waited for", Launch);
  expect(2, "\"pending_copy\": true", Launch + "--json");
  expect(0, "\n7", Launch + "--early-access --copies issue");
  expect(0, "\n0", Launch + "--early-access --copies wait");
  expect(0, "completed", Launch + "--early-access --copies 5");
  expect(1, "issue, wait or a seed", Launch + "--copies late");
}

TEST_F(CommandTest, RecordIsReplayed) {
  const std::string Launch = "@/k.ll --replay @/record.json ";
  const std::string Values = "--arg buf:f32:4:iota --arg i32:4 ";
  // Thread 4 fails first, and ends.
  record(6, 6, 4);
  expect(0, "check 1 failed: index 6, extent 4", Launch + Values);
  expect(0, "thread (6,0,0)", Launch + Values);
  expect(0, "scale.cu:12: x(i)", Launch + Values + "--sidecar @/k.json");
  // What the command line says is the stronger.
  expect(2, "does not fail at its check", Launch + Values + "--block 6");
  expect(2, "does not fail at its check",
         Launch + "--arg buf:f32:8 --arg i32:8");
  record(3, 3, 4);
  expect(2, "does not fail at its check", Launch + Values);
  record(6, 6, 3);
  expect(2, "with other values; recorded: index 6, extent 3", Launch + Values);
}

TEST_F(CommandTest, DebuggerStopsAtTheRecord) {
  const std::string Launch =
      "@/k.ll --replay @/record.json --arg buf:f32:4 --arg i32:4 --break";
  record(6, 6, 4);
  EXPECT_EQ(run(Launch + "; test $? -eq $((128 + 5))").Code, 0);
  record(3, 3, 4);
  EXPECT_EQ(run(Launch).Code, 2);
}

TEST_F(CommandTest, RecordsThatAreNone) {
  const std::string Launch =
      "@/k.ll --arg buf:f32:4 --arg i32:4 --replay @/record.json ";
  expect(1, "record.json: cannot be read", Launch);
  record(6, 6, 4, "2.0");
  expect(1, "record.json: schema version 2.0 is not known", Launch);
  record(-1, 6, 4);
  expect(1, "\"thread_index\" is not three integers of 32 bits", Launch);
  record(6, 6, 4);
  expect(1, "--expect excludes --replay", Launch + "--expect trap");
  expect(1, "--break requires --replay",
         "@/k.ll --arg buf:f32:4 --arg i32:4 --break");
  std::ofstream(Folder + "/record.json") << "[1]";
  expect(1, "record.json: no record of a violation", Launch);
}

TEST_F(CommandTest, Help) { expect(0, "Exit codes", "--help"); }

} // namespace
