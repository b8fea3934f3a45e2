// Expanded predicates compute what core's evaluate() computes.
#include "Jit.h"

#include "core/Eval.h"
#include "core/Text.h"
#include "emission/Expand.h"

#include "gtest/gtest.h"

#include <random>

using namespace llvm;
using namespace tilechecks;

namespace {

// Parameters as a kernel gets them: a struct by value of four numbers, a scalar
// of each width, then a loop variable and an opaque value.
struct Inputs {
  int64_t Fields[4];
  int64_t Wide;
  int32_t Narrow;
  int32_t LoopVar;
  int64_t Opaque;
};

using Compiled = bool(const int64_t *, int64_t, int32_t, int32_t, int64_t);

struct Expansion {
  tilechecks::Problem P;
  Jit Engine;
  int Count = 0;

  Expansion() {
    P.LoopVars.push_back({0, 32, nullptr, nullptr});
    P.Opaques.push_back({64, Reason::None, None, ""});
  }

  Compiled *compile(const Pred *C) {
    return compile([&](emission::Expander &E, Instruction *End) {
      EXPECT_TRUE(E.canExpand(C));
      return E.holds(C, End);
    });
  }

  /// Null where Write gives null.
  Compiled *compile(function_ref<Value *(emission::Expander &, Instruction *)> Write) {
    auto Context = std::make_unique<LLVMContext>();
    auto M = std::make_unique<Module>("test", *Context);
    Type *I32 = Type::getInt32Ty(*Context), *I64 = Type::getInt64Ty(*Context);
    auto *Ty = FunctionType::get(
        Type::getInt1Ty(*Context),
        {PointerType::getUnqual(*Context), I64, I32, I32, I64}, false);
    std::string Name = "f" + std::to_string(Count++);
    auto *F = Function::Create(Ty, GlobalValue::ExternalLinkage, Name, *M);
    // Read like a struct by value, passed like a pointer on this machine.
    F->addParamAttr(0, Attribute::getWithByValType(
                           *Context, ArrayType::get(I64, 4)));
    auto *Entry = BasicBlock::Create(*Context, "", F);
    Instruction *End = ReturnInst::Create(*Context, PoisonValue::get(Ty->getReturnType()), Entry);
    Value *LoopVars[] = {F->getArg(3)}, *Opaques[] = {F->getArg(4)};
    emission::Expander E(P, *F, LoopVars, Opaques);
    Value *Result = Write(E, End);
    if (!Result)
      return nullptr;
    End->setOperand(0, Result);
    F->removeParamAttr(0, Attribute::ByVal);
    return Engine.add<Compiled>(std::move(M), std::move(Context), Name.c_str());
  }

  AtomValues values(const Inputs &In) {
    return [&In](Atom A) -> OptInt {
      switch (A.Kind) {
      case AtomKind::Param: {
        if (A.A == 0) {
          const char *At = reinterpret_cast<const char *>(In.Fields) + A.B;
          if (A.C == 64) {
            int64_t V;
            memcpy(&V, At, 8);
            return Int(V);
          }
          int32_t V;
          memcpy(&V, At, 4);
          return Int(V);
        }
        return A.A == 1 ? Int(In.Wide) : Int(In.Narrow);
      }
      case AtomKind::LoopVar:
        return Int(In.LoopVar);
      default:
        return Int(In.Opaque);
      }
    };
  }

  void agree(const Pred *C, const std::vector<Inputs> &All) {
    Compiled *F = compile(C);
    for (const Inputs &In : All) {
      std::optional<bool> Expected = evaluate(C, values(In));
      bool Got = F(In.Fields, In.Wide, In.Narrow, In.LoopVar, In.Opaque);
      ASSERT_EQ(Got, Expected.value_or(false))
          << print(C) << " for " << In.Fields[0] << ' ' << In.Fields[1] << ' '
          << In.Fields[2] << ' ' << In.Fields[3] << ' ' << In.Wide << ' '
          << In.Narrow << ' ' << In.LoopVar << ' ' << In.Opaque;
    }
  }
};

std::vector<Inputs> interesting(unsigned Count, unsigned Seed) {
  std::mt19937_64 Random(Seed);
  const int64_t Corners[] = {0, 1, -1, 2, -2, 3, 7, 64, 1000, -1000,
                             INT32_MAX, INT32_MIN, int64_t(INT32_MAX) + 1,
                             INT64_MAX, INT64_MIN, INT64_MAX - 1};
  auto Next = [&]() -> int64_t {
    return Random() % 4 ? Corners[Random() % std::size(Corners)]
                        : int64_t(Random() >> (Random() % 64));
  };
  std::vector<Inputs> All;
  for (unsigned I = 0; I < Count; ++I) {
    Inputs In;
    for (int64_t &F : In.Fields)
      F = Next();
    In.Wide = Next();
    In.Narrow = int32_t(Next());
    In.LoopVar = int32_t(Next());
    In.Opaque = Next();
    All.push_back(In);
  }
  return All;
}

TEST(Expand, AgreesWithEvaluateOnEveryOperation) {
  Expansion E;
  const char *Texts[] = {
      "(<= (* (param 0 0 32) (param 0 4 32)) (param 1 0 64))",
      "(< (* (param 0 0 64) (param 0 8 64)) (param 1 0 64))",
      "(< (* (param 0 0 64) (param 0 8 64) (param 0 16 64)) (param 1 0 64))",
      "(<= (+ (param 0 0 64) (param 0 8 64) (opaque 0)) (loop 0))",
      "(== (floordiv (param 0 0 64) (param 0 8 64)) (param 2 0 32))",
      "(== (ceildiv (param 0 0 64) (param 2 0 32)) (loop 0))",
      "(== (truncdiv (opaque 0) (loop 0)) (param 2 0 32))",
      "(<= (mod (param 0 0 64) (param 0 8 64)) (rem (opaque 0) (loop 0)))",
      "(divides (param 2 0 32) (param 0 0 64))",
      "(divides (* (param 0 0 64) (param 0 8 64)) (* (opaque 0) (param 0 8 64)))",
      "(< (min (param 0 0 64) (opaque 0)) (max (loop 0) (param 2 0 32)))",
      "(== (swrap 32 (opaque 0)) (param 2 0 32))",
      "(<= (uwrap 32 (opaque 0)) (uwrap 64 (param 0 0 64)))",
      "(< (swrap 17 (* (opaque 0) (loop 0))) (uwrap 40 (param 0 0 64)))",
      "(== (bitand (opaque 0) (param 0 0 64)) (bitxor (loop 0) (bitor (loop 0) (param 2 0 32))))",
      "(<= (select (< (loop 0) (param 2 0 32)) (floordiv (opaque 0) (loop 0)) (param 0 0 64)) 7)",
      "(implies (!= (loop 0) 0) (<= (floordiv (opaque 0) (loop 0)) 9))",
      "(and (!= (loop 0) 0) (== (mod (opaque 0) (loop 0)) 0))",
      "(or (== (loop 0) 0) (== (mod (opaque 0) (loop 0)) 0))",
      "(or (== (mod (opaque 0) (loop 0)) 0) (== (loop 0) 0))",
      "(not (<= (* (param 0 0 64) (param 0 8 64) (opaque 0)) (loop 0)))",
  };
  const std::vector<Inputs> All = interesting(4000, 1);
  for (const char *Text : Texts) {
    auto Parsed = parsePred(*E.P.Pool, Text);
    ASSERT_TRUE(std::holds_alternative<const Pred *>(Parsed)) << Text;
    E.agree(std::get<const Pred *>(Parsed), All);
  }
}

TEST(Expand, OneComparisonForBothBounds) {
  Expansion E;
  TermPool &Pool = *E.P.Pool;
  auto Parse = [&](const char *Text) { return std::get<const Pred *>(parsePred(Pool, Text)); };
  struct {
    const char *Pair, *Guard; ///< index < extent
    bool Fits;
  } const Cases[] = {
      {"(< (param 2 0 32) (param 0 0 32))", "(< 0 (loop 0))", true},
      {"(< (loop 0) (param 0 0 64))", "(< 0 (param 2 0 32))", true},
      {"(< (opaque 0) (param 2 0 32))", "true", true},
      {"(< (opaque 0) (param 0 0 64))", "(== (mod (opaque 0) (loop 0)) 0)", true},
      {"(< (+ (param 2 0 32) -2147483648) (param 0 0 32))", "true", true},
      {"(< (* (opaque 0) 2) (param 0 0 64))", "true", false},          // leaves 64 bits
      {"(< (opaque 0) (+ (param 0 0 64) 1))", "true", false},
      {"(< (floordiv (loop 0) (param 2 0 32)) 9)", "true", false},     // may have no value
      {"(< 3 (floordiv (loop 0) (param 2 0 32)))", "true", false},
  };
  const std::vector<Inputs> All = interesting(4000, 5);
  for (const auto &Case : Cases) {
    const Pred *High = Parse(Case.Pair), *Guard = Parse(Case.Guard);
    const Pred *Low = Pool.le(Pool.constant(0), High->Terms[0]);
    Compiled *F = E.compile([&](emission::Expander &X, Instruction *End) {
      return X.holdsInside(Guard, High->Terms[0], High->Terms[1], End);
    });
    ASSERT_EQ(F != nullptr, Case.Fits) << Case.Pair;
    if (!F)
      continue;
    const Pred *Both = Pool.implies(Guard, Pool.land(Low, High));
    for (const Inputs &In : All)
      ASSERT_EQ(F(In.Fields, In.Wide, In.Narrow, In.LoopVar, In.Opaque),
                evaluate(Both, E.values(In)).value_or(false))
          << Case.Pair;
  }
}

/// A random term over all operations.
const Term *randomTerm(TermPool &Pool, std::mt19937 &Random, int Depth);

const Pred *randomPred(TermPool &Pool, std::mt19937 &Random, int Depth) {
  const unsigned Kind = Random() % (Depth > 0 ? 8 : 5);
  auto T = [&] { return randomTerm(Pool, Random, Depth - 1); };
  auto Q = [&] { return randomPred(Pool, Random, Depth - 1); };
  switch (Kind) {
  case 0: return Pool.le(T(), T());
  case 1: return Pool.lt(T(), T());
  case 2: return Pool.eq(T(), T());
  case 3: return Pool.ne(T(), T());
  case 4: return Pool.divides(T(), T());
  case 5: return Pool.land(Q(), Q());
  case 6: return Pool.lor(Q(), Q());
  default: return Pool.implies(Q(), Q());
  }
}

const Term *randomTerm(TermPool &Pool, std::mt19937 &Random, int Depth) {
  if (Depth <= 0)
    switch (Random() % 6) {
    case 0: return Pool.atom(Atom::param(0, (Random() % 4) * 8, 64));
    case 1: return Pool.atom(Atom::param(0, (Random() % 8) * 4, 32));
    case 2: return Pool.atom(Atom::param(2, 0, 32));
    case 3: return Pool.atom(Atom::of(AtomKind::LoopVar));
    case 4: return Pool.atom(Atom::of(AtomKind::Opaque));
    default: return Pool.constant(Int(int(Random() % 41)) - 20);
    }
  auto T = [&] { return randomTerm(Pool, Random, Depth - 1); };
  switch (Random() % 15) {
  case 0: case 1: return Pool.add(T(), T());
  case 2: return Pool.sub(T(), T());
  case 3: return Pool.mul(T(), T());
  case 4: return Pool.floorDiv(T(), T());
  case 5: return Pool.ceilDiv(T(), T());
  case 6: return Pool.truncDiv(T(), T());
  case 7: return Pool.mod(T(), T());
  case 8: return Pool.rem(T(), T());
  case 9: return Pool.min(T(), T());
  case 10: return Pool.max(T(), T());
  case 11: return Pool.select(randomPred(Pool, Random, Depth - 1), T(), T());
  case 12: return Pool.swrap(8 + Random() % 57, T());
  case 13: return Pool.uwrap(8 + Random() % 57, T());
  default: return Pool.bitAnd(T(), T());
  }
}

TEST(Expand, AgreesWithEvaluateOnRandomPredicates) {
  const std::vector<Inputs> All = interesting(300, 2);
  std::mt19937 Random(3);
  for (int Batch = 0; Batch < 6; ++Batch) {
    Expansion E;
    // The pool is told nothing about the values, as for a raw launch.
    for (int I = 0; I < 40; ++I)
      ASSERT_NO_FATAL_FAILURE(E.agree(randomPred(*E.P.Pool, Random, 3), All));
  }
}

TEST(Expand, BelievesWidthsNotTheRangesThatTheLauncherVerifies) {
  Expansion E;
  E.P.Pool->setRange(Atom::param(0, 0, 64), tilechecks::Range::between(0, 10));
  E.P.Pool->setRange(Atom::param(0, 8, 64), tilechecks::Range::between(0, 10));
  auto Parsed = parsePred(*E.P.Pool, "(<= (* (param 0 0 64) (param 0 8 64)) (param 1 0 64))");
  const Pred *C = std::get<const Pred *>(Parsed);
  Inputs In{};
  In.Fields[0] = In.Fields[1] = int64_t(1) << 32; // 2^64, 0 in 64 bits
  In.Wide = 5;
  EXPECT_FALSE(E.compile(C)(In.Fields, In.Wide, 0, 0, 0));
}

TEST(Expand, AnAtomWithoutValueCannotBeExpanded) {
  Expansion E;
  auto Context = std::make_unique<LLVMContext>();
  Module M("test", *Context);
  auto *Ty = FunctionType::get(Type::getVoidTy(*Context),
                               {Type::getFloatTy(*Context)}, false);
  auto *F = Function::Create(Ty, GlobalValue::ExternalLinkage, "f", M);
  emission::Expander X(E.P, *F, {}, {});
  auto IsExpandable = [&](const char *Text) {
    return X.canExpand(std::get<const Pred *>(parsePred(*E.P.Pool, Text)));
  };
  EXPECT_FALSE(IsExpandable("(<= (param 0 0 32) 1)")); // a float
  EXPECT_FALSE(IsExpandable("(<= (param 1 0 32) 1)")); // no such parameter
  EXPECT_FALSE(IsExpandable("(<= (loop 0) 1)"));
  EXPECT_FALSE(IsExpandable("(<= (opaque 0) 1)"));
  EXPECT_TRUE(IsExpandable("(<= (block x) 1)"));
}

} // namespace
