//===- DriverTest.cpp - the imitation of the CUDA driver API
//
// Part of TileChecks, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeDriver/DriverTypes.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

constexpr const char *Text = R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
@table = addrspace(1) constant [3 x i8] c"{}\00"
define ptx_kernel void @add(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, %n
  br i1 %c, label %ok, label %bad
bad:
  call void asm sideeffect "// tilechecks: fail 0 index=$0 extent=$1\0A\09trap;", "l,l"(i64 5, i64 4)
  unreachable
ok:
  %i = zext i32 %t to i64
  %a = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %a, align 4
  %w = add i32 %v, 1
  store i32 %w, ptr %a, align 4
  ret void
}
)";

/// Everything through dlopen, as a launcher does it.
class DriverTest : public ::testing::Test {
protected:
  void *Library = nullptr;

  template <typename... A> CUresult call(const char *Name, A... Arguments) {
    auto *Function = reinterpret_cast<CUresult (*)(A...)>(dlsym(Library, Name));
    EXPECT_TRUE(Function) << Name;
    return Function ? Function(Arguments...) : CUDA_ERROR_NOT_FOUND;
  }

  void SetUp() override {
    // A copy of its own: a lost context stays lost.
    std::string Path = ::testing::TempDir() + "simt-driver-XXXXXX";
    int File = mkstemp(Path.data());
    ASSERT_GE(File, 0);
    close(File);
    {
      std::ifstream In(TILECHECKS_SIMT_CUDA, std::ios::binary);
      std::ofstream(Path, std::ios::binary) << In.rdbuf();
    }
    Library = dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
    unlink(Path.c_str());
    ASSERT_TRUE(Library) << dlerror();
    ASSERT_EQ(call("cuInit", 0u), CUDA_SUCCESS);
  }

  CUmodule loadText() {
    CUmodule M = nullptr;
    EXPECT_EQ(call("cuModuleLoadData", &M, static_cast<const void *>(Text)),
              CUDA_SUCCESS);
    return M;
  }
  CUfunction function(CUmodule M) {
    CUfunction F = nullptr;
    EXPECT_EQ(
        call("cuModuleGetFunction", &F, M, static_cast<const char *>("add")),
        CUDA_SUCCESS);
    return F;
  }
  CUdeviceptr allocate(const std::vector<int32_t> &Values) {
    CUdeviceptr P = 0;
    EXPECT_EQ(call("cuMemAlloc_v2", &P, Values.size() * 4), CUDA_SUCCESS);
    EXPECT_EQ(call("cuMemcpyHtoD_v2", P,
                   static_cast<const void *>(Values.data()), Values.size() * 4),
              CUDA_SUCCESS);
    return P;
  }
  CUresult launch(CUfunction F, unsigned Threads, CUdeviceptr P, int32_t N) {
    void *Params[] = {&P, &N};
    return call("cuLaunchKernel", F, 1u, 1u, 1u, Threads, 1u, 1u, 0u,
                CUstream(nullptr), static_cast<void **>(Params),
                static_cast<void **>(nullptr));
  }
  CUresult synchronize() { return call("cuCtxSynchronize"); }
};

TEST_F(DriverTest, LaunchAndReadBack) {
  CUfunction F = function(loadText());
  CUdeviceptr P = allocate({1, 2, 3, 4});
  EXPECT_EQ(launch(F, 4, P, 4), CUDA_SUCCESS);
  EXPECT_EQ(synchronize(), CUDA_SUCCESS);
  std::vector<int32_t> V(4);
  EXPECT_EQ(
      call("cuMemcpyDtoH_v2", static_cast<void *>(V.data()), P, size_t(16)),
      CUDA_SUCCESS);
  EXPECT_EQ(V, (std::vector<int32_t>{2, 3, 4, 5}));
  EXPECT_EQ(call("cuMemFree_v2", P), CUDA_SUCCESS);
}

TEST_F(DriverTest, ParametersAndGlobals) {
  CUmodule M = loadText();
  CUfunction F = function(M);
  size_t Offset = 0, Size = 0;
  EXPECT_EQ(call("cuFuncGetParamInfo", F, size_t(1), &Offset, &Size),
            CUDA_SUCCESS);
  EXPECT_EQ(Offset, 8u);
  EXPECT_EQ(Size, 4u);
  EXPECT_EQ(call("cuFuncGetParamInfo", F, size_t(2), &Offset, &Size),
            CUDA_ERROR_INVALID_VALUE);
  CUdeviceptr Table = 0;
  EXPECT_EQ(call("cuModuleGetGlobal_v2", &Table, &Size, M,
                 static_cast<const char *>("table")),
            CUDA_SUCCESS);
  char Bytes[3];
  EXPECT_EQ(call("cuMemcpyDtoH_v2", static_cast<void *>(Bytes), Table, Size),
            CUDA_SUCCESS);
  EXPECT_STREQ(Bytes, "{}");
  CUfunction None = nullptr;
  EXPECT_EQ(
      call("cuModuleGetFunction", &None, M, static_cast<const char *>("none")),
      CUDA_ERROR_NOT_FOUND);
}

TEST_F(DriverTest, ShadowHitIsAStickyIllegalAddress) {
  CUfunction F = function(loadText());
  CUdeviceptr P = allocate({1, 2, 3, 4});
  EXPECT_EQ(launch(F, 5, P, 5), CUDA_SUCCESS);
  EXPECT_EQ(synchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_EQ(launch(F, 4, P, 4), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_EQ(call("cuMemFree_v2", P), CUDA_ERROR_ILLEGAL_ADDRESS);
}

TEST_F(DriverTest, TrapIsAStickyLaunchFailure) {
  CUfunction F = function(loadText());
  EXPECT_EQ(launch(F, 8, allocate({1, 2, 3, 4}), 4), CUDA_SUCCESS);
  EXPECT_EQ(synchronize(), CUDA_ERROR_LAUNCH_FAILED);
  EXPECT_EQ(synchronize(), CUDA_ERROR_LAUNCH_FAILED);
}

TEST_F(DriverTest, BadLaunchesAreNotSticky) {
  CUfunction F = function(loadText());
  CUdeviceptr P = allocate({1});
  EXPECT_EQ(launch(F, 0, P, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(launch(F, 2000, P, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(launch(nullptr, 1, P, 1), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(launch(F, 1, P, 1), CUDA_SUCCESS);
}

TEST_F(DriverTest, MomentOfCopiesIsFromTheEnvironment) {
  CUfunction F = function(loadText());
  CUdeviceptr P = allocate({1});
  setenv("TILECHECKS_SIMT_COPIES", "late", 1);
  EXPECT_EQ(launch(F, 1, P, 1), CUDA_ERROR_INVALID_VALUE);
  setenv("TILECHECKS_SIMT_COPIES", "wait", 1);
  EXPECT_EQ(launch(F, 1, P, 1), CUDA_SUCCESS);
  unsetenv("TILECHECKS_SIMT_COPIES");
}

TEST_F(DriverTest, LaunchKernelEx) {
  CUfunction F = function(loadText());
  CUdeviceptr P = allocate({1, 1});
  int32_t N = 2;
  void *Params[] = {&P, &N};
  CUlaunchAttribute Cluster{};
  Cluster.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  Cluster.value.clusterDim = {2, 1, 1};
  CUlaunchConfig Config{4, 1, 1, 2, 1, 1, 0, nullptr, &Cluster, 1};
  EXPECT_EQ(call("cuLaunchKernelEx",
                 static_cast<const CUlaunchConfig *>(&Config), F,
                 static_cast<void **>(Params), static_cast<void **>(nullptr)),
            CUDA_SUCCESS);
  int32_t V = 0;
  call("cuMemcpyDtoH_v2", static_cast<void *>(&V), P, size_t(4));
  EXPECT_EQ(V, 5);
}

TEST_F(DriverTest, CubinFindsItsIrBesideIt) {
  std::string Folder = ::testing::TempDir() + "simt-cubin-XXXXXX";
  ASSERT_TRUE(mkdtemp(Folder.data()));
  std::string Cubin = Folder + "/k.cubin", Ir = Folder + "/k.ll";
  std::ofstream(Cubin) << "\177ELF not really";
  CUmodule M = nullptr;
  EXPECT_EQ(call("cuModuleLoad", &M, Cubin.c_str()), CUDA_ERROR_INVALID_IMAGE);
  std::ofstream(Ir) << Text;
  EXPECT_EQ(call("cuModuleLoad", &M, Cubin.c_str()), CUDA_SUCCESS);
  EXPECT_EQ(call("cuModuleLoad", &M, (Folder + "/none").c_str()),
            CUDA_ERROR_FILE_NOT_FOUND);
  unlink(Cubin.c_str());
  setenv("TILECHECKS_SIMT_IR", Ir.c_str(), 1);
  EXPECT_EQ(call("cuModuleLoadData", &M,
                 static_cast<const void *>("\177ELF not really")),
            CUDA_SUCCESS);
  unsetenv("TILECHECKS_SIMT_IR");
  unlink(Ir.c_str());
  rmdir(Folder.c_str());
}

TEST_F(DriverTest, MemoryOfTheHostIsSeenByTheDevice) {
  CUfunction F = function(loadText());
  void *Host = nullptr;
  CUdeviceptr P = 0;
  ASSERT_EQ(call("cuMemHostAlloc", &Host, size_t(16), 2u), CUDA_SUCCESS);
  ASSERT_EQ(call("cuMemHostGetDevicePointer_v2", &P, Host, 0u), CUDA_SUCCESS);
  static_cast<int32_t *>(Host)[3] = 6;
  EXPECT_EQ(launch(F, 4, P, 4), CUDA_SUCCESS);
  EXPECT_EQ(synchronize(), CUDA_SUCCESS);
  EXPECT_EQ(static_cast<int32_t *>(Host)[3], 7);
  // Not the byte behind it; and what is there outlives the context.
  EXPECT_EQ(launch(F, 5, P, 5), CUDA_SUCCESS);
  EXPECT_EQ(synchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_EQ(static_cast<int32_t *>(Host)[3], 8);
}

TEST_F(DriverTest, EntryPointsByName) {
  void *Function = nullptr;
  int Status = -1;
  EXPECT_EQ(call("cuGetProcAddress_v2", static_cast<const char *>("cuMemAlloc"),
                 &Function, 13000, uint64_t(0), &Status),
            CUDA_SUCCESS);
  EXPECT_EQ(Function, dlsym(Library, "cuMemAlloc_v2"));
  EXPECT_EQ(call("cuGetProcAddress_v2", static_cast<const char *>("cuNone"),
                 &Function, 13000, uint64_t(0), &Status),
            CUDA_ERROR_NOT_FOUND);
  const char *Name = nullptr;
  EXPECT_EQ(call("cuGetErrorName", CUDA_ERROR_ILLEGAL_ADDRESS, &Name),
            CUDA_SUCCESS);
  EXPECT_STREQ(Name, "CUDA_ERROR_ILLEGAL_ADDRESS");
}

} // namespace
