#include "core/TensorType.h"

using namespace tilechecks;

namespace {

std::string_view trim(std::string_view S) {
  while (!S.empty() && S.front() == ' ')
    S.remove_prefix(1);
  while (!S.empty() && S.back() == ' ')
    S.remove_suffix(1);
  return S;
}

/// Template arguments of the outermost `Name<...>` in Type, split at commas
/// that stand in no further brackets. Empty if Type is not of that form.
std::vector<std::string_view> argumentsOf(std::string_view Type, std::string_view Name) {
  size_t Open = Type.find('<');
  if (Open == std::string_view::npos || Type.back() != '>')
    return {};
  std::string_view Head = Type.substr(0, Open);
  if (!Head.ends_with(Name))
    return {};
  std::vector<std::string_view> Out;
  size_t Begin = Open + 1;
  int Depth = 0;
  for (size_t I = Begin; I < Type.size(); ++I) {
    char C = Type[I];
    if ((C == ',' && Depth == 0) || (C == '>' && Depth == 0)) {
      Out.push_back(trim(Type.substr(Begin, I - Begin)));
      Begin = I + 1;
    }
    Depth += C == '<' || C == '(';
    Depth -= C == '>' || C == ')';
  }
  return Out;
}

/// On every target that CUDA has.
constexpr std::pair<std::string_view, unsigned> ElementSizes[] = {
    {"float", 4}, {"double", 8}, {"bool", 1},
    {"char", 1}, {"signed char", 1}, {"unsigned char", 1},
    {"short", 2}, {"unsigned short", 2},
    {"int", 4}, {"unsigned int", 4}, {"unsigned", 4},
    {"long", 8}, {"unsigned long", 8},
    {"long long", 8}, {"unsigned long long", 8}};

} // namespace

uint32_t TensorType::offsetOf(size_t Axis) const {
  uint32_t Offset = 8;
  for (size_t I = 0; I < Axis; ++I)
    Offset += Extents[I] >= 0 ? 0 : IndexBits / 8;
  return Offset;
}

std::optional<TensorType> tilechecks::parseTensor(std::string_view Type) {
  auto Args = argumentsOf(Type, "::tensor");
  if (Args.size() != 3)
    return std::nullopt;
  auto Shape = argumentsOf(Args[1], "::extents");
  if (Shape.empty())
    return std::nullopt;
  TensorType T;
  std::string_view Element = Args[0];
  for (std::string_view Const : {"const ", " const"})
    if (Const[0] == ' ' ? Element.ends_with(Const) : Element.starts_with(Const)) {
      T.IsConst = true;
      Element = trim(Const[0] == ' ' ? Element.substr(0, Element.size() - Const.size()) : Element.substr(Const.size()));
    }
  for (auto [Name, Bytes] : ElementSizes)
    if (Element == Name)
      T.ElementBytes = Bytes;
  constexpr std::pair<std::string_view, unsigned> Indices[] = {
      {"int", 32}, {"long", 64}, {"long long", 64}, {"short", 16}, {"signed char", 8}};
  for (auto [Name, Bits] : Indices)
    if (Shape[0] == Name)
      T.IndexBits = Bits;
  if (T.IndexBits == 0)
    return std::nullopt;
  for (size_t I = 1; I < Shape.size(); ++I) {
    std::string_view Digits = Shape[I];
    while (!Digits.empty() && (Digits.back() == 'l' || Digits.back() == 'u'))
      Digits.remove_suffix(1);
    OptInt V = parseInt(Digits);
    if (!V)
      return std::nullopt;
    T.Extents.push_back(*V);
  }
  T.Layout = Args[2].substr(Args[2].rfind(':') == std::string_view::npos ? 0 : Args[2].rfind(':') + 1);
  return T;
}
