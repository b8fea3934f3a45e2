// Each rule of placement on one small kernel in 4-bit arithmetic, in all launches: n and m from -8 to 7, extents from 0 to
// 7, up to 3 blocks of 6 threads, so that a global index wraps around twice. What the kernel does stands beside its problem,
// as C++ that shares nothing with it.
//   Exact   the launch checks pass if and only if no thread commits a violation
//   Sound   they pass only then; checks are not exact here, and only made where asked for
#include "core/Eval.h"
#include "core/Text.h"
#include "placement/Placement.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

using namespace tilechecks;

namespace {

int int3(int V) { return ((V + 4) & 7) - 4; }
int int4(int V) { return ((V + 8) & 15) - 8; }
int uint4(int V) { return V & 15; }

struct Launched {
  int n, m, e, g, b;
  bool Violated = false;

  /// x(Index) of extent e.
  void x(int Index) { Violated |= Index < 0 || Index >= e; }
  void threads(const std::function<void(int T, int G)> &Body) {
    for (int Block = 0; Block < g; ++Block)
      for (int T = 0; T < b; ++T)
        Body(T, Block * b + T);
  }
  void blocks(const std::function<void(int Block, int T)> &Body) {
    for (int Block = 0; Block < g; ++Block)
      for (int T = 0; T < b; ++T)
        Body(Block, T);
  }
  /// All values of a loop that may be endless: 4 bits come round after 16 iterations.
  void loop(int Start, int Step, const std::function<bool(int)> &Goes, const std::function<bool(int)> &Body) {
    int J = int4(Start);
    for (int Turn = 0; Turn < 17 && Goes(J) && Body(J); ++Turn)
      J = int4(J + Step);
  }
  /// Over J from Start, while J < n; false if it is endless.
  bool walkEnds(int Start, int Step, const std::function<void(int)> &Body) {
    bool Ends = false;
    loop(Start, Step, [&](int J) { return !(Ends = J >= n); }, [&](int J) { return Body(J), true; });
    return Ends;
  }
};

enum Promise { Exact, Sound };

struct Rule {
  const char *Name;
  Promise Means;
  const char *Problem; ///< loops, variables, scopes behind the first, contexts
  void (*Run)(Launched &L);
};

#define N "(param 0 0 4)"
#define M "(param 1 0 4)"
#define E "(param 2 8 5)"
#define G "(+ (* (bid x) (block x)) (tid x))"
#define STRIDED(Distance) "(+ (* " #Distance " (bid x)) (tid x))"
#define PRE(Condition) "(require " Condition " \"\" (at \"k.cu\" 1 1))"
#define LOOP "(loop (parent -1) (line 3) (preheader 0) always header-test-first)"
#define INNER "(loop (parent 0) (line 4) (preheader 1) always header-test-first)"
#define BODY(Condition) "(scope (parent 0) (loop 0) (line 3) always continue " Condition ")"
#define INNER_BODY(Condition) "(scope (parent 1) (loop 1) (line 4) always continue " Condition ")"
#define IF(Parent, Loop, Condition) "(scope (parent " Parent ") (loop " Loop ") (line 5) always " Condition ")"
#define ACCESS(Index, Scope, Loop)                                                                                     \
  "(site (at \"k.cu\" 9 1) \"x\" \"x\" 0 element)"                                                                     \
  "(context (site 0) (index " Index ") (extent " E ") (scope " Scope ") (loop " Loop ") always)"

/// A second access, reached if loop 0 ends.
#define BEHIND(Index)                                                                                                  \
  "(site (at \"k.cu\" 10 1) \"x\" \"x\" 0 element)"                                                                    \
  "(context (site 1) (index " Index ") (extent " E ") (scope 0) (loop -1) always (before 0))"

#define ROWS_BY_COLUMNS "(* (max 0 " N ") (max 0 " M "))"
/// Whose numbers fit the 4-bit variable of the loop that walks it.
#define SMALL_PRODUCT "(scope (parent 0) (loop -1) (line 2) always (<= " ROWS_BY_COLUMNS " 7))"

const Rule Rules[] = {
    {"an unguarded index that wraps", Exact, ACCESS("(swrap 4 (+ " N " " G "))", "0", "-1"),
     [](Launched &L) { L.threads([&](int, int I) { L.x(int4(L.n + I)); }); }},
    {"a guarded index that wraps", Exact, IF("0", "-1", "(< (swrap 4 " G ") " N ")") ACCESS("(swrap 4 " G ")", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (int4(I) < L.n)
           L.x(int4(I));
       });
     }},
    {"an unsigned guard", Exact,
     IF("0", "-1", "(< (uwrap 4 " G ") (uwrap 4 " N "))") ACCESS("(uwrap 4 " G ")", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (uint4(I) < uint4(L.n))
           L.x(uint4(I));
       });
     }},
    {"a walk whose start wraps", Exact,
     LOOP "(variable 0 4 (swrap 4 " G ") (* (grid x) (block x)))" BODY("(< (loop 0) " N ")") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         L.loop(I, L.g * L.b, [&](int J) { return J < L.n; }, [&](int J) { return L.x(J), true; });
       });
     }},
    {"behind a walk of the grid", Exact,
     LOOP "(variable 0 4 (swrap 4 " G ") (swrap 4 (* (grid x) (block x))))" BODY("(< (loop 0) " N ")")
         ACCESS("(loop 0)", "1", "0") BEHIND("(swrap 4 " G ")"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (L.walkEnds(I, L.g * L.b, [&](int J) { L.x(J); }))
           L.x(int4(I));
       });
     }},
    // n = m = -8, 2 threads: thread 1 starts at -7, which is not below -8; and y(1 + -8) is made.
    {"behind a walk that starts below 0", Sound,
     LOOP "(variable 0 4 (swrap 4 (+ " M " " G ")) (swrap 4 (* (grid x) (block x))))" BODY("(< (loop 0) " N ")")
         ACCESS("(loop 0)", "1", "0") BEHIND("(swrap 4 " G ")"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (L.walkEnds(L.m + I, L.g * L.b, [&](int J) { L.x(J); }))
           L.x(int4(I));
       });
     }},
    {"behind a walk whose steps may be negative", Sound,
     LOOP "(variable 0 4 (swrap 4 " G ") (swrap 4 (* (grid x) " M ")))" BODY("(< (loop 0) " N ")")
         ACCESS("(loop 0)", "1", "0") BEHIND("(swrap 4 " G ")"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (L.walkEnds(I, L.g * L.m, [&](int J) { L.x(J); }))
           L.x(int4(I));
       });
     }},
    {"a counted loop to the end of the type", Exact,
     LOOP "(variable 0 4 " M " 1)" BODY("(<= (loop 0) " N ")") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.loop(L.m, 1, [&](int J) { return J <= L.n; }, [&](int J) { return L.x(J), true; });
     }},
    {"steps of three", Exact, LOOP "(variable 0 4 0 3)" BODY("(< (loop 0) " N ")") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.loop(0, 3, [&](int J) { return J < L.n; }, [&](int J) { return L.x(J), true; });
     }},
    {"a step that only the launch knows", Exact,
     LOOP "(variable 0 4 0 " M ")" BODY("(< (loop 0) " N ")") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.loop(0, L.m, [&](int J) { return J < L.n; }, [&](int J) { return L.x(J), true; });
     }},
    {"a loop that ends by !=", Exact, LOOP "(variable 0 4 " M " 1)" BODY("(!= (loop 0) " N ")") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.loop(L.m, 1, [&](int J) { return J != L.n; }, [&](int J) { return L.x(J), true; });
     }},
    {"a loop that ends by !=, downward", Exact,
     LOOP "(variable 0 4 " M " -1)" BODY("(!= (loop 0) " N ")") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.loop(L.m, -1, [&](int J) { return J != L.n; }, [&](int J) { return L.x(J), true; });
     }},
    {"do-while", Exact,
     "(loop (parent -1) (line 3) (preheader 0) always (exit (scope 0) exact always (< (swrap 4 (+ (loop 0) 1)) " N ")))"
     "(variable 0 4 " M " 1)" ACCESS("(loop 0)", "0", "0"),
     [](Launched &L) {
       int J = L.m;
       for (int Turn = 0; Turn < 17; ++Turn) {
         L.x(J);
         if (!((J = int4(J + 1)) < L.n))
           break;
       }
     }},
    {"a break by a bound before the access", Exact,
     "(loop (parent -1) (line 3) (preheader 0) always header-test-first (exit (scope 1) (stay-scope 2) exact always (< (loop 0) " M ")))"
     "(variable 0 4 0 1)" BODY("(< (loop 0) " N ")") IF("1", "0", "(< (loop 0) " M ")") ACCESS("(loop 0)", "2", "0"),
     [](Launched &L) {
       L.loop(0, 1, [&](int J) { return J < L.n; },
              [&](int J) {
                if (J >= L.m)
                  return false;
                L.x(J);
                return true;
              });
     }},
    {"a break by a bound behind the access", Exact,
     "(loop (parent -1) (line 3) (preheader 0) always header-test-first (exit (scope 1) (stay-scope 2) exact always (< (loop 0) " M ")))"
     "(variable 0 4 0 1)" BODY("(< (loop 0) " N ")") IF("1", "0", "(< (loop 0) " M ")") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.loop(0, 1, [&](int J) { return J < L.n; }, [&](int J) { return L.x(J), J < L.m; });
     }},
    {"a disjunction", Exact, IF("0", "-1", "(or (< (tid x) " N ") (< 3 " M "))") ACCESS("(+ (tid x) 1)", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int T, int) {
         if (T < L.n || L.m > 3)
           L.x(T + 1);
       });
     }},
    {"all but one", Exact, IF("0", "-1", "(!= (tid x) " N ")") ACCESS("(tid x)", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int T, int) {
         if (T != L.n)
           L.x(T);
       });
     }},
    {"a selection", Exact, ACCESS("(select (< (tid x) " N ") (tid x) " M ")", "0", "-1"),
     [](Launched &L) { L.threads([&](int T, int) { L.x(T < L.n ? T : L.m); }); }},
    {"a triangular nest", Exact,
     LOOP INNER "(variable 0 4 0 1) (variable 1 4 (loop 0) 1)" BODY("(< (loop 0) " N ")") INNER_BODY("(< (loop 1) " M ")")
         ACCESS("(loop 1)", "2", "1"),
     [](Launched &L) {
       L.loop(0, 1, [&](int I) { return I < L.n; },
              [&](int I) {
                L.loop(I, 1, [&](int J) { return J < L.m; }, [&](int J) { return L.x(J), true; });
                return true;
              });
     }},
    {"a loop from the thread index", Exact,
     LOOP "(variable 0 4 (tid x) 1)" BODY("(< (loop 0) " N ")") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.threads([&](int T, int) {
         L.loop(T, 1, [&](int J) { return J < L.n; }, [&](int J) { return L.x(J), true; });
       });
     }},
    {"a tile and what is in it", Exact,
     LOOP INNER "(variable 0 4 0 2) (variable 1 4 0 1)" BODY("(< (loop 0) (floordiv " N " 2))") INNER_BODY("(< (loop 1) 2)")
         IF("2", "1", "(< (+ (loop 0) (loop 1)) " M ")") ACCESS("(+ (loop 0) (loop 1))", "3", "1"),
     [](Launched &L) {
       L.loop(0, 2, [&](int T) { return T < L.n >> 1; },
              [&](int T) {
                for (int K = 0; K < 2; ++K)
                  if (T + K < L.m)
                    L.x(T + K);
                return true;
              });
     }},
    {"a tile with gaps", Exact,
     LOOP INNER "(variable 0 4 0 3) (variable 1 4 0 1)" BODY("(< (loop 0) (floordiv " N " 2))") INNER_BODY("(< (loop 1) 2)")
         IF("2", "1", "(< (+ (loop 0) (loop 1)) " M ")") ACCESS("(+ (loop 0) (loop 1))", "3", "1"),
     [](Launched &L) {
       L.loop(0, 3, [&](int T) { return T < L.n >> 1; },
              [&](int T) {
                for (int K = 0; K < 2; ++K)
                  if (T + K < L.m)
                    L.x(T + K);
                return true;
              });
     }},
    {"a condition on a sum", Exact, IF("0", "-1", "(< (+ (tid x) (bid x)) " N ")") ACCESS("(tid x)", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int T, int I) {
         if (T + I / L.b < L.n)
           L.x(T);
       });
     }},
    {"a residue", Exact, ACCESS("(mod (tid x) 3)", "0", "-1"),
     [](Launched &L) { L.threads([&](int T, int) { L.x(T % 3); }); }},
    {"a residue of a global index that wraps", Sound, ACCESS("(mod (swrap 4 " G ") 3)", "0", "-1"),
     [](Launched &L) { L.threads([&](int, int I) { L.x((int4(I) % 3 + 3) % 3); }); }},
    {"an unsigned loop variable", Exact,
     LOOP "(variable 0 4 0 1)" BODY("(< (uwrap 4 (loop 0)) (uwrap 4 " N "))") ACCESS("(uwrap 4 (loop 0))", "1", "0"),
     [](Launched &L) {
       L.loop(0, 1, [&](int J) { return uint4(J) < uint4(L.n); }, [&](int J) { return L.x(uint4(J)), true; });
     }},
    {"two wraps of one index", Exact,
     IF("0", "-1", "(< (swrap 4 (+ " G " 1)) " N ")") ACCESS("(swrap 4 " G ")", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (int4(I + 1) < L.n)
           L.x(int4(I));
       });
     }},
    {"twice an index that wraps", Sound,
     IF("0", "-1", "(< (swrap 4 " G ") " N ")") ACCESS("(swrap 4 (* 2 (swrap 4 " G ")))", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (int4(I) < L.n)
           L.x(int4(2 * int4(I)));
       });
     }},
    {"a rotation", Exact,
     LOOP "(variable 0 4 0 1)" BODY("(< (loop 0) " N ")") ACCESS("(swrap 4 (rem (swrap 4 (+ (loop 0) " M ")) " N "))", "1", "0"),
     [](Launched &L) {
       L.loop(0, 1, [&](int J) { return J < L.n; }, [&](int J) { return L.x(int4(J + L.m) % L.n), true; });
     }},
    {"a rotation the other way", Exact,
     LOOP "(variable 0 4 0 1)" BODY("(< (loop 0) " N ")") ACCESS("(swrap 4 (rem (swrap 4 (- " M " (loop 0))) " N "))", "1", "0"),
     [](Launched &L) {
       L.loop(0, 1, [&](int J) { return J < L.n; }, [&](int J) { return L.x(int4(L.m - J) % L.n), true; });
     }},
    {"a ring of the extent", Exact,
     LOOP "(variable 0 4 0 1)" BODY("(< (loop 0) " N ")") ACCESS("(swrap 4 (rem (swrap 4 (+ (loop 0) " M ")) " E "))", "1", "0"),
     [](Launched &L) {
       L.loop(0, 1, [&](int J) { return J < L.n; }, [&](int J) { return L.x(L.e ? int4(J + L.m) % L.e : -1), true; });
     }},
    {"a ring of three", Exact,
     LOOP "(variable 0 4 0 1)" BODY("(< (loop 0) " N ")") ACCESS("(rem (swrap 4 (+ (loop 0) " M ")) 3)", "1", "0"),
     [](Launched &L) {
       L.loop(0, 1, [&](int J) { return J < L.n; }, [&](int J) { return L.x(int4(J + L.m) % 3), true; });
     }},
    {"a ring of a length of either sign", Exact,
     LOOP "(variable 0 4 0 1)" BODY("(< (loop 0) " N ")") ACCESS("(swrap 4 (rem (swrap 4 (+ (loop 0) -3)) " M "))", "1", "0"),
     [](Launched &L) {
       L.loop(0, 1, [&](int J) { return J < L.n; }, [&](int J) { return L.x(L.m ? int4(J - 3) % L.m : -1), true; });
     }},
    {"an unsigned rotation", Exact,
     LOOP "(variable 0 4 0 1)" BODY("(< (uwrap 4 (loop 0)) (uwrap 4 " N "))")
         ACCESS("(mod (uwrap 4 (+ (loop 0) " M ")) (uwrap 4 " N "))", "1", "0"),
     [](Launched &L) {
       L.loop(0, 1, [&](int J) { return uint4(J) < uint4(L.n); },
              [&](int J) { return L.x(uint4(J + L.m) % uint4(L.n)), true; });
     }},
    {"a quotient of a sum that wraps", Exact,
     LOOP "(variable 0 4 0 1)" BODY("(< (loop 0) " N ")") ACCESS("(truncdiv (swrap 4 (+ (loop 0) " M ")) 3)", "1", "0"),
     [](Launched &L) {
       L.loop(0, 1, [&](int J) { return J < L.n; }, [&](int J) { return L.x(int4(J + L.m) / 3), true; });
     }},
    {"a ring read backward from below zero", Exact,
     LOOP "(variable 0 4 " M " 1)" BODY("(< (loop 0) " N ")") ACCESS("(rem (loop 0) 3)", "1", "0"),
     [](Launched &L) {
       L.loop(L.m, 1, [&](int J) { return J < L.n; }, [&](int J) { return L.x(J % 3), true; });
     }},
    {"a rotation in steps of two", Sound,
     LOOP "(variable 0 4 0 1)" BODY("(< (loop 0) " N ")")
         ACCESS("(swrap 4 (rem (swrap 4 (+ (* 2 (loop 0)) " M ")) " N "))", "1", "0"),
     [](Launched &L) {
       L.loop(0, 1, [&](int J) { return J < L.n; }, [&](int J) { return L.x(int4(2 * J + L.m) % L.n), true; });
     }},
    {"a rotation beside its own variable", Sound,
     LOOP "(variable 0 4 0 1)" BODY("(< (loop 0) " N ")")
         ACCESS("(- (rem (swrap 4 (+ (loop 0) " M ")) 3) (loop 0))", "1", "0"),
     [](Launched &L) {
       L.loop(0, 1, [&](int J) { return J < L.n; }, [&](int J) { return L.x(int4(J + L.m) % 3 - J), true; });
     }},
    {"a dividend that wraps twice", Sound,
     LOOP "(variable 0 4 0 1)" BODY("(< (loop 0) " N ")") ACCESS("(rem (swrap 4 (+ (* 5 (loop 0)) " M ")) 3)", "1", "0"),
     [](Launched &L) {
       L.loop(0, 1, [&](int J) { return J < L.n; }, [&](int J) { return L.x(int4(5 * J + L.m) % 3), true; });
     }},
    {"an exit by == that steps may pass", Exact,
     "(loop (parent -1) (line 3) (preheader 0) always header-test-first (exit (scope 1) (stay-scope 2) exact always (!= (loop 0) " M ")))"
     "(variable 0 4 0 3)" BODY("(< (loop 0) " N ")") IF("1", "0", "(!= (loop 0) " M ")") ACCESS("(loop 0)", "2", "0"),
     [](Launched &L) {
       L.loop(0, 3, [&](int J) { return J < L.n; }, [&](int J) { return J != L.m && (L.x(J), true); });
     }},
    {"an exit by == before the access", Exact,
     "(loop (parent -1) (line 3) (preheader 0) always header-test-first (exit (scope 1) (stay-scope 2) exact always (!= (loop 0) " M ")))"
     "(variable 0 4 1 1)" BODY("(<= (loop 0) " N ")") IF("1", "0", "(!= (loop 0) " M ")") ACCESS("(+ (loop 0) -1)", "2", "0"),
     [](Launched &L) {
       L.loop(1, 1, [&](int J) { return J <= L.n; }, [&](int J) { return J != L.m && (L.x(J - 1), true); });
     }},
    {"an exit by == behind the access", Exact,
     "(loop (parent -1) (line 3) (preheader 0) always header-test-first (exit (scope 1) (stay-scope 2) exact always (!= (loop 0) " M ")))"
     "(variable 0 4 1 1)" BODY("(<= (loop 0) " N ")") IF("1", "0", "(!= (loop 0) " M ")") ACCESS("(+ (loop 0) -1)", "1", "0"),
     [](Launched &L) {
       L.loop(1, 1, [&](int J) { return J <= L.n; }, [&](int J) { return L.x(J - 1), J != L.m; });
     }},
    {"an exit by == at the end of the type", Exact,
     "(loop (parent -1) (line 3) (preheader 0) always header-test-first (exit (scope 1) (stay-scope 2) exact always (!= (loop 0) 7)))"
     "(variable 0 4 1 1)" BODY("(<= (loop 0) " N ")") IF("1", "0", "(!= (loop 0) 7)") ACCESS("(+ (loop 0) -1)", "1", "0"),
     [](Launched &L) {
       L.loop(1, 1, [&](int J) { return J <= L.n; }, [&](int J) { return L.x(J - 1), J != 7; });
     }},
    {"an exit by == on the way down", Exact,
     "(loop (parent -1) (line 3) (preheader 0) always header-test-first (exit (scope 1) (stay-scope 2) exact always (!= (loop 0) " M ")))"
     "(variable 0 4 " N " -2)" BODY("(<= 0 (loop 0))") IF("1", "0", "(!= (loop 0) " M ")") ACCESS("(loop 0)", "2", "0"),
     [](Launched &L) {
       L.loop(L.n, -2, [&](int J) { return J >= 0; }, [&](int J) { return J != L.m && (L.x(J), true); });
     }},
    {"an exit by == of an unsigned variable", Exact,
     "(loop (parent -1) (line 3) (preheader 0) always header-test-first (exit (scope 1) (stay-scope 2) exact always (!= (loop 0) " M ")))"
     "(variable 0 4 0 1)" BODY("(< (uwrap 4 (loop 0)) (uwrap 4 " N "))") IF("1", "0", "(!= (loop 0) " M ")")
         ACCESS("(floordiv (uwrap 4 (loop 0)) 3)", "2", "0"),
     [](Launched &L) {
       L.loop(0, 1, [&](int J) { return uint4(J) < uint4(L.n); }, [&](int J) { return J != L.m && (L.x(uint4(J) / 3), true); });
     }},
    {"an exit by == of an unsigned variable in steps", Sound,
     "(loop (parent -1) (line 3) (preheader 0) always header-test-first (exit (scope 1) (stay-scope 2) exact always (!= (loop 0) " M ")))"
     "(variable 0 4 1 5)" BODY("(< (uwrap 4 (loop 0)) (uwrap 4 " N "))") IF("1", "0", "(!= (loop 0) " M ")")
         ACCESS("(floordiv (uwrap 4 (loop 0)) 3)", "2", "0"),
     [](Launched &L) {
       L.loop(1, 5, [&](int J) { return uint4(J) < uint4(L.n); }, [&](int J) { return J != L.m && (L.x(uint4(J) / 3), true); });
     }},
    {"an exit by == under a condition", Sound,
     "(loop (parent -1) (line 3) (preheader 0) always header-test-first (exit (scope 2) (stay-scope 3) exact always (!= (loop 0) " M ")))"
     "(variable 0 4 0 1)" BODY("(< (loop 0) " N ")") IF("1", "0", "(< (loop 0) 2)") IF("2", "0", "(!= (loop 0) " M ")") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.loop(0, 1, [&](int J) { return J < L.n; }, [&](int J) { return L.x(J), J >= 2 || J != L.m; });
     }},
    {"a loop to 0 by !=", Exact, LOOP "(variable 0 4 " N " -1)" BODY("(!= (loop 0) 0)") ACCESS("(+ (loop 0) -1)", "1", "0"),
     [](Launched &L) {
       L.loop(L.n, -1, [&](int J) { return J != 0; }, [&](int J) { return L.x(J - 1), true; });
     }},
    {"a loop by != and a further condition", Sound,
     LOOP "(variable 0 4 " M " 1)" BODY("(!= (loop 0) " N ")") IF("1", "0", "(!= (loop 0) 3)") ACCESS("(loop 0)", "2", "0"),
     [](Launched &L) {
       L.loop(L.m, 1, [&](int J) { return J != L.n; }, [&](int J) {
         if (J != 3)
           L.x(J);
         return true;
       });
     }},
    {"a test by != in steps", Sound, LOOP "(variable 0 4 " M " 2)" BODY("(!= (loop 0) " N ")") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.loop(L.m, 2, [&](int J) { return J != L.n; }, [&](int J) { return L.x(J), true; });
     }},
    {"two exits by !=", Sound, LOOP "(variable 0 4 " M " 1)" BODY("(and (!= (loop 0) " N ") (!= (loop 0) (block x)))") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.loop(L.m, 1, [&](int J) { return J != L.n && J != L.b; }, [&](int J) { return L.x(J), true; });
     }},
    {"do-while by !=", Exact,
     "(loop (parent -1) (line 3) (preheader 0) always (exit (scope 0) exact always (!= (swrap 4 (+ (loop 0) 1)) " N ")))"
     "(variable 0 4 " M " 1)" ACCESS("(loop 0)", "0", "0"),
     [](Launched &L) {
       L.loop(L.m, 1, [&](int) { return true; }, [&](int J) { return L.x(J), int4(J + 1) != L.n; });
     }},
    {"do-while on the way down", Exact,
     "(loop (parent -1) (line 3) (preheader 0) always (exit (scope 0) exact always (< " N " (swrap 4 (+ (loop 0) -1)))))"
     "(variable 0 4 " M " -1)" ACCESS("(loop 0)", "0", "0"),
     [](Launched &L) {
       L.loop(L.m, -1, [&](int) { return true; }, [&](int J) { return L.x(J), L.n < int4(J - 1); });
     }},
    {"do-while in steps", Sound,
     "(loop (parent -1) (line 3) (preheader 0) always (exit (scope 0) exact always (< (swrap 4 (+ (loop 0) 3)) " N ")))"
     "(variable 0 4 " M " 3)" ACCESS("(loop 0)", "0", "0"),
     [](Launched &L) {
       L.loop(L.m, 3, [&](int) { return true; }, [&](int J) { return L.x(J), int4(J + 3) < L.n; });
     }},
    {"a test that is a disjunction", Sound, LOOP "(variable 0 4 0 1)" BODY("(or (< (loop 0) " N ") (< (loop 0) " M "))") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.loop(0, 1, [&](int J) { return J < L.n || J < L.m; }, [&](int J) { return L.x(J), true; });
     }},
    {"a quotient by a launch value", Exact, ACCESS("(swrap 4 (truncdiv (tid x) " N "))", "0", "-1"),
     [](Launched &L) { L.threads([&](int T, int) { L.n == 0 ? L.x(-1) : L.x(int4(T / L.n)); }); }},
    {"a quotient of what may be the least number", Sound,
     LOOP "(variable 0 4 " M " 1)" BODY("(< (loop 0) 3)") ACCESS("(swrap 4 (truncdiv (loop 0) " N "))", "1", "0"),
     [](Launched &L) {
       L.loop(L.m, 1, [&](int J) { return J < 3; }, [&](int J) { return L.n == 0 ? L.x(-1) : L.x(int4(J / L.n)), true; });
     }},
    {"a remainder by a launch value", Exact, ACCESS("(rem (tid x) " N ")", "0", "-1"),
     [](Launched &L) { L.threads([&](int T, int) { L.n == 0 ? L.x(-1) : L.x(T % L.n); }); }},
    {"a floored remainder by a launch value", Sound, ACCESS("(mod (tid x) " N ")", "0", "-1"),
     [](Launched &L) { L.threads([&](int T, int) { L.n == 0 ? L.x(-1) : L.x((T % L.n + L.n) % L.n); }); }},
    {"a remainder of what may be negative", Exact,
     LOOP "(variable 0 4 " M " 1)" BODY("(< (loop 0) 3)") ACCESS("(rem (loop 0) " N ")", "1", "0"),
     [](Launched &L) {
       L.loop(L.m, 1, [&](int J) { return J < 3; }, [&](int J) { return L.n == 0 ? L.x(-1) : L.x(J % L.n), true; });
     }},
    {"a remainder that counts from elsewhere", Exact,
     LOOP "(variable 0 4 2 1)" BODY("(< (loop 0) " M ")") ACCESS("(rem (loop 0) " N ")", "1", "0"),
     [](Launched &L) {
       L.loop(2, 1, [&](int J) { return J < L.m; }, [&](int J) { return L.n == 0 ? L.x(-1) : L.x(J % L.n), true; });
     }},
    {"a remainder of steps", Sound,
     LOOP "(variable 0 4 0 2)" BODY("(< (loop 0) " M ")") ACCESS("(rem (loop 0) " N ")", "1", "0"),
     [](Launched &L) {
       L.loop(0, 2, [&](int J) { return J < L.m; }, [&](int J) { return L.n == 0 ? L.x(-1) : L.x(J % L.n), true; });
     }},
    {"a remainder beside its dividend", Sound, ACCESS("(+ (rem (tid x) " N ") (tid x))", "0", "-1"),
     [](Launched &L) { L.threads([&](int T, int) { L.n == 0 ? L.x(-1) : L.x(T % L.n + T); }); }},
    {"a remainder in a triangular nest", Sound,
     LOOP INNER "(variable 0 4 0 1) (variable 1 4 0 1)" BODY("(< (loop 0) " N ")") INNER_BODY("(< (loop 1) (loop 0))")
         ACCESS("(+ (loop 1) (rem (loop 0) " M "))", "2", "1"),
     [](Launched &L) {
       L.loop(0, 1, [&](int I) { return I < L.n; },
              [&](int I) {
                L.loop(0, 1, [&](int J) { return J < I; }, [&](int J) { return L.m == 0 ? L.x(-1) : L.x(J + I % L.m), true; });
                return true;
              });
     }},
    {"a residue of steps", Sound, LOOP "(variable 0 4 0 2)" BODY("(< (loop 0) " N ")") ACCESS("(mod (loop 0) 3)", "1", "0"),
     [](Launched &L) {
       L.loop(0, 2, [&](int J) { return J < L.n; }, [&](int J) { return L.x(J % 3), true; });
     }},
    {"a residue that counts from elsewhere", Exact, LOOP "(variable 0 4 2 1)" BODY("(< (loop 0) " N ")") ACCESS("(mod (loop 0) 5)", "1", "0"),
     [](Launched &L) {
       L.loop(2, 1, [&](int J) { return J < L.n; }, [&](int J) { return L.x(J % 5), true; });
     }},
    {"a clamp of an index that wraps", Sound, ACCESS("(max (swrap 4 (+ " G " " N ")) 0)", "0", "-1"),
     [](Launched &L) { L.threads([&](int, int I) { L.x(std::max(int4(I + L.n), 0)); }); }},
    {"a clamp from both sides", Sound, ACCESS("(min (max (swrap 4 (+ " G " " N ")) 0) (+ " E " -1))", "0", "-1"),
     [](Launched &L) { L.threads([&](int, int I) { L.x(std::min(std::max(int4(I + L.n), 0), L.e - 1)); }); }},
    {"a clamp from both sides of steps that wrap", Exact,
     ACCESS("(min (max (swrap 4 (+ (* 3 " G ") " N ")) 0) (+ " E " -1))", "0", "-1"),
     [](Launched &L) { L.threads([&](int, int I) { L.x(std::min(std::max(int4(3 * I + L.n), 0), L.e - 1)); }); }},
    {"a clamp from one side of steps that wrap", Sound, ACCESS("(max (swrap 4 (+ (* 3 " G ") " N ")) 0)", "0", "-1"),
     [](Launched &L) { L.threads([&](int, int I) { L.x(std::max(int4(3 * I + L.n), 0)); }); }},
    {"a second variable of the loop", Exact,
     LOOP "(variable 0 4 0 1) (variable 0 4 " M " 3)" BODY("(< (loop 0) " N ")") ACCESS("(loop 1)", "1", "0"),
     [](Launched &L) {
       int P = L.m;
       L.loop(0, 1, [&](int J) { return J < L.n; }, [&](int) { return L.x(P), P = int4(P + 3), true; });
     }},
    {"a second variable beside strides that wrap", Sound,
     LOOP "(variable 0 4 0 3) (variable 0 4 " M " 1)" BODY("(< (loop 0) " N ")") ACCESS("(loop 1)", "1", "0"),
     [](Launched &L) {
       int P = L.m;
       L.loop(0, 3, [&](int J) { return J < L.n; }, [&](int) { return L.x(P), P = int4(P + 1), true; });
     }},
    {"a second variable on the way down", Exact,
     LOOP "(variable 0 4 6 -2) (variable 0 4 " M " 1)" BODY("(< 0 (loop 0))") ACCESS("(loop 1)", "1", "0"),
     [](Launched &L) {
       int P = L.m;
       L.loop(6, -2, [&](int J) { return J > 0; }, [&](int) { return L.x(P), P = int4(P + 1), true; });
     }},
    {"an outer variable under an inner loop that runs", Exact,
     LOOP INNER "(variable 0 4 0 1) (variable 1 4 (+ (loop 0) 1) 1)" BODY("(< (loop 0) " N ")") INNER_BODY("(< (loop 1) " M ")")
         ACCESS("(loop 0)", "2", "1"),
     [](Launched &L) {
       L.loop(0, 1, [&](int I) { return I < L.n; },
              [&](int I) {
                L.loop(I + 1, 1, [&](int J) { return J < L.m; }, [&](int) { return L.x(I), true; });
                return true;
              });
     }},
    {"an outer variable under an inner loop in steps", Sound,
     LOOP INNER "(variable 0 4 0 1) (variable 1 4 (+ (loop 0) 1) 2)" BODY("(< (loop 0) " N ")") INNER_BODY("(< (loop 1) " M ")")
         ACCESS("(loop 0)", "2", "1"),
     [](Launched &L) {
       L.loop(0, 1, [&](int I) { return I < L.n; },
              [&](int I) {
                L.loop(I + 1, 2, [&](int J) { return J < L.m; }, [&](int) { return L.x(I), true; });
                return true;
              });
     }},
    {"a loop that may circle", Exact, LOOP "(variable 0 4 " M " 1)" BODY("(<= (loop 0) " N ")") ACCESS("(swrap 4 (+ (loop 0) " E "))", "1", "0"),
     [](Launched &L) {
       L.loop(L.m, 1, [&](int J) { return J <= L.n; }, [&](int J) { return L.x(int4(J + L.e)), true; });
     }},
    {"a loop that may circle, and an exit", Sound,
     "(loop (parent -1) (line 3) (preheader 0) always header-test-first (exit (scope 1) (stay-scope 2) exact always (!= (loop 0) -4)))"
     "(variable 0 4 0 1)" BODY("(<= (loop 0) " N ")") IF("1", "0", "(!= (loop 0) -4)") ACCESS("(swrap 4 (+ (loop 0) " M "))", "2", "0"),
     [](Launched &L) {
       L.loop(0, 1, [&](int J) { return J <= L.n; }, [&](int J) { return J != -4 && (L.x(int4(J + L.m)), true); });
     }},
    {"a loop that circles in steps", Sound, LOOP "(variable 0 4 0 2)" BODY("(<= (loop 0) " N ")") ACCESS("(swrap 4 (+ (loop 0) " M "))", "1", "0"),
     [](Launched &L) {
       L.loop(0, 2, [&](int J) { return J <= L.n; }, [&](int J) { return L.x(int4(J + L.m)), true; });
     }},
    {"steps on the way down", Exact, LOOP "(variable 0 4 " N " -3)" BODY("(<= " M " (loop 0))") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.loop(L.n, -3, [&](int J) { return L.m <= J; }, [&](int J) { return L.x(J), true; });
     }},
    {"a walk from an offset", Exact, LOOP "(variable 0 4 (+ (tid x) 2) (block x))" BODY("(< (loop 0) " N ")") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.threads([&](int T, int) {
         L.loop(T + 2, L.b, [&](int J) { return J < L.n; }, [&](int J) { return L.x(J), true; });
       });
     }},
    {"a step of unknown sign and a further condition", Sound,
     LOOP "(variable 0 4 0 " M ")" BODY("(< (loop 0) " N ")") IF("1", "0", "(< -3 (loop 0))") ACCESS("(loop 0)", "2", "0"),
     [](Launched &L) {
       L.loop(0, L.m, [&](int J) { return J < L.n; }, [&](int J) {
         if (J > -3)
           L.x(J);
         return true;
       });
     }},
    {"a step of unknown sign on the way down", Sound,
     LOOP "(variable 0 4 " N " " M ")" BODY("(< 0 (loop 0))") ACCESS("(+ (loop 0) -1)", "1", "0"),
     [](Launched &L) {
       L.loop(L.n, L.m, [&](int J) { return 0 < J; }, [&](int J) { return L.x(J - 1), true; });
     }},
    {"an anchored index in steps of three", Exact, ACCESS("(swrap 4 (+ " N " (* 3 (tid x))))", "0", "-1"),
     [](Launched &L) { L.threads([&](int T, int) { L.x(int4(L.n + 3 * T)); }); }},
    {"an anchored index in steps of a launch value", Exact, ACCESS("(swrap 4 (+ " M " (* " N " (tid x))))", "0", "-1"),
     [](Launched &L) { L.threads([&](int T, int) { L.x(int4(L.m + L.n * T)); }); }},
    {"an unsigned index in steps of a launch value", Exact, ACCESS("(uwrap 4 (* " N " (tid x)))", "0", "-1"),
     [](Launched &L) { L.threads([&](int T, int) { L.x(uint4(L.n * T)); }); }},
    {"an anchored unsigned index in steps of a launch value", Exact, ACCESS("(uwrap 4 (+ " M " (* " N " (tid x))))", "0", "-1"),
     [](Launched &L) { L.threads([&](int T, int) { L.x(uint4(L.m + L.n * T)); }); }},
    {"rows of a launch value", Exact, ACCESS("(swrap 4 (+ (* (bid x) " M ") (tid x)))", "0", "-1"),
     [](Launched &L) { L.threads([&](int T, int I) { L.x(int4(I / L.b * L.m + T)); }); }},
    {"a product of two indices that wraps", Sound, ACCESS("(swrap 4 (* (bid x) (tid x) " N "))", "0", "-1"),
     [](Launched &L) { L.threads([&](int T, int I) { L.x(int4(I / L.b * T * L.n)); }); }},
    {"a tile whose major variable is used beside", Exact,
     LOOP INNER "(variable 0 4 0 2) (variable 1 4 0 1)" BODY("(< (loop 0) (floordiv " N " 2))") INNER_BODY("(< (loop 1) 2)")
         IF("2", "1", "(< (+ (loop 0) (loop 1)) " M ")") ACCESS("(+ (* 2 (loop 0)) (loop 1))", "3", "1"),
     [](Launched &L) {
       L.loop(0, 2, [&](int T) { return T < L.n >> 1; },
              [&](int T) {
                for (int K = 0; K < 2; ++K)
                  if (T + K < L.m)
                    L.x(2 * T + K);
                return true;
              });
     }},
    {"a tile on the way down", Sound,
     LOOP INNER "(variable 0 4 4 -2) (variable 1 4 0 1)" BODY("(< " N " (loop 0))") INNER_BODY("(< (loop 1) 2)")
         IF("2", "1", "(< (+ (loop 0) (loop 1)) " M ")") ACCESS("(+ (loop 0) (loop 1))", "3", "1"),
     [](Launched &L) {
       L.loop(4, -2, [&](int T) { return T > L.n; },
              [&](int T) {
                for (int K = 0; K < 2; ++K)
                  if (T + K < L.m)
                    L.x(T + K);
                return true;
              });
     }},
    {"a tile and steps in it", Sound,
     LOOP INNER "(variable 0 4 0 2) (variable 1 4 0 2)" BODY("(< (loop 0) (floordiv " N " 2))") INNER_BODY("(< (loop 1) 3)")
         IF("2", "1", "(< (+ (loop 0) (loop 1)) " M ")") ACCESS("(+ (loop 0) (loop 1))", "3", "1"),
     [](Launched &L) {
       L.loop(0, 2, [&](int T) { return T < L.n >> 1; },
              [&](int T) {
                for (int K = 0; K < 3; K += 2)
                  if (T + K < L.m)
                    L.x(T + K);
                return true;
              });
     }},
    {"a tile under a condition on its start", Exact,
     LOOP INNER "(variable 0 4 0 2) (variable 1 4 0 1)" BODY("(< (loop 0) (floordiv " N " 2))") INNER_BODY("(< (loop 1) 2)")
         IF("2", "1", "(and (< (+ (loop 0) (loop 1)) " M ") (< (loop 0) 2))") ACCESS("(+ (loop 0) (loop 1))", "3", "1"),
     [](Launched &L) {
       L.loop(0, 2, [&](int T) { return T < L.n >> 1; },
              [&](int T) {
                for (int K = 0; K < 2; ++K)
                  if (T + K < L.m && T < 2)
                    L.x(T + K);
                return true;
              });
     }},
    // Sums of several indices that wrap around.
    {"blocks with gaps between them", Exact, IF("0", "-1", "(< (swrap 4 " STRIDED(4) ") " N ")") ACCESS("(swrap 4 " STRIDED(4) ")", "1", "-1"),
     [](Launched &L) {
       L.blocks([&](int B, int T) {
         if (int4(4 * B + T) < L.n)
           L.x(int4(4 * B + T));
       });
     }},
    {"blocks whose distance does not divide the type", Sound, IF("0", "-1", "(< (swrap 4 " STRIDED(5) ") " N ")") ACCESS("(swrap 4 " STRIDED(5) ")", "1", "-1"),
     [](Launched &L) {
       L.blocks([&](int B, int T) {
         if (int4(5 * B + T) < L.n)
           L.x(int4(5 * B + T));
       });
     }},
    {"blocks with gaps, bounded from below as well", Exact,
     IF("0", "-1", "(and (< 0 (swrap 4 " STRIDED(4) ")) (< (swrap 4 " STRIDED(4) ") " N "))") ACCESS("(swrap 4 " STRIDED(4) ")", "1", "-1"),
     [](Launched &L) {
       L.blocks([&](int B, int T) {
         if (int I = int4(4 * B + T); 0 < I && I < L.n)
           L.x(I);
       });
     }},
    {"blocks with gaps, bounded from below, the block beside", Sound,
     IF("0", "-1", "(and (< 0 (swrap 4 " STRIDED(8) ")) (< (swrap 4 " STRIDED(8) ") " N "))") ACCESS("(+ (swrap 4 " STRIDED(8) ") (bid x))", "1", "-1"),
     [](Launched &L) {
       L.blocks([&](int B, int T) {
         if (int I = int4(8 * B + T); 0 < I && I < L.n)
           L.x(I + B);
       });
     }},
    {"blocks with gaps that begin further on", Sound,
     IF("0", "-1", "(< (swrap 4 (+ 3 " STRIDED(4) ")) " N ")") ACCESS("(swrap 4 (+ 3 " STRIDED(4) "))", "1", "-1"),
     [](Launched &L) {
       L.blocks([&](int B, int T) {
         if (int I = int4(4 * B + T + 3); I < L.n)
           L.x(I);
       });
     }},
    {"an access that a wrapped sum decides", Sound, IF("0", "-1", "(< (swrap 4 " STRIDED(4) ") " N ")") ACCESS(M, "1", "-1"),
     [](Launched &L) {
       L.blocks([&](int B, int T) {
         if (int4(4 * B + T) < L.n)
           L.x(L.m);
       });
     }},
    {"a loop in tiles and a thread in them", Exact,
     LOOP "(variable 0 4 0 2)" BODY("(< (loop 0) " E ")") IF("1", "0", "(< (swrap 4 (+ (loop 0) (tid x))) " E ")")
         ACCESS("(+ (swrap 4 (+ (loop 0) (tid x))) 1)", "2", "0"),
     [](Launched &L) {
       L.loop(0, 2, [&](int K) { return K < L.e; },
              [&](int K) {
                for (int T = 0; T < L.b; ++T)
                  if (int4(K + T) < L.e)
                    L.x(int4(K + T) + 1);
                return true;
              });
     }},
    // What a wrapped sum must be for its duty to be exact, or not needed.
    {"a difference of two indices that wraps", Sound,
     IF("0", "-1", "(< (swrap 4 (+ (* 4 (bid x)) (* -1 (tid x)))) " N ")") ACCESS("(swrap 4 (+ (* 4 (bid x)) (* -1 (tid x))))", "1", "-1"),
     [](Launched &L) {
       L.blocks([&](int B, int T) {
         if (int I = int4(4 * B - T); I < L.n)
           L.x(I);
       });
     }},
    {"two wraps of one sum", Exact, IF("0", "-1", "(< (swrap 4 " STRIDED(4) ") " N ")") ACCESS("(swrap 4 (+ " STRIDED(4) " 1))", "1", "-1"),
     [](Launched &L) {
       L.blocks([&](int B, int T) {
         if (int4(4 * B + T) < L.n)
           L.x(int4(4 * B + T + 1));
       });
     }},
    {"an unsigned sum whose steps do not divide the type", Sound,
     IF("0", "-1", "(< (uwrap 4 " STRIDED(7) ") (uwrap 4 " N "))") ACCESS("(uwrap 4 " STRIDED(7) ")", "1", "-1"),
     [](Launched &L) {
       L.blocks([&](int B, int T) {
         if (int I = uint4(7 * B + T); I < uint4(L.n))
           L.x(I);
       });
     }},
    {"a sum whose steps do not divide each other, bounded from below", Sound,
     IF("0", "-1", "(and (< 0 (swrap 4 (+ (* 8 (bid x)) (* 3 (tid x))))) (< (swrap 4 (+ (* 8 (bid x)) (* 3 (tid x)))) " N "))")
         ACCESS("(swrap 4 (+ (* 8 (bid x)) (* 3 (tid x))))", "1", "-1"),
     [](Launched &L) {
       L.blocks([&](int B, int T) {
         if (int I = int4(8 * B + 3 * T); 0 < I && I < L.n)
           L.x(I);
       });
     }},
    {"a sum whose steps do not divide the type, bounded from below", Sound,
     IF("0", "-1", "(and (< 0 (swrap 4 " STRIDED(7) ")) (< (swrap 4 " STRIDED(7) ") " N "))") ACCESS("(swrap 4 " STRIDED(7) ")", "1", "-1"),
     [](Launched &L) {
       L.blocks([&](int B, int T) {
         if (int I = int4(7 * B + T); 0 < I && I < L.n)
           L.x(I);
       });
     }},
    {"blocks with gaps, bounded from below, under a condition on the block", Sound,
     IF("0", "-1", "(and (< 0 (swrap 4 " STRIDED(8) ")) (and (< (swrap 4 " STRIDED(8) ") " N ") (< " M " (bid x))))") ACCESS("(swrap 4 " STRIDED(8) ")", "1", "-1"),
     [](Launched &L) {
       L.blocks([&](int B, int T) {
         if (int I = int4(8 * B + T); 0 < I && I < L.n && L.m < B)
           L.x(I);
       });
     }},
    {"a sum whose steps do not divide each other", Sound,
     IF("0", "-1", "(< (swrap 4 (+ (* 4 (bid x)) (* 3 (tid x)))) " N ")") ACCESS("(swrap 4 (+ (* 4 (bid x)) (* 3 (tid x))))", "1", "-1"),
     [](Launched &L) {
       L.blocks([&](int B, int T) {
         if (int I = int4(4 * B + 3 * T); I < L.n)
           L.x(I);
       });
     }},
    {"a sum that wraps under a condition on a summand", Sound,
     IF("0", "-1", "(and (< (swrap 4 " STRIDED(4) ") " N ") (< (bid x) " M "))") ACCESS("(swrap 4 " STRIDED(4) ")", "1", "-1"),
     [](Launched &L) {
       L.blocks([&](int B, int T) {
         if (int I = int4(4 * B + T); I < L.n && B < L.m)
           L.x(I);
       });
     }},
    {"a sum that wraps and is one value", Sound, IF("0", "-1", "(== (swrap 4 " STRIDED(4) ") " N ")") ACCESS("(swrap 4 " STRIDED(4) ")", "1", "-1"),
     [](Launched &L) {
       L.blocks([&](int B, int T) {
         if (int I = int4(4 * B + T); I == L.n)
           L.x(I);
       });
     }},
    {"a sum that wraps to what is in bounds", Sound, IF("0", "-1", "(< (swrap 4 " STRIDED(4) ") " N ")") ACCESS("(+ (swrap 4 " STRIDED(4) ") 9)", "1", "-1"),
     [](Launched &L) {
       L.blocks([&](int B, int T) {
         if (int I = int4(4 * B + T); I < L.n)
           L.x(I + 9);
       });
     }},
    {"bounds that share an index which wraps", Sound,
     LOOP "(variable 0 4 -8 1)" BODY("(< (loop 0) " N ")")
         IF("1", "0", "(and (<= (swrap 4 (+ " G " 5)) (loop 0)) (<= (loop 0) (+ (swrap 4 (+ " G " 1)) -10)))") ACCESS("(loop 0)", "2", "0"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         L.loop(-8, 1, [&](int J) { return J < L.n; },
                [&](int J) {
                  if (int4(I + 5) <= J && J <= int4(I + 1) - 10)
                    L.x(J);
                  return true;
                });
       });
     }},
    {"an access in a loop that a test on its tile ends", Sound,
     LOOP "(variable 0 4 -1 (grid x))" BODY("(and (< (loop 0) " E ") (<= (+ " E " -1) (+ (loop 0) (bid x))))") ACCESS(M, "1", "0"),
     [](Launched &L) {
       L.blocks([&](int B, int) { L.loop(-1, L.g, [&](int J) { return J < L.e && L.e - 1 <= J + B; }, [&](int) { return L.x(L.m), true; }); });
     }},
    // Walks of all threads that are none, or that go on elsewhere.
    {"blocks and parts of them that overlap", Sound,
     PRE("(== (block x) 6)") LOOP "(variable 0 4 (swrap 4 (+ (* 2 (bid x)) (floordiv (tid x) 2))) (swrap 4 (* 3 (grid x))))" BODY("(< (loop 0) " N ")") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.blocks([&](int B, int T) { L.loop(2 * B + T / 2, 3 * L.g, [&](int J) { return J < L.n; }, [&](int J) { return L.x(J), true; }); });
     }},
    {"unsigned vectors that do not begin at 0", Sound,
     LOOP "(variable 0 4 (swrap 4 (+ 1 (* 2 " G "))) (swrap 4 (* 2 (* (grid x) (block x)))))" BODY("(< (uwrap 4 (loop 0)) (uwrap 4 " N "))") ACCESS("(uwrap 4 (loop 0))", "1", "0"),
     [](Launched &L) {
       L.threads([&](int, int I) { L.loop(1 + 2 * I, 2 * L.b * L.g, [&](int J) { return uint4(J) < uint4(L.n); }, [&](int J) { return L.x(uint4(J)), true; }); });
     }},
    {"vectors that begin beyond their distance and wrap to what is in bounds", Sound,
     LOOP "(variable 0 4 (swrap 4 (+ 5 (* 2 (tid x)))) (swrap 4 (* 2 (block x))))" BODY("(< (loop 0) " N ")") ACCESS("(+ (loop 0) 6)", "1", "0"),
     [](Launched &L) {
       L.threads([&](int T, int) { L.loop(5 + 2 * T, 2 * L.b, [&](int J) { return J < L.n; }, [&](int J) { return L.x(J + 6), true; }); });
     }},
    // Walks of all threads in steps of a constant.
    {"vectors that all threads walk", Exact, LOOP "(variable 0 4 (swrap 4 (* 2 (tid x))) (swrap 4 (* 2 (block x))))" BODY("(< (loop 0) " N ")") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.threads([&](int T, int) { L.loop(2 * T, 2 * L.b, [&](int J) { return J < L.n; }, [&](int J) { return L.x(J), true; }); });
     }},
    {"vectors that the grid walks", Exact, LOOP "(variable 0 4 (swrap 4 (* 2 " G ")) (swrap 4 (* 2 (* (grid x) (block x)))))" BODY("(< (loop 0) " N ")") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.threads([&](int, int I) { L.loop(2 * I, 2 * L.b * L.g, [&](int J) { return J < L.n; }, [&](int J) { return L.x(J), true; }); });
     }},
    {"vectors of three that the grid walks", Sound, LOOP "(variable 0 4 (swrap 4 (+ 1 (* 3 " G "))) (swrap 4 (* 3 (* (grid x) (block x)))))" BODY("(< (loop 0) " N ")") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.threads([&](int, int I) { L.loop(1 + 3 * I, 3 * L.b * L.g, [&](int J) { return J < L.n; }, [&](int J) { return L.x(J), true; }); });
     }},
    {"vectors of three that the grid walks up to an extent", Exact, LOOP "(variable 0 4 (swrap 4 (+ 1 (* 3 " G "))) (swrap 4 (* 3 (* (grid x) (block x)))))" BODY("(< (loop 0) (+ " E " 1))") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.threads([&](int, int I) { L.loop(1 + 3 * I, 3 * L.b * L.g, [&](int J) { return J < L.e + 1; }, [&](int J) { return L.x(J), true; }); });
     }},
    {"vectors that begin beyond their distance", Sound, LOOP "(variable 0 4 (swrap 4 (+ 5 (* 2 (tid x)))) (swrap 4 (* 2 (block x))))" BODY("(< (loop 0) " N ")") ACCESS("(swrap 4 (+ (loop 0) 7))", "1", "0"),
     [](Launched &L) {
       L.threads([&](int T, int) { L.loop(5 + 2 * T, 2 * L.b, [&](int J) { return J < L.n; }, [&](int J) { return L.x(int4(J + 7)), true; }); });
     }},
    {"unsigned vectors that the grid walks", Exact, LOOP "(variable 0 4 (swrap 4 (* 2 " G ")) (swrap 4 (* 2 (* (grid x) (block x)))))" BODY("(< (uwrap 4 (loop 0)) (uwrap 4 " N "))") ACCESS("(uwrap 4 (loop 0))", "1", "0"),
     [](Launched &L) {
       L.threads([&](int, int I) { L.loop(2 * I, 2 * L.b * L.g, [&](int J) { return uint4(J) < uint4(L.n); }, [&](int J) { return L.x(uint4(J)), true; }); });
     }},
    {"unsigned vectors of three", Sound, LOOP "(variable 0 4 (swrap 4 (* 3 " G ")) (swrap 4 (* 3 (* (grid x) (block x)))))" BODY("(< (uwrap 4 (loop 0)) (uwrap 4 " N "))") ACCESS("(uwrap 4 (loop 0))", "1", "0"),
     [](Launched &L) {
       L.threads([&](int, int I) { L.loop(3 * I, 3 * L.b * L.g, [&](int J) { return uint4(J) < uint4(L.n); }, [&](int J) { return L.x(uint4(J)), true; }); });
     }},
    {"blocks and parts of them walk together", Exact,
     PRE("(== (block x) 6)") LOOP "(variable 0 4 (swrap 4 (+ (* 3 (bid x)) (floordiv (tid x) 2))) (swrap 4 (* 3 (grid x))))" BODY("(< (loop 0) " N ")") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.blocks([&](int B, int T) { L.loop(3 * B + T / 2, 3 * L.g, [&](int J) { return J < L.n; }, [&](int J) { return L.x(J), true; }); });
     }},
    {"blocks and parts of them with gaps", Sound,
     PRE("(== (block x) 4)") LOOP "(variable 0 4 (swrap 4 (+ (* 3 (bid x)) (floordiv (tid x) 2))) (swrap 4 (* 3 (grid x))))" BODY("(< (loop 0) " N ")") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.blocks([&](int B, int T) { L.loop(3 * B + T / 2, 3 * L.g, [&](int J) { return J < L.n; }, [&](int J) { return L.x(J), true; }); });
     }},
    {"a loop that a test on its tile ends", Sound,
     LOOP "(variable 0 4 -1 (grid x))" BODY("(and (< (loop 0) " E ") (<= " N " (+ (loop 0) (bid x))))") ACCESS("(+ (loop 0) 1)", "1", "0"),
     [](Launched &L) {
       L.blocks([&](int B, int) { L.loop(-1, L.g, [&](int J) { return J < L.e && L.n <= J + B; }, [&](int J) { return L.x(J + 1), true; }); });
     }},
    // Digits of an index.
    {"a quotient and a remainder with gaps", Exact, IF("0", "-1", "(== (block x) 4)") ACCESS("(+ (* 3 (floordiv (tid x) 2)) (mod (tid x) 2))", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int T, int) {
         if (L.b == 4)
           L.x(T / 2 * 3 + T % 2);
       });
     }},
    {"a quotient beside its dividend", Exact, ACCESS("(+ (floordiv (tid x) 2) (tid x))", "0", "-1"),
     [](Launched &L) { L.threads([&](int T, int) { L.x(T / 2 + T); }); }},
    {"a remainder in a block of parts", Sound, ACCESS("(+ (floordiv (tid x) 3) (* 2 (mod (tid x) 3)))", "0", "-1"),
     [](Launched &L) { L.threads([&](int T, int) { L.x(T / 3 + T % 3 * 2); }); }},
    {"three digits", Exact, PRE("(== (block x) 4)") ACCESS("(+ (* 2 (mod (floordiv (tid x) 2) 2)) (floordiv (tid x) 4) (mod (tid x) 2))", "0", "-1"),
     [](Launched &L) { L.threads([&](int T, int) { L.x(T / 2 % 2 * 2 + T / 4 + T % 2); }); }},
    {"quotients that do not divide each other", Sound, ACCESS("(+ (floordiv (tid x) 2) (* -1 (floordiv (tid x) 3)) 1)", "0", "-1"),
     [](Launched &L) { L.threads([&](int T, int) { L.x(T / 2 - T / 3 + 1); }); }},
    {"a part of the parts", Exact, IF("0", "-1", "(< (floordiv (tid x) 2) " N ")") ACCESS("(floordiv (tid x) 2)", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int T, int) {
         if (T / 2 < L.n)
           L.x(T / 2);
       });
     }},
    {"a part of a global index that wraps", Exact, IF("0", "-1", "(< (floordiv (uwrap 4 " G ") 2) " N ")") ACCESS("(floordiv (uwrap 4 " G ") 2)", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (uint4(I) / 2 < L.n)
           L.x(uint4(I) / 2);
       });
     }},
    {"a quarter of a global index that wraps", Exact, ACCESS("(floordiv (uwrap 4 " G ") 4)", "0", "-1"),
     [](Launched &L) { L.threads([&](int, int I) { L.x(uint4(I) / 4); }); }},
    {"a part of a global index beside it", Sound, IF("0", "-1", "(and (< " G " " N ") (< (floordiv (uwrap 4 " G ") 2) 3))") ACCESS("(floordiv (uwrap 4 " G ") 2)", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (I < L.n && uint4(I) / 2 < 3)
           L.x(uint4(I) / 2);
       });
     }},
    {"the first of each part", Exact, IF("0", "-1", "(== (mod (tid x) 2) 0)") ACCESS("(floordiv (tid x) 2)", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int T, int) {
         if (T % 2 == 0)
           L.x(T / 2);
       });
     }},
    {"lanes walk a row", Exact, PRE("(== (block x) 4)") LOOP "(variable 0 4 (mod (tid x) 2) 2)" BODY("(< (loop 0) " N ")") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.threads([&](int T, int) { L.loop(T % 2, 2, [&](int J) { return J < L.n; }, [&](int J) { return L.x(J), true; }); });
     }},
    {"lanes walk a row, and some are missing", Sound, PRE("(== (block x) 3)") LOOP "(variable 0 4 (mod (tid x) 4) 4)" BODY("(< (loop 0) " N ")") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.threads([&](int T, int) { L.loop(T % 4, 4, [&](int J) { return J < L.n; }, [&](int J) { return L.x(J), true; }); });
     }},
    // Loops that a check of another goal lets end: x of the first loop comes first.
    {"a variable that only decides whether", Exact,
     LOOP INNER "(variable 0 4 (swrap 4 (bid x)) (swrap 4 (grid x))) (variable 1 4 0 1)" BODY("(< (loop 0) " N ")") INNER_BODY("(< (loop 1) " M ")") ACCESS("(loop 1)", "2", "1"),
     [](Launched &L) {
       L.blocks([&](int B, int) {
         L.loop(B, L.g, [&](int J) { return J < L.n; }, [&](int) { return L.loop(0, 1, [&](int I) { return I < L.m; }, [&](int I) { return L.x(I), true; }), true; });
       });
     }},
    {"a variable that decides where", Sound,
     LOOP INNER "(variable 0 4 (swrap 4 (bid x)) (swrap 4 (grid x))) (variable 1 4 (loop 0) 1)" BODY("(< (loop 0) " N ")") INNER_BODY("(< (loop 1) " M ")") ACCESS("(loop 1)", "2", "1"),
     [](Launched &L) {
       L.blocks([&](int B, int) {
         L.loop(B, L.g, [&](int J) { return J < L.n; }, [&](int J) { return L.loop(J, 1, [&](int I) { return I < L.m; }, [&](int I) { return L.x(I), true; }), true; });
       });
     }},
    {"a stride that halves", Exact,
     "(range (opaque 0) -8 7) (opaque 4 LoopCarried 0 \"o\")" LOOP "(geometric 0 (floordiv (block x) 2) 2 shrinks)"
     BODY("(< 0 (opaque 0))") ACCESS("(+ (tid x) (opaque 0))", "1", "0"),
     [](Launched &L) {
       L.threads([&](int T, int) {
         for (int O = L.b / 2; O > 0; O /= 2)
           L.x(T + O);
       });
     }},
    {"the least of a stride that halves", Sound,
     "(range (opaque 0) -8 7) (opaque 4 LoopCarried 0 \"o\")" LOOP "(geometric 0 (floordiv (block x) 2) 2 shrinks)"
     BODY("(< 0 (opaque 0))") ACCESS("(+ (opaque 0) -2)", "1", "0"),
     [](Launched &L) {
       for (int O = L.b / 2; O > 0; O /= 2)
         L.x(O - 2);
     }},
    {"a stride of unknown sign that halves", Sound,
     "(range (opaque 0) -8 7) (opaque 4 LoopCarried 0 \"o\")" LOOP "(geometric 0 " N " 2 shrinks)"
     BODY("(!= 0 (opaque 0))") ACCESS("(opaque 0)", "1", "0"),
     [](Launched &L) {
       for (int O = L.n; O != 0; O /= 2)
         L.x(O);
     }},
    {"an unsigned loop on the way down", Sound,
     LOOP "(variable 0 4 (swrap 4 (+ " N " -1)) -1)" BODY("(<= (uwrap 4 " M ") (uwrap 4 (loop 0)))") ACCESS("(floordiv (uwrap 4 (loop 0)) 3)", "1", "0"),
     [](Launched &L) {
       L.loop(L.n - 1, -1, [&](int J) { return uint4(J) >= uint4(L.m); }, [&](int J) { return L.x(uint4(J) / 3), true; });
     }},
    {"a wrapped guard from below", Sound,
     IF("0", "-1", "(<= 2 (swrap 4 (+ " G " " N ")))") ACCESS("(swrap 4 (+ " G " " N "))", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (int4(I + L.n) >= 2)
           L.x(int4(I + L.n));
       });
     }},
    {"a quotient of a guarded index by what is negative", Sound,
     IF("0", "-1", "(and (< (swrap 4 " G ") " N ") (<= " M " 0))") ACCESS("(swrap 4 (truncdiv (swrap 4 " G ") " M "))", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (int4(I) < L.n && L.m <= 0)
           L.m == 0 ? L.x(-1) : L.x(int4(int4(I) / L.m));
       });
     }},
    {"an implication", Exact, IF("0", "-1", "(implies (< (tid x) " N ") (< (tid x) " M "))") ACCESS("(tid x)", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int T, int) {
         if (T >= L.n || T < L.m)
           L.x(T);
       });
     }},
    {"a product of what may be negative", Sound,
     LOOP "(variable 0 4 -3 1)" BODY("(< (loop 0) " N ")") ACCESS("(+ (* (loop 0) (tid x)) 3)", "1", "0"),
     [](Launched &L) {
       L.threads([&](int T, int) {
         L.loop(-3, 1, [&](int J) { return J < L.n; }, [&](int J) { return L.x(J * T + 3), true; });
       });
     }},
    {"a sum that turns inside", Sound, ACCESS("(+ (* " N " (tid x)) (* 2 (min (tid x) 3)))", "0", "-1"),
     [](Launched &L) { L.threads([&](int T, int) { L.x(L.n * T + 2 * std::min(T, 3)); }); }},
    {"an anchored index in steps of minus eleven", Exact, ACCESS("(swrap 4 (+ " N " (* -11 (tid x))))", "0", "-1"),
     [](Launched &L) { L.threads([&](int T, int) { L.x(int4(L.n - 11 * T)); }); }},
    {"an anchored index in steps of nine", Exact, ACCESS("(swrap 4 (+ " N " (* 9 (tid x))))", "0", "-1"),
     [](Launched &L) { L.threads([&](int T, int) { L.x(int4(L.n + 9 * T)); }); }},
    {"an anchored unsigned index in steps of nine", Exact, ACCESS("(uwrap 4 (+ " N " (* 9 (tid x))))", "0", "-1"),
     [](Launched &L) { L.threads([&](int T, int) { L.x(uint4(L.n + 9 * T)); }); }},
    {"a walk that is tested from below", Sound,
     LOOP "(variable 0 4 (tid x) (block x))" BODY("(and (< (loop 0) " N ") (< " M " (loop 0)))") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.threads([&](int T, int) {
         L.loop(T, L.b, [&](int J) { return J < L.n && L.m < J; }, [&](int J) { return L.x(J), true; });
       });
     }},
    {"a walk by !=", Sound, LOOP "(variable 0 4 (tid x) (block x))" BODY("(!= (loop 0) " N ")") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.threads([&](int T, int) {
         L.loop(T, L.b, [&](int J) { return J != L.n; }, [&](int J) { return L.x(J), true; });
       });
     }},
    {"a walk and a condition from below", Sound,
     LOOP "(variable 0 4 (tid x) (block x))" BODY("(< (loop 0) " N ")") IF("1", "0", "(<= 2 (loop 0))") ACCESS("(loop 0)", "2", "0"),
     [](Launched &L) {
       L.threads([&](int T, int) {
         L.loop(T, L.b, [&](int J) { return J < L.n; }, [&](int J) {
           if (J >= 2)
             L.x(J);
           return true;
         });
       });
     }},
    {"do-while tested from both sides", Sound,
     "(loop (parent -1) (line 3) (preheader 0) always (exit (scope 0) exact always (and (< (swrap 4 (+ (loop 0) 1)) " N ") (< " M
     " (swrap 4 (+ (loop 0) 1))))))(variable 0 4 0 1)" ACCESS("(loop 0)", "0", "0"),
     [](Launched &L) {
       L.loop(0, 1, [&](int) { return true; }, [&](int J) { return L.x(J), int4(J + 1) < L.n && L.m < int4(J + 1); });
     }},
    {"a triangular nest by !=", Sound,
     LOOP INNER "(variable 0 4 0 1) (variable 1 4 (loop 0) 1)" BODY("(< (loop 0) " N ")") INNER_BODY("(!= (loop 1) " M ")")
         ACCESS("(loop 1)", "2", "1"),
     [](Launched &L) {
       L.loop(0, 1, [&](int I) { return I < L.n; },
              [&](int I) {
                L.loop(I, 1, [&](int J) { return J != L.m; }, [&](int J) { return L.x(J), true; });
                return true;
              });
     }},
    {"an inner test by != on the outer variable", Sound,
     LOOP INNER "(variable 0 4 0 1) (variable 1 4 0 1)" BODY("(< (loop 0) " N ")") INNER_BODY("(and (< (loop 1) 3) (!= (loop 0) " M "))")
         ACCESS("(loop 0)", "2", "1"),
     [](Launched &L) {
       L.loop(0, 1, [&](int I) { return I < L.n; },
              [&](int I) {
                L.loop(0, 1, [&](int J) { return J < 3 && I != L.m; }, [&](int) { return L.x(I), true; });
                return true;
              });
     }},
    {"a loop by != that only lets the access happen", Exact, LOOP "(variable 0 4 " M " 1)" BODY("(!= (loop 0) " N ")") ACCESS(N, "1", "0"),
     [](Launched &L) {
       L.loop(L.m, 1, [&](int J) { return J != L.n; }, [&](int) { return L.x(L.n), true; });
     }},
    {"two variables with tests of their own", Sound,
     LOOP "(variable 0 4 0 3) (variable 0 4 0 1)" BODY("(and (< (loop 0) " N ") (< (loop 1) " M "))") ACCESS("(loop 1)", "1", "0"),
     [](Launched &L) {
       int P = 0;
       L.loop(0, 3, [&](int J) { return J < L.n && P < L.m; }, [&](int) { return L.x(P), P = int4(P + 1), true; });
     }},
    {"unsigned steps that wrap", Sound,
     LOOP "(variable 0 4 0 6)" BODY("(< (uwrap 4 (loop 0)) (uwrap 4 " N "))") ACCESS("(floordiv (uwrap 4 (loop 0)) 2)", "1", "0"),
     [](Launched &L) {
       L.loop(0, 6, [&](int J) { return uint4(J) < uint4(L.n); }, [&](int J) { return L.x(uint4(J) / 2), true; });
     }},
    {"a loop that may circle, tested from below", Sound,
     LOOP "(variable 0 4 " M " 1)" BODY("(and (<= (loop 0) " N ") (< 2 (loop 0)))") ACCESS("(swrap 4 (+ (loop 0) -3))", "1", "0"),
     [](Launched &L) {
       L.loop(L.m, 1, [&](int J) { return J <= L.n && J > 2; }, [&](int J) { return L.x(int4(J - 3)), true; });
     }},
    {"a tile by !=", Sound,
     LOOP INNER "(variable 0 4 " M " 1) (variable 1 4 0 1)" BODY("(!= (loop 0) " N ")") INNER_BODY("(< (loop 1) 2)")
         IF("2", "1", "(< (+ (* 2 (loop 0)) (loop 1)) 5)") ACCESS("3", "3", "1"),
     [](Launched &L) {
       L.loop(L.m, 1, [&](int T) { return T != L.n; },
              [&](int T) {
                for (int K = 0; K < 2; ++K)
                  if (2 * T + K < 5)
                    L.x(3);
                return true;
              });
     }},
    {"rows of n", Sound,
     LOOP INNER "(variable 0 4 0 1) (variable 1 4 0 1)" BODY("(< (loop 0) " M ")") INNER_BODY("(< (loop 1) " N ")")
         IF("2", "1", "(< (+ (* " N " (loop 0)) (loop 1)) 5)") ACCESS("(+ (* " N " (loop 0)) (loop 1))", "3", "1"),
     [](Launched &L) {
       for (int A = 0; A < L.m; ++A)
         for (int B = 0; B < L.n; ++B)
           if (L.n * A + B < 5)
             L.x(L.n * A + B);
     }},
    {"an unsigned guard of a negative offset", Sound,
     IF("0", "-1", "(< (uwrap 4 (+ " G " -3)) (uwrap 4 " N "))") ACCESS("(uwrap 4 (+ " G " -3))", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (uint4(I - 3) < uint4(L.n))
           L.x(uint4(I - 3));
       });
     }},
    {"a guard of an offset beyond the type", Exact,
     IF("0", "-1", "(< (swrap 4 (+ " G " 13)) " N ")") ACCESS("(swrap 4 (+ " G " 13))", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (int4(I + 13) < L.n)
           L.x(int4(I + 13));
       });
     }},
    {"a guarded index from both sides", Exact,
     IF("0", "-1", "(and (<= 2 (swrap 4 " G ")) (< (swrap 4 " G ") " N "))") ACCESS("(swrap 4 " G ")", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (int4(I) >= 2 && int4(I) < L.n)
           L.x(int4(I));
       });
     }},
    {"a guarded index from below 0", Sound,
     IF("0", "-1", "(and (<= -2 (swrap 4 " G ")) (< (swrap 4 " G ") " N "))") ACCESS("(+ (swrap 4 " G ") 2)", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (int4(I) >= -2 && int4(I) < L.n)
           L.x(int4(I) + 2);
       });
     }},
    {"a guarded index from below 0 that is used as it is", Sound,
     IF("0", "-1", "(and (<= -2 (swrap 4 " G ")) (< (swrap 4 " G ") " N "))") ACCESS("(swrap 4 " G ")", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (int4(I) >= -2 && int4(I) < L.n)
           L.x(int4(I));
       });
     }},
    {"two guards of one index from below", Sound,
     IF("0", "-1", "(and (<= 2 (swrap 4 " G ")) (< (swrap 4 (+ " G " 5)) " N "))") ACCESS("(swrap 4 " G ")", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (int4(I) >= 2 && int4(I + 5) < L.n)
           L.x(int4(I));
       });
     }},
    {"two guards of one index", Sound,
     IF("0", "-1", "(and (< (swrap 4 " G ") " N ") (< (swrap 4 (+ " G " 3)) " M "))") ACCESS("(swrap 4 " G ")", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (int4(I) < L.n && int4(I + 3) < L.m)
           L.x(int4(I));
       });
     }},
    {"guards of two widths", Sound,
     IF("0", "-1", "(and (< (swrap 4 " G ") " N ") (< (swrap 3 " G ") " M "))") ACCESS("(swrap 4 " G ")", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         int Narrow = ((I + 4) & 7) - 4;
         if (int4(I) < L.n && Narrow < L.m)
           L.x(int4(I));
       });
     }},
    {"a walk whose start wraps, from below", Sound,
     LOOP "(variable 0 4 (swrap 4 " G ") (* (grid x) (block x)))" BODY("(< (loop 0) " N ")") IF("1", "0", "(<= 2 (loop 0))") ACCESS("(loop 0)", "2", "0"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         L.loop(I, L.g * L.b, [&](int J) { return J < L.n; }, [&](int J) {
           if (J >= 2)
             L.x(J);
           return true;
         });
       });
     }},
    {"a guarded index and another condition on it", Sound,
     IF("0", "-1", "(and (< (swrap 4 " G ") " N ") (< (mod (swrap 4 " G ") 3) 2))") ACCESS("(swrap 4 " G ")", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (int4(I) < L.n && (int4(I) + 9) % 3 < 2)
           L.x(int4(I));
       });
     }},
    {"an outer bound that moves with the block", Sound,
     LOOP INNER "(variable 0 4 (bid x) 1) (variable 1 4 (loop 0) 1)" BODY("(< (loop 0) " N ")") INNER_BODY("(< (loop 1) " M ")")
         ACCESS("(swrap 4 (+ (loop 0) (loop 1)))", "2", "1"),
     [](Launched &L) {
       L.threads([&](int, int Global) {
         L.loop(Global / L.b, 1, [&](int I) { return I < L.n; },
                [&](int I) {
                  L.loop(I, 1, [&](int J) { return J < L.m; }, [&](int J) { return L.x(int4(I + J)), true; });
                  return true;
                });
       });
     }},
    {"a row of a product", Exact,
     SMALL_PRODUCT "(loop (parent -1) (line 3) (preheader 1) always header-test-first) (variable 0 4 0 1)"
                   "(scope (parent 1) (loop 0) (line 3) always continue (< (loop 0) " ROWS_BY_COLUMNS "))"
         ACCESS("(truncdiv (loop 0) (max 0 " M "))", "2", "0"),
     [](Launched &L) {
       const int Rows = std::max(L.n, 0), Columns = std::max(L.m, 0);
       if (Rows * Columns <= 7)
         for (int I = 0; I < Rows * Columns; ++I)
           L.x(I / Columns);
     }},
    {"a column of a product", Exact,
     SMALL_PRODUCT "(loop (parent -1) (line 3) (preheader 1) always header-test-first) (variable 0 4 0 1)"
                   "(scope (parent 1) (loop 0) (line 3) always continue (< (loop 0) " ROWS_BY_COLUMNS "))"
         ACCESS("(rem (loop 0) (max 0 " M "))", "2", "0"),
     [](Launched &L) {
       const int Rows = std::max(L.n, 0), Columns = std::max(L.m, 0);
       if (Rows * Columns <= 7)
         for (int I = 0; I < Rows * Columns; ++I)
           L.x(I % Columns);
     }},
    {"a ceiling written by hand", Exact,
     LOOP "(variable 0 4 0 1)" BODY("(< (loop 0) (truncdiv (swrap 4 (+ (max 0 " N ") 2)) 3))") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.loop(0, 1, [&](int J) { return J < int4(std::max(L.n, 0) + 2) / 3; }, [&](int J) { return L.x(J), true; });
     }},
    // 3 bits of i = 10 are 2 as well: x(10).
    {"a guard from below of fewer bits", Sound, IF("0", "-1", "(<= 2 (swrap 3 " G "))") ACCESS("(swrap 4 " G ")", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (int3(I) >= 2)
           L.x(int4(I));
       });
     }},
    // i = 7: i + 6 is -3 in 4 bits. Without the second turn of i + 6 nothing would be left.
    {"two guards from below, one below 0", Sound,
     IF("0", "-1", "(and (<= 2 (swrap 4 " G ")) (<= -3 (swrap 4 (+ " G " 6))))") ACCESS("(swrap 4 " G ")", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (int4(I) >= 2 && int4(I + 6) >= -3)
           L.x(int4(I));
       });
     }},
    // n = 3 hides i = 5, 6 and 7, the first whose i + 3 wraps.
    {"two guards, the greater the index", Sound,
     IF("0", "-1", "(and (< (swrap 4 " G ") " N ") (< (swrap 4 (+ " G " 3)) " M "))") ACCESS("(swrap 4 (+ " G " 3))", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (int4(I) < L.n && int4(I + 3) < L.m)
           L.x(int4(I + 3));
       });
     }},
    // The same: 6 to 8 threads make no access if n = -4.
    {"two guards of one index that is not used", Sound,
     IF("0", "-1", "(and (< (swrap 4 " G ") " N ") (< (swrap 4 (+ " G " 3)) " M "))") ACCESS("3", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (int4(I) < L.n && int4(I + 3) < L.m)
           L.x(3);
       });
     }},
    // That i + 3 fits 5 bits says nothing of i in 4: i = 8 is -8.
    {"two guards, the wider of the greater", Sound,
     IF("0", "-1", "(and (< (swrap 4 " G ") " N ") (< (swrap 5 (+ " G " 3)) 13))") ACCESS("(swrap 4 " G ")", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (int4(I) < L.n && I + 3 < 13)
           L.x(int4(I));
       });
     }},
    // Beyond i = 7 the first turn has passed: 6 is the greatest.
    {"a guard from below alone", Exact, IF("0", "-1", "(<= 2 (swrap 4 " G "))") ACCESS("(+ (swrap 4 " G ") -1)", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (int4(I) >= 2)
           L.x(int4(I) - 1);
       });
     }},
    // t + 5 may be negative at the start: m = 7, b = 6.
    {"a tile that starts beyond the type", Sound,
     LOOP INNER "(variable 0 4 " M " 2) (variable 1 4 0 1)" BODY("(< (loop 0) " N ")") INNER_BODY("(< (loop 1) 2)")
         IF("2", "1", "(< (swrap 4 (+ (+ (loop 0) (loop 1)) 5)) (+ (block x) -9))")
         ACCESS("(swrap 4 (+ (+ (loop 0) (loop 1)) 5))", "3", "1"),
     [](Launched &L) {
       L.loop(L.m, 2, [&](int T) { return T < L.n; },
              [&](int T) {
                for (int K = 0; K < 2; ++K)
                  if (int4(T + K + 5) < L.b - 9)
                    L.x(int4(T + K + 5));
                return true;
              });
     }},
    // t = -8: t - 6 is 2, x(0).
    {"a tile that starts below 0", Sound,
     LOOP INNER "(variable 0 4 " M " 2) (variable 1 4 0 1)" BODY("(< (loop 0) " N ")") INNER_BODY("(< (loop 1) 2)")
         IF("2", "1", "(<= 2 (swrap 4 (+ (+ (loop 0) (loop 1)) -6)))") ACCESS("(+ (+ (loop 0) (loop 1)) 8)", "3", "1"),
     [](Launched &L) {
       L.loop(L.m, 2, [&](int T) { return T < L.n; },
              [&](int T) {
                for (int K = 0; K < 2; ++K)
                  if (int4(T + K - 6) >= 2)
                    L.x(T + K + 8);
                return true;
              });
     }},
    {"a tile that starts below 0 under an unsigned guard", Sound,
     LOOP INNER "(variable 0 4 " M " 2) (variable 1 4 0 1)" BODY("(< (loop 0) " N ")") INNER_BODY("(< (loop 1) 2)")
         IF("2", "1", "(< (uwrap 4 (+ (loop 0) (loop 1))) (block x))") ACCESS("(uwrap 4 (+ (loop 0) (loop 1)))", "3", "1"),
     [](Launched &L) {
       L.loop(L.m, 2, [&](int T) { return T < L.n; },
              [&](int T) {
                for (int K = 0; K < 2; ++K)
                  if (uint4(T + K) < L.b)
                    L.x(uint4(T + K));
                return true;
              });
     }},
    // 3, 4, 5, 6 in 2 bits are 3, 0, 1, 2: x(0) to x(3), not x(0) alone.
    {"a tile of known bounds under an unsigned guard", Sound,
     LOOP INNER "(variable 0 8 3 4) (variable 1 4 0 1)" BODY("(< (loop 0) 7)") INNER_BODY("(< (loop 1) 4)")
         IF("2", "1", "(< (uwrap 2 (+ (loop 0) (loop 1))) (block x))")
         ACCESS("(+ 3 (* -1 (uwrap 2 (+ (loop 0) (loop 1)))))", "3", "1"),
     [](Launched &L) {
       for (int U = 3; U < 7; ++U)
         if ((U & 3) < L.b)
           L.x(3 - (U & 3));
     }},
    {"a tile that starts above 0 under an unsigned guard", Sound,
     LOOP INNER "(variable 0 4 5 2) (variable 1 4 0 1)" BODY("(< (loop 0) " N ")") INNER_BODY("(< (loop 1) 2)")
         IF("2", "1", "(< (uwrap 3 (+ (loop 0) (loop 1))) (block x))")
         ACCESS("(+ 7 (* -1 (uwrap 3 (+ (loop 0) (loop 1)))))", "3", "1"),
     [](Launched &L) {
       L.loop(5, 2, [&](int T) { return T < L.n; },
              [&](int T) {
                for (int K = 0; K < 2; ++K)
                  if (((T + K) & 7) < L.b)
                    L.x(7 - ((T + K) & 7));
                return true;
              });
     }},
    // 8 in 3 bits is 0: x(3).
    {"a tile that starts above 0 under a guard from below", Sound,
     LOOP INNER "(variable 0 8 3 4) (variable 1 4 0 1)" BODY("(< (loop 0) 11)") INNER_BODY("(< (loop 1) 4)")
         IF("2", "1", "(<= 0 (swrap 3 (+ (loop 0) (loop 1))))") ACCESS("(+ 3 (* -1 (swrap 3 (+ (loop 0) (loop 1)))))", "3", "1"),
     [](Launched &L) {
       for (int U = 3; U < 11; ++U)
         if (int3(U) >= 0)
           L.x(3 - int3(U));
     }},
    // m = 1: the inner loop runs for t = 0 alone, x(0) and x(1).
    {"a tile and a loop that depends on one part", Exact,
     LOOP INNER "(loop (parent 1) (line 5) (preheader 2) always header-test-first) (range (loop 2) -8 7)"
                "(variable 0 4 0 2) (variable 1 4 0 1) (variable 2 4 (loop 0) 1)" BODY("(< (loop 0) 6)") INNER_BODY("(< (loop 1) 2)")
                "(scope (parent 2) (loop 2) (line 5) always continue (< (loop 2) " M "))"
         IF("3", "2", "(< (+ (loop 0) (loop 1)) " N ")") ACCESS("(+ (loop 0) (loop 1))", "4", "2"),
     [](Launched &L) {
       for (int U = 0; U < 6; ++U)
         for (int J = U & ~1; J < L.m; ++J)
           if (U < L.n)
             L.x(U);
     }},
    {"a tile whose inner test bounds both", Exact,
     LOOP INNER "(variable 0 4 0 2) (variable 1 4 0 1)" BODY("(< (loop 0) 6)") INNER_BODY("(and (< (loop 1) 2) (< (+ (loop 0) (loop 1)) " N "))")
         ACCESS("(+ (loop 0) (loop 1))", "2", "1"),
     [](Launched &L) {
       for (int T = 0; T < 6; T += 2)
         for (int K = 0; K < 2 && T + K < L.n; ++K)
           L.x(T + K);
     }},
    {"a quotient of 0", Exact, ACCESS("(+ (tid x) (truncdiv 0 " N "))", "0", "-1"),
     [](Launched &L) { L.n == 0 ? L.x(-1) : L.threads([&](int T, int) { L.x(T); }); }},
    // n = 0: the other divisor's sign says nothing of it.
    {"a quotient of 0 beside another", Exact, ACCESS("(+ (truncdiv (tid x) " M ") (truncdiv 0 " N "))", "0", "-1"),
     [](Launched &L) { L.n == 0 || L.m == 0 ? L.x(-1) : L.threads([&](int T, int) { L.x(T / L.m); }); }},
    // Two blocks' steps end the loop: p = 0 alone for b = 2.
    {"a variable beside one in steps of the block", Sound,
     LOOP "(variable 0 8 0 (block x)) (variable 0 4 0 1)" BODY("(and (< (loop 0) 2) (< (loop 1) 5))")
     ACCESS("(loop 1)", "1", "0"),
     [](Launched &L) {
       for (int P = 0, J = 0; J < 2 && P < 5; ++P, J += L.b)
         L.x(P);
     }},
    // n = 7, m = -4: x(0) to x(3), and -8 ends it.
    {"a loop that may circle, stopped below its start", Sound,
     LOOP "(variable 0 4 4 1)" BODY("(and (<= (loop 0) " N ") (< -5 (loop 0)))") ACCESS("(swrap 4 (+ (loop 0) " M "))", "1", "0"),
     [](Launched &L) {
       L.loop(4, 1, [&](int J) { return J <= L.n && J > -5; }, [&](int J) { return L.x(int4(J + L.m)), true; });
     }},
    // m = -1: x(0) alone.
    {"a step of unknown sign that a condition hides", Sound,
     LOOP "(variable 0 4 0 " M ")" BODY("(< (loop 0) 1)") IF("1", "0", "(<= 0 (loop 0))") ACCESS("(loop 0)", "2", "0"),
     [](Launched &L) {
       L.loop(0, L.m, [&](int J) { return J < 1; },
              [&](int J) {
                if (J >= 0)
                  L.x(J);
                return true;
              });
     }},
    // m = -4: x(0) alone.
    {"a step of unknown sign that a test stops", Sound,
     LOOP "(variable 0 4 0 " M ")" BODY("(and (< (loop 0) 1) (< -3 (loop 0)))") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.loop(0, L.m, [&](int J) { return J < 1 && J > -3; }, [&](int J) { return L.x(J), true; });
     }},
    {"a triangle under a condition on both", Sound,
     LOOP INNER "(variable 0 4 0 1) (variable 1 4 0 1)" BODY("(< (loop 0) " N ")") INNER_BODY("(< (loop 1) (loop 0))")
         IF("2", "1", "(< (+ (loop 0) (loop 1)) " M ")") ACCESS("(loop 1)", "3", "1"),
     [](Launched &L) {
       for (int I = 0; I < L.n; ++I)
         for (int J = 0; J < I; ++J)
           if (I + J < L.m)
             L.x(J);
     }},
    // Each of i and j bounds the other: a cycle has no end.
    {"a triangle under a condition on both and a guard that wraps", Sound,
     "(scope (parent 0) (loop -1) (line 2) always (< (swrap 4 " G ") " N "))"
     "(loop (parent -1) (line 3) (preheader 1) always header-test-first)"
     " (loop (parent 0) (line 4) (preheader 2) always header-test-first)"
     "(variable 0 4 0 1) (variable 1 4 0 1) (scope (parent 1) (loop 0) (line 3) always continue (< (loop 0) 4))"
     "(scope (parent 2) (loop 1) (line 4) always continue (< (loop 1) (loop 0)))"
         IF("3", "1", "(< (+ (loop 0) (loop 1)) " M ")") ACCESS("(loop 1)", "4", "1"),
     [](Launched &L) {
       L.threads([&](int, int Global) {
         for (int I = 0; I < 4 && int4(Global) < L.n; ++I)
           for (int J = 0; J < I; ++J)
             if (I + J < L.m)
               L.x(J);
       });
     }},
    // n = 7, b = 1: 12 is -4, and no thread attains -8.
    {"a walk that starts beyond the type", Sound,
     LOOP "(variable 0 4 (swrap 4 (+ (tid x) (+ " N " 5))) (block x))" BODY("(< (loop 0) " M ")") ACCESS("(loop 0)", "1", "0"),
     [](Launched &L) {
       L.threads([&](int T, int) {
         L.loop(T + L.n + 5, L.b, [&](int J) { return J < L.m; }, [&](int J) { return L.x(J), true; });
       });
     }},
    // 6, 16, 16, ...: none lies between 7 and 15.
    {"an index that data makes jump", Sound,
     "(range (opaque 0) -16 15) (opaque 5 IndexLoaded -1 \"v\")" IF("0", "-1", "(<= 2 (block x))")
     ACCESS("(swrap 4 (+ (* 8 (tid x)) (min (max (opaque 0) 0) 8)))", "1", "-1"),
     [](Launched &L) {
       if (L.b >= 2)
         L.threads([&](int T, int) { L.x(int4(8 * T + (T == 0 ? 6 : T % 2 != 0 ? 8 : 0))); });
     }},
    // 3 threads: 0, 3, 6 and 16, which is 0.
    {"an unsigned index that turns a corner", Sound,
     ACCESS("(uwrap 4 (+ (* 3 (tid x)) (* 10 (min 1 (min (bid x) (max (+ (tid x) -1) 0))))))", "0", "-1"),
     [](Launched &L) {
       L.threads([&](int T, int I) { L.x(uint4(3 * T + 10 * std::min(1, std::min(I / L.b, std::max(T - 1, 0))))); });
     }},
    // n = 7: i = -8 makes no access.
    {"an outer variable that may wrap where the inner loop is empty", Sound,
     LOOP INNER "(variable 0 4 1 1) (variable 1 4 (loop 0) -1)" BODY("(<= (loop 0) " N ")") INNER_BODY("(<= 0 (loop 1))")
         ACCESS("(+ (loop 0) -1)", "2", "1"),
     [](Launched &L) {
       L.loop(1, 1, [&](int I) { return I <= L.n; }, [&](int I) {
         if (I >= 0)
           L.x(I - 1);
         return true;
       });
     }},
    // n = 1 is out of bounds for thread 0 alone.
    {"an extent that the thread decides", Sound,
     "(site (at \"k.cu\" 9 1) \"x\" \"x\" 0 element)"
     " (context (site 0) (index " N ") (extent (+ (tid x) 1)) (scope 0) (loop -1) always)",
     [](Launched &L) { L.threads([&](int T, int) { L.Violated |= L.n < 0 || L.n > T; }); }},
    // m = 1: left at j = 1, before the access.
    {"a break behind an access in some iterations", Exact,
     "(loop (parent -1) (line 3) (preheader 0) always header-test-first (exit (scope 1) (stay-scope 2) exact always (< (loop 0) " M ")))"
     "(variable 0 4 0 1)" BODY("(< (loop 0) " N ")") IF("1", "0", "(< (loop 0) " M ")") IF("1", "0", "(<= 2 (loop 0))") ACCESS("3", "3", "0"),
     [](Launched &L) {
       L.loop(0, 1, [&](int J) { return J < L.n; },
              [&](int J) {
                if (J >= 2)
                  L.x(3);
                return J < L.m;
              });
     }},
    // 9 is -7 as signed, whose residue is 2.
    {"unsigned steps of three", Sound,
     LOOP "(variable 0 4 0 3)" BODY("(< (uwrap 4 (loop 0)) (+ 6 (block x)))")
     "(site (at \"k.cu\" 9 1) \"x\" \"x\" 0 element)"
     " (context (site 0) (index (mod (loop 0) 3)) (extent 1) (scope 1) (loop 0) always)",
     [](Launched &L) {
       for (int U = 0; U < 6 + L.b; U += 3)
         L.Violated |= (int4(U) + 9) % 3 != 0;
     }},
    // i <= rows*columns comes to the row `rows`.
    {"a row past the last of a product", Exact,
     "(scope (parent 0) (loop -1) (line 2) always (<= " ROWS_BY_COLUMNS " 6))" "(loop (parent -1) (line 3) (preheader 1) always header-test-first) (variable 0 4 0 1)"
                   "(scope (parent 1) (loop 0) (line 3) always continue (and (< 0 " M ") (<= (loop 0) " ROWS_BY_COLUMNS ")))"
                   "(site (at \"k.cu\" 9 1) \"x\" \"x\" 0 element)"
                   " (context (site 0) (index (truncdiv (loop 0) (max 0 " M ")))"
                   " (extent (max 0 " N ")) (scope 2) (loop 0) always)",
     [](Launched &L) {
       const int Rows = std::max(L.n, 0);
       if (Rows * L.m <= 6 && L.m > 0)
         for (int I = 0; I <= Rows * L.m; ++I)
           L.Violated |= I / L.m >= Rows;
     }},
    // n = 2, m = 3: i % 3 is 2 as well.
    {"a column in place of a row", Exact,
     SMALL_PRODUCT "(loop (parent -1) (line 3) (preheader 1) always header-test-first) (variable 0 4 0 1)"
                   "(scope (parent 1) (loop 0) (line 3) always continue (< (loop 0) " ROWS_BY_COLUMNS "))"
                   "(site (at \"k.cu\" 9 1) \"x\" \"x\" 0 element)"
                   " (context (site 0) (index (rem (loop 0) (max 0 " M "))) (extent (max 0 " N ")) (scope 2) (loop 0) always)",
     [](Launched &L) {
       const int Rows = std::max(L.n, 0), Columns = std::max(L.m, 0);
       if (Rows * Columns <= 7)
         for (int I = 0; I < Rows * Columns; ++I)
           L.Violated |= I % Columns >= Rows;
     }},
    // 1/(-2*b) is 0; rounded down it would be -1.
    {"a quotient by a multiple below 0", Exact,
    ACCESS("(truncdiv (tid x) (* -2 (block x)))", "0", "-1"), [](Launched &L) { L.x(0); }},
    // n = m = -2: 0, 1, 2, 3 in rows 0, 0, -1, -1.
    {"rows of columns below 0", Exact,
     "(scope (parent 0) (loop -1) (line 2) always (<= (* " N " " M ") 7)) (loop (parent -1) (line 3) (preheader 1) always header-test-first) (variable 0 4 0 1)"
                   "(scope (parent 1) (loop 0) (line 3) always continue (< (loop 0) (* " N " " M ")))"
         ACCESS("(* -1 (truncdiv (loop 0) " M "))", "2", "0"),
     [](Launched &L) {
       if (L.n * L.m <= 7)
         for (int I = 0; I < L.n * L.m; ++I)
           L.x(-(I / L.m));
     }},
    // -1/b is 0 for b > 1, not n - 1.
    {"the last number below a product of 0", Exact, ACCESS("(truncdiv (+ (* (max 0 " N ") (block x)) -1) (block x))", "0", "-1"),
     [](Launched &L) { L.x((std::max(L.n, 0) * L.b - 1) / L.b); }},
    {"a number past a product", Exact, ACCESS("(truncdiv (+ (* (max 0 " N ") (block x)) 1) (block x))", "0", "-1"),
     [](Launched &L) { L.x((std::max(L.n, 0) * L.b + 1) / L.b); }},
    // (2*b - 1)/b is 1, not 0.
    {"the last number below two products", Exact, ACCESS("(floordiv (+ (* 2 (max 0 " N ") (block x)) -1) (block x))", "0", "-1"),
     [](Launched &L) { L.x((2 * std::max(L.n, 0) * L.b - 1 + L.b) / L.b - 1); }},
    // n = 2, m = -6: -5, though n - 1 is positive.
    {"a divisor less a factor of its own", Exact,
     IF("0", "-1", "(<= 1 " N ")") ACCESS("(truncdiv (tid x) (+ (+ (* " N " " M ") (* -1 " M ")) 1))", "1", "-1"),
     [](Launched &L) {
       const int D = L.n * L.m - L.m + 1;
       if (L.n >= 1)
         L.threads([&](int T, int) { L.x(D == 0 ? -1 : T / D); });
     }},
    // n = 0: i = 8 is -8, and below 0*m.
    {"a product that a guard may come round to", Exact, IF("0", "-1", "(< (swrap 4 " G ") " ROWS_BY_COLUMNS ")")
    ACCESS("3", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (int4(I) < std::max(L.n, 0) * std::max(L.m, 0))
           L.x(3);
       });
     }},
    // n = 7: -8/2 passes, and x(4) is made.
    {"a half of what may wrap", Exact,
     IF("0", "-1", "(< (truncdiv (swrap 4 (+ (max 0 " N ") 1)) 2) " E ")") ACCESS("(floordiv (+ (max 0 " N ") 1) 2)", "1", "-1"),
     [](Launched &L) {
       const int Next = std::max(L.n, 0) + 1;
       if (int4(Next) / 2 < L.e)
         L.x(Next / 2);
     }},
    // n = 7: -8/-2 is 4, and 8/-2 is -4.
    {"a quotient by -2 of what may wrap", Exact,
     IF("0", "-1", "(and (<= 0 (truncdiv (swrap 4 (+ (max 0 " N ") 1)) -2)) (< 0 " E "))")
     ACCESS("(truncdiv (swrap 4 (+ (max 0 " N ") 1)) -2)", "1", "-1"),
     [](Launched &L) {
       const int Half = int4(std::max(L.n, 0) + 1) / -2;
       if (Half >= 0 && L.e > 0)
         L.x(Half);
     }},
    // j = n is used, and only then tested.
    {"an access before the test by !=", Sound,
     "(scope (parent 0) (loop -1) (line 2) always (<= 0 " N "))"
     "(loop (parent -1) (line 3) (preheader 1) always (exit (scope 1) (stay-scope 2) exact always (!= (loop 0) " N ")))(variable 0 4 0 1)"
     "(scope (parent 1) (loop 0) (line 3) always continue (!= (loop 0) " N "))" "(site (at \"k.cu\" 9 1) \"x\" \"x\" 0 element) (context (site 0) (index (loop 0)) (extent (max 0 " N ")) (scope 1) (loop 0) always)",
     [](Launched &L) {
       for (int J = 0; J <= L.n; ++J)
         L.Violated |= J >= L.n;
     }},
    // i = 10: 2 in 3 bits, and 10/2 is -3.
    {"a guard from below, and a half of its index", Sound,
     IF("0", "-1", "(<= 2 (swrap 3 " G "))") ACCESS("(swrap 3 (floordiv " G " 2))", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (int3(I) >= 2)
           L.x(int3(I / 2));
       });
     }},
    // i = 10 and 11, whose low bits are 2 and 3.
    {"a guard from below, and one of the whole index", Sound,
     IF("0", "-1", "(and (<= 2 (swrap 3 " G ")) (< 9 " G "))") ACCESS("(swrap 3 " G ")", "1", "-1"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         if (int3(I) >= 2 && I > 9)
           L.x(int3(I));
       });
     }},
    // Thread 5 passes as well as thread 1, and starts at 5.
    {"a guard from below of where a loop starts", Sound,
     "(scope (parent 0) (loop -1) (line 2) always (<= 1 (swrap 2 (tid x))))"
     "(loop (parent -1) (line 3) (preheader 1) always header-test-first) (variable 0 4 (tid x) -1)"
     "(scope (parent 1) (loop 0) (line 3) always continue (<= 0 (loop 0)))" ACCESS("(loop 0)", "2", "0"),
     [](Launched &L) {
       L.threads([&](int T, int) {
         for (int J = (T & 3) == 1 ? T : -1; J >= 0; --J)
           L.x(J);
       });
     }},
    // 1 + 2*ceil(1/-2) is 1.
    {"a quotient by -2, rounded up", Sound,
     "(site (at \"k.cu\" 9 1) \"x\" \"x\" 0 element)"
     "(context (site 0) (index (+ (tid x) (* 2 (ceildiv (tid x) -2)))) (extent 1) (scope 0) (loop -1) always)",
     [](Launched &L) { L.threads([&](int T, int) { L.Violated |= T - 2 * (T / 2) != 0; }); }},
    // From 2 on in 3 bits: 0 and 1 come in the second turn, as 8 and 9, and none is more than 3.
    {"a sum that starts above 0 under a guard from below", Sound,
     LOOP "(variable 0 8 2 1)" BODY("(< (loop 0) (block x))") IF("1", "0", "(<= 0 (swrap 3 (+ (* 4 (bid x)) (loop 0))))")
         ACCESS("(+ 3 (* -1 (swrap 3 (+ (* 4 (bid x)) (loop 0)))))", "2", "0"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         for (int J = 2; J < L.b; ++J)
           if (const int S = int3(4 * (I / L.b) + J); S >= 0)
             L.x(3 - S);
       });
     }},
    {"a sum that starts above 0 under a guard from both sides", Sound,
     LOOP "(variable 0 8 2 1)" BODY("(< (loop 0) (block x))")
         IF("1", "0", "(and (<= 0 (swrap 3 (+ (* 4 (bid x)) (loop 0)))) (< (swrap 3 (+ (* 4 (bid x)) (loop 0))) 3))")
             ACCESS("(+ 3 (* -1 (swrap 3 (+ (* 4 (bid x)) (loop 0)))))", "2", "0"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         for (int J = 2; J < L.b; ++J)
           if (const int S = int3(4 * (I / L.b) + J); S >= 0 && S < 3)
             L.x(3 - S);
       });
     }},
    {"a sum that starts at 0 under a guard from below", Exact,
     LOOP "(variable 0 8 0 1)" BODY("(< (loop 0) (block x))") IF("1", "0", "(<= 0 (swrap 3 (+ (* 4 (bid x)) (loop 0))))")
         ACCESS("(+ 3 (* -1 (swrap 3 (+ (* 4 (bid x)) (loop 0)))))", "2", "0"),
     [](Launched &L) {
       L.threads([&](int, int I) {
         for (int J = 0; J < L.b; ++J)
           if (const int S = int3(4 * (I / L.b) + J); S >= 0)
             L.x(3 - S);
       });
     }},
};

std::shared_ptr<const Problem> problemOf(const Rule &R) {
  std::string Text = "(kernel \"k\" (range (grid x) 1 3) (range (block x) 1 6) (range (bid x) 0 2) (range (tid x) 0 5)"
                     "(range " E " 0 7) (range (loop 0) -8 7) (range (loop 1) -8 7)"
                     "(named " N " \"n\" scalar 0 -1) (named " M " \"m\" scalar 1 -1) (named " E " \"extent(x,0)\" extent 2 0)"
                     "(scope (parent -1) (loop -1) (line 0) always true)";
  auto Read = parseProblem(Text + R.Problem + ")");
  if (auto *Error = std::get_if<ParseError>(&Read)) {
    ADD_FAILURE() << R.Name << ": " << Error->Message;
    return nullptr;
  }
  return std::make_shared<const Problem>(std::move(std::get<Problem>(Read)));
}

class Exhaustive : public testing::TestWithParam<Rule> {};

TEST_P(Exhaustive, launch_checks_say_what_the_kernel_does_in_every_launch) {
  const Rule &R = GetParam();
  auto P = problemOf(R);
  ASSERT_TRUE(P);
  const Plan Asked = place(P, {}).Decided;
  ASSERT_EQ(Asked.isFullyPlaced() && Asked.counts().Launch > 0, R.Means == Exact) << print(*P) << print(Asked);
  PlacementOptions Options;
  Options.SufficientLaunch = R.Means == Sound;
  const Plan Decided = place(P, Options).Decided;
  if (!Decided.isFullyPlaced())
    return; // not before the kernel at all
  std::set<int> Checks;
  for (const Decision &D : Decided.Decisions)
    Checks.insert(D.LaunchChecks.begin(), D.LaunchChecks.end());
  unsigned Passed = 0, Refused = 0, Failures = 0;
  for (int n = -8; n < 8; ++n)
    for (int m = -8; m < 8; ++m)
      for (int e = 0; e <= 7; ++e)
        for (int g = 1; g <= 3; ++g)
          for (int b = 1; b <= 6 && Failures < 3; ++b) {
            Launched L{n, m, e, g, b};
            AtomValues Values = [&](Atom A) -> OptInt {
              return A.Kind == AtomKind::GridDim    ? OptInt(A.A == 0 ? g : 1)
                     : A.Kind == AtomKind::BlockDim ? OptInt(A.A == 0 ? b : 1)
                     : A.Kind == AtomKind::Param    ? OptInt(A.A == 0 ? n : A.A == 1 ? m : e)
                                                    : std::nullopt;
            };
            if (std::any_of(P->Preconditions.begin(), P->Preconditions.end(),
                            [&](const Precondition &C) { return !evaluate(C.Condition, Values).value_or(false); }))
              continue;
            bool Passes = true;
            for (int C : Checks)
              Passes &= evaluate(Decided.LaunchChecks[C].Condition, Values).value_or(false);
            R.Run(L);
            ++(Passes ? Passed : Refused);
            bool Right = L.Violated ? !Passes : Passes || R.Means == Sound;
            Failures += !Right;
            EXPECT_TRUE(Right) << R.Name << ": n=" << n << " m=" << m << " e=" << e << " grid " << g << " block " << b
                               << (L.Violated ? " violates, and passes\n" : " is refused, and violates nothing\n")
                               << print(Decided);
          }
  EXPECT_GT(Passed, 0u);
  EXPECT_EQ(Refused > 0, !Checks.empty());
}

INSTANTIATE_TEST_SUITE_P(FourBits, Exhaustive, testing::ValuesIn(Rules), [](const auto &Of) {
  std::string Name = Of.param.Name;
  for (char &C : Name)
    C = std::isalnum(static_cast<unsigned char>(C)) ? C : '_';
  return Name;
});

} // namespace
