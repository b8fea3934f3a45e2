//===- front/SourceText.cpp - what the user wrote -------------------------===//
#include "front/SourceText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
namespace tilechecks::front {

static constexpr int MaxLines = 16; ///< of one access

const std::vector<std::string> &SourceText::linesOf(const std::string &File) {
  auto [It, New] = Files.try_emplace(File);
  if (New && !File.empty())
    if (auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/true)) {
      SmallVector<StringRef, 0> Lines;
      (*Buffer)->getBuffer().split(Lines, '\n');
      for (StringRef L : Lines)
        It->second.push_back(L.rtrim("\r").str());
    }
  return It->second;
}

static bool isNameChar(char C) { return isAlnum(C) || C == '_'; }

static std::string singleSpaced(StringRef Text) {
  std::string R;
  for (char C : Text.trim()) {
    if (isSpace(C))
      C = ' ';
    if (C != ' ' || R.empty() || R.back() != ' ')
      R += C;
  }
  return R;
}

/// Position behind the bracket that closes the one at Open; npos if none does.
static size_t behindBracket(StringRef Text, size_t Open) {
  int Depth = 0;
  for (size_t I = Open; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == '"' || C == '\'') {
      size_t End = I + 1;
      while (End < Text.size() && Text[End] != C)
        End += Text[End] == '\\' ? 2 : 1;
      I = End;
    } else if (C == '(' || C == '[' || C == '{') {
      ++Depth;
    } else if ((C == ')' || C == ']' || C == '}') && --Depth == 0) {
      return I + 1;
    }
  }
  return StringRef::npos;
}

/// Start of `<4, 8>` in `partition<4, 8>()`, where End is behind the `>`; End if there
/// are none.
static size_t startOfTemplateArguments(StringRef Text, size_t End) {
  if (End == 0 || Text[End - 1] != '>')
    return End;
  int Depth = 0;
  for (size_t I = End; I > 0;) {
    char C = Text[--I];
    Depth += C == '>' || C == ')' ? 1 : C == '<' || C == '(' ? -1 : 0;
    if (Depth == 0)
      return C == '<' && I > 0 && isNameChar(Text[I - 1]) ? I : End;
    if (C == ';' || C == '{' || C == '}')
      return End;
  }
  return End;
}

/// The tensor of an expression that makes partitions and tiles of it: `x` of
/// `x.partition<4>().tile(0).partition<2>()`.
static StringRef withoutPartitions(StringRef Tensor) {
  int Depth = 0;
  for (size_t I = 0; I < Tensor.size(); ++I) {
    char C = Tensor[I];
    Depth += C == '(' || C == '[' ? 1 : C == ')' || C == ']' ? -1 : 0;
    StringRef Rest = Tensor.drop_front(I);
    if (Depth != 0 || I == 0 || !(Rest.consume_front("->") || Rest.consume_front(".")))
      continue;
    if (Rest.consume_front("template "))
      Rest = Rest.ltrim();
    if (Rest.starts_with("partition<"))
      return Tensor.take_front(I).rtrim();
  }
  return Tensor;
}

/// Start of the postfix expression that ends before End: names joined by
/// `.`, `->`, `::`, with calls and subscripts in between.
static size_t startOfExpression(StringRef Text, size_t End) {
  size_t At = End;
  while (true) {
    size_t I = At;
    while (I > 0 && isSpace(Text[I - 1]))
      --I;
    bool Bracket = false;
    while (I > 0 && (Text[I - 1] == ')' || Text[I - 1] == ']')) {
      int Depth = 0;
      do {
        char C = Text[--I];
        Depth += C == ')' || C == ']' ? 1 : C == '(' || C == '[' ? -1 : 0;
      } while (I > 0 && Depth != 0);
      if (Depth != 0)
        return At;
      Bracket = true;
    }
    if (Bracket)
      I = startOfTemplateArguments(Text, I);
    size_t Name = I;
    while (Name > 0 && isNameChar(Text[Name - 1]))
      --Name;
    if (Name == I)
      return Bracket ? I : At;
    At = Name;
    size_t J = At;
    while (J > 0 && isSpace(Text[J - 1]))
      --J;
    StringRef Before = Text.take_front(J);
    if (Before.ends_with("->") || Before.ends_with("::"))
      At = J - 2;
    else if (Before.ends_with("."))
      At = J - 1;
    else
      return At;
  }
}

AccessText SourceText::accessAt(const SourceLocation &Where) {
  AccessText R;
  const std::vector<std::string> &Lines = linesOf(Where.File);
  if (Where.Line < 1 || size_t(Where.Line) > Lines.size() || Where.Column < 1 ||
      size_t(Where.Column) > Lines[Where.Line - 1].size())
    return R;
  std::string Joined = Lines[Where.Line - 1];
  for (int I = 0; I + 1 < MaxLines && size_t(Where.Line + I) < Lines.size(); ++I)
    Joined += "\n" + Lines[Where.Line + I];
  StringRef Text = Joined;

  size_t Member = Where.Column - 1, Open = Member;
  size_t TensorEnd = Member;
  if (isNameChar(Text[Member])) {
    while (Open < Text.size() && isNameChar(Text[Open]))
      ++Open;
    if (Open < Text.size() && Text[Open] == '<') { // vec<4>(i)
      Open = Text.find('(', Open);
    }
    Open = Text.find_first_not_of(" \t\n", Open);
    StringRef Before = Text.take_front(Member).rtrim();
    if (Before.consume_back("->") || Before.consume_back("."))
      TensorEnd = Before.size();
  }
  if (Open >= Text.size() || (Text[Open] != '(' && Text[Open] != '['))
    return R;
  size_t End = behindBracket(Text, Open);
  if (End == StringRef::npos)
    return R;
  size_t Start = startOfExpression(Text, TensorEnd);
  if (Start == TensorEnd && TensorEnd == Open)
    return R;
  R.Tensor = singleSpaced(withoutPartitions(Text.slice(Start, TensorEnd)));
  R.Access = singleSpaced(Text.slice(Start, End));
  StringRef Inner = Text.slice(Open + 1, End - 1);
  size_t From = 0;
  for (size_t I = 0; I <= Inner.size(); ++I) {
    if (I == Inner.size() || Inner[I] == ',') {
      if (!Inner.slice(From, I).trim().empty())
        R.Arguments.push_back(singleSpaced(Inner.slice(From, I)));
      From = I + 1;
    } else if (Inner[I] == '(' || Inner[I] == '[' || Inner[I] == '{') {
      size_t Behind = behindBracket(Inner, I);
      if (Behind == StringRef::npos)
        break;
      I = Behind - 1;
    }
  }
  return R;
}

} // namespace tilechecks::front
