// A document in which every array has an element and every optional key is
// there.
#ifndef TILECHECKS_TEST_FULLDOCUMENT_H
#define TILECHECKS_TEST_FULLDOCUMENT_H

#include "sidecar/Sidecar.h"

namespace tilechecks::sidecar {

inline Document fullDocument() {
  Kernel K;
  K.Name = "gemm(tc::tensor<float>, int)";
  K.Symbol = "_Z4gemm";
  K.Bodies = {{BodyKind::SelfContained, "_Z4gemm", 4},
              {BodyKind::Placed, "_Z4gemm__tc_placed", 2}};
  K.Profile = "sm_90";
  K.Digest = "00c0ffee00c0ffee";
  K.FlagsKept = true;
  K.Reports = OnViolation{ViolationEnd::Trap, "shfl.sync: lanes wait"};
  K.Attributes = {"deny_in_loop_checks"};
  K.Count = {1, 1, 1, 1};
  auto check = [](std::string id, std::int64_t axis, Outcome outcome) {
    Check C;
    C.Id = std::move(id);
    C.File = "gemm.cu";
    C.Line = 31;
    C.Column = 7;
    C.Tensor = "x";
    C.Axis = axis;
    C.Access = "x.tile(m, k)";
    C.Result = outcome;
    C.Rule = "AffineIndexUnderLoopBound";
    C.Message = "bounds check for dim 0 of x stays in the loop body";
    C.Goals = {"0 <= m", "m*64 < extent(x,0)"};
    C.Premises = {"m < n"};
    return C;
  };
  K.Checks = {check("gemm/x/0/0", 0, Outcome::Discharged),
              check("gemm/x/1/0", 1, Outcome::Launch),
              check("gemm/y/0/0", 0, Outcome::Hoisted),
              check("gemm/y/1/0", 1, Outcome::InPlace)};
  K.Checks[2].Contexts = {{Outcome::Discharged, "ConstantIndex", "", 0, {"0 <= 3"}, {"n > 3"}},
                          {Outcome::Hoisted, "Invariant", "Loaded", 30, {"0 <= m"}, {"m < n"}}};
  K.Checks[3].Reason = "UnknownLoadedIndex";
  K.Checks[3].Hint = "clamp the index";
  K.LaunchChecks = {{"L0",
                     Origin::Precondition,
                     "(divides 64 (param 0 8 32))",
                     "extent(x,0) % 64 == 0",
                     true,
                     "gemm.cu",
                     20,
                     "require",
                     {}},
                    {"L1",
                     Origin::Derived,
                     "(<= (ceildiv (param 0 12 32) 64) (param 1 0 32))",
                     "ceil(extent(x,1)/64) <= n",
                     true,
                     "gemm.cu",
                     31,
                     "x.tile(m, k)",
                     {"gemm/x/1/0"}}};
  K.Preconditions = {{"(divides 64 (param 0 8 32))", "extent(x,0) % 64 == 0",
                      "whole tiles", "gemm.cu", 20}};
  K.Params = {{0, "x", "tc::tensor<float>", ParamKind::Tensor, 0, 16, 8},
              {1, "n", "int", ParamKind::Scalar, 16, 4, 4}};
  K.Atoms = {{"(param 0 8 32)", "extent(x,0)", AtomRole::Extent, 0, 0},
             {"(param 1 0 32)", "n", AtomRole::Scalar, 1, 0}};
  K.Resource = Resources{32, 0, 4096};
  K.Obligations = {{"unchecked_access", "gemm.cu", 40}};
  return {"1.2", "TileChecks 0.1.0 (LLVM 22.1.8)", "sm_90", "gemm", {K}};
}

} // namespace tilechecks::sidecar

#endif
