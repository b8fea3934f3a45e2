#include "core/Int.h"

#include <algorithm>

using namespace tilechecks;

static constexpr Int MinInt = Int(1) << 127;

OptInt tilechecks::truncDiv(Int A, Int B) {
  if (B == 0 || (A == MinInt && B == -1))
    return std::nullopt;
  return A / B;
}

OptInt tilechecks::floorDiv(Int A, Int B) {
  OptInt Q = truncDiv(A, B);
  if (!Q)
    return std::nullopt;
  return (A % B != 0 && (A < 0) != (B < 0)) ? *Q - 1 : *Q;
}

OptInt tilechecks::ceilDiv(Int A, Int B) {
  OptInt Q = truncDiv(A, B);
  if (!Q)
    return std::nullopt;
  return (A % B != 0 && (A < 0) == (B < 0)) ? *Q + 1 : *Q;
}

OptInt tilechecks::floorMod(Int A, Int B) {
  OptInt Q = floorDiv(A, B);
  if (!Q)
    return std::nullopt;
  // |A - B*Q| < |B|: the true value fits even if the product does not.
  Int R = A % B;
  return (R != 0 && (R < 0) != (B < 0)) ? R + B : R;
}

OptInt tilechecks::truncRem(Int A, Int B) {
  if (!truncDiv(A, B))
    return std::nullopt;
  return A % B;
}

Int tilechecks::wrapUnsigned(unsigned Width, Int A) {
  return A & ((Int(1) << Width) - 1);
}

Int tilechecks::wrapSigned(unsigned Width, Int A) {
  Int U = wrapUnsigned(Width, A);
  return U > maxSigned(Width) ? U - (Int(1) << Width) : U;
}

Int tilechecks::gcd(Int A, Int B) {
  if (A < 0)
    A = -A;
  if (B < 0)
    B = -B;
  while (B != 0) {
    Int R = A % B;
    A = B;
    B = R;
  }
  return A;
}

std::string tilechecks::toString(Int A) {
  if (A == 0)
    return "0";
  bool Negative = A < 0;
  std::string Text;
  while (A != 0) {
    int Digit = static_cast<int>(A % 10);
    Text += static_cast<char>('0' + (Digit < 0 ? -Digit : Digit));
    A /= 10;
  }
  if (Negative)
    Text += '-';
  std::reverse(Text.begin(), Text.end());
  return Text;
}

OptInt tilechecks::parseInt(std::string_view Text) {
  bool Negative = !Text.empty() && Text.front() == '-';
  if (Negative)
    Text.remove_prefix(1);
  if (Text.empty())
    return std::nullopt;
  Int Value = 0;
  for (char C : Text) {
    if (C < '0' || C > '9')
      return std::nullopt;
    OptInt Next = checkedMul(Value, 10);
    if (Next)
      Next = checkedSub(*Next, C - '0');
    if (!Next)
      return std::nullopt;
    Value = *Next; // accumulated as a negative number: covers the minimum
  }
  if (Negative)
    return Value;
  return checkedSub(0, Value);
}
