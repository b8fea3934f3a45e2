"""A table placer: what the placement rules that the best published tile compiler documents make of a kernel's description.

The rules, for one index of one access (its value v, its extent e):

  1. v is constant, or has constant bounds, and e is constant: discharged if it fits.
  2. v is the variable of a loop over the extent of an axis: discharged on that axis; a launch check on another one.
  3. v is constant, a block index or a component of a mapped walk: a launch check.
     2 and 3 move no check out of a condition.
  4. outside loops, anything else: in place.
  5. under a condition in a loop: in place.
  6. v was computed before the loop: hoisted. By position: arithmetic written in the body is computed in the body, with operands
     from before the loop as well. Arguments count as computed before the kernel.
  7. v is the variable of `for j in lo..hi`: hoisted, at hi - 1.
  8. v is a*j + b with constant a and b: hoisted if the extreme surely fits 32 bits, that is, for constant bounds.
  9. anything else, so also the variable of a loop with a step: in place.

A hoisted check stands before the innermost loop. It climbs on out of the loop around if the loop it has just left runs a constant
number of times, at least once, and the check does not depend on the one around. (The documentation can be read to ask that of the
loop around as well; this is the reading in its favour.)

A description is `X[?, 256], Y[?]: statements`: tensors with their extents (`?`: dynamic), then, separated by `;`,

  for j in LO..HI [by STEP] { }        loop in C++'s usual form, `<`
  walk w over X { }                    persistent walk over the tiles of a mapped tensor
  down i from A to B { }, upto i from A to B { }, while CONDITION { }      other loops
  if (CONDITION) { }
  name = VALUE
  X(i, j)                              an access; also within values

A comma after a statement or block begins a remark. Values are in Python's syntax.
"""
import ast
import collections
import re

Placed = collections.namedtuple("Placed", "counts in_loops")  # discharged, hoisted, in place, launch

INT_MAX = 2**31 - 1


class Value:
    """kind: `constant` (lo..hi known), `variable` (of a counted loop), `affine` (of one), `launch` (block index), `other`.
    depth: loops around the place where it is computed. plain: it is a name or a constant, and no arithmetic at the access.
    loop: of `variable`. axis: (tensor, axis) whose extent bounds it."""

    def __init__(self, kind, depth, lo=None, hi=None, plain=True, loop=None, axis=None):
        self.kind, self.depth, self.lo, self.hi, self.plain, self.loop, self.axis = kind, depth, lo, hi, plain, loop, axis


class Loop:
    def __init__(self, needs, runs):
        self.needs = needs  # depth of the deepest value in its bounds
        self.runs = runs    # a constant number of times, at least once


class Placer:
    def __init__(self, text):
        head, _, self.text = text.partition(": ")
        self.extents = {name: [None if e.strip() == "?" else int(e) for e in extents.split(",")]
                        for name, extents in re.findall(r"(\w+)\[([^\]]*)\]", head)}
        self.at = 0
        self.names, self.loops = {}, []
        self.conditions = []  # the loops around each condition around this place
        self.discharged = self.hoisted = self.in_place = self.launch = self.in_loops = 0

    def run(self):
        self.statements()
        return Placed((self.discharged, self.hoisted, self.in_place, self.launch), self.in_loops)

    # -- reading

    def take(self, *ends):
        """The text up to one of `ends` outside brackets, which is left."""
        depth, start = 0, self.at
        while self.at < len(self.text):
            c = self.text[self.at]
            if depth == 0 and any(self.text.startswith(end, self.at) for end in ends):
                break
            depth += (c in "([") - (c in ")]")
            self.at += 1
        return self.text[start:self.at].strip()

    def skip(self, word):
        if not self.text.startswith(word, self.at):
            raise ValueError(f"{self.text!r}: {word!r} expected at {self.at}")
        self.at += len(word)

    def spaces(self):
        while self.at < len(self.text) and self.text[self.at] in " ;":
            self.at += 1

    def statements(self):
        while True:
            self.spaces()
            if self.at == len(self.text) or self.text[self.at] == "}":
                return
            self.statement()
            self.take(";", "}")  # a remark

    def block(self):
        self.skip("{")
        self.statements()
        self.skip("}")

    def statement(self):
        word = re.compile(r"\w+").match(self.text, self.at).group()
        if word in ("for", "walk", "down", "upto", "while"):
            self.loop(word)
        elif word == "if":
            self.skip("if")
            self.value(self.take("{"))
            self.conditions.append(len(self.loops))
            self.block()
            self.conditions.pop()
        else:
            text = self.take(";", "}", ",")
            name, equals, value = text.partition(" = ")
            if equals:
                result = self.value(value)
                result.plain = True
                self.names[name] = result
            else:
                self.value(text)

    def loop(self, word):
        head = self.take("{")
        variable = Value("other", len(self.loops) + 1)
        around = Loop(len(self.loops), False)
        if word == "for":
            name, low, high, step = re.match(r"for (\w+) in (.*?)\.\.(.*?)(?: by (.*))?$", head).groups()
            low, high = self.value(low), self.value(high)
            if step:
                self.value(step)
            else:
                around.needs = max(low.depth, high.depth)
                variable.kind, variable.loop = "variable", around
                if low.kind == high.kind == "constant":
                    around.runs = low.hi < high.lo
                    variable.lo, variable.hi = low.lo, high.hi - 1
                if low.kind == "constant" and low.lo == 0:
                    variable.axis = high.axis
        elif word == "walk":
            name, tensor = re.match(r"walk (\w+) over (\w+)", head).groups()
            variable.kind = "launch"
        elif word == "while":
            name = None
            for changed in {n.id for n in ast.walk(ast.parse(head[len("while "):], mode="eval")) if isinstance(n, ast.Name)}:
                if changed in self.names:
                    self.names[changed] = variable
        else:
            name, low, high = re.match(r"(?:down|upto) (\w+) from (.*) to (.*)$", head).groups()
            self.value(low), self.value(high)
        outside = dict(self.names)
        if name:
            self.names[name] = variable
        self.loops.append(around)
        if word == "while":
            self.value(head[len("while "):])
        self.block()
        self.loops.pop()
        self.names = outside

    # -- values

    def value(self, text):
        return self.of(ast.parse(text.strip(), mode="eval").body)

    def of(self, e):
        here = len(self.loops)
        if isinstance(e, ast.Constant):
            return Value("constant", 0, e.value, e.value)
        if isinstance(e, ast.Name):
            return self.names.get(e.id) or Value("other", 0)  # an argument
        if isinstance(e, ast.Attribute):
            return Value("launch" if e.value.id == "bid" else "other", 0)
        if isinstance(e, ast.Call) and e.func.id == "extent":
            return Value("other", 0, axis=(e.args[0].id, e.args[1].value))
        if isinstance(e, ast.Call) and e.func.id == "size":
            return Value("other", 0)
        if isinstance(e, ast.Call) and e.func.id in self.extents:
            for axis, index in enumerate(e.args):
                self.place(self.of(index), e.func.id, axis)
            return Value("other", here, plain=False)
        if isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.USub):
            return self.arithmetic(ast.Sub(), Value("constant", 0, 0, 0), self.of(e.operand))
        if isinstance(e, ast.BinOp):
            return self.arithmetic(e.op, self.of(e.left), self.of(e.right))
        for part in ast.iter_child_nodes(e):  # calls, comparisons: their accesses count
            if isinstance(part, ast.expr) and not (isinstance(e, ast.Call) and part is e.func):
                self.of(part)
        return Value("other", here, plain=False)

    def arithmetic(self, op, a, b):
        result = Value("other", len(self.loops), plain=False)
        known = [v.lo is not None for v in (a, b)]
        if isinstance(op, (ast.Add, ast.Sub, ast.Mult)):
            if all(known):
                f = {ast.Add: lambda x, y: x + y, ast.Sub: lambda x, y: x - y, ast.Mult: lambda x, y: x * y}[type(op)]
                corners = [f(x, y) for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
                if max(corners) <= INT_MAX and min(corners) >= -INT_MAX:
                    result.lo, result.hi = min(corners), max(corners)
            constants = [v.kind == "constant" for v in (a, b)]
            if all(constants) and result.lo is not None:
                result.kind, result.depth, result.plain = "constant", 0, True
            elif any(constants):
                v = b if constants[0] else a
                if v.kind in ("variable", "affine"):
                    result.kind, result.loop = "affine", v.loop
        return result

    # -- the rules

    def place(self, v, tensor, axis):
        extent, depth = self.extents[tensor][axis], len(self.loops)
        in_bounds = v.lo is not None and extent is not None and 0 <= v.lo and v.hi < extent
        if in_bounds or v.axis == (tensor, axis):
            self.discharged += 1
        elif (v.axis or v.kind in ("constant", "launch")) and not self.conditions:
            self.discharged += 1
            self.launch += 1
        elif depth == 0:
            self.in_place += 1
        elif any(self.conditions):
            self.stays()
        elif v.plain and v.depth < depth or v.loop is self.loops[-1] and (v.kind == "variable" or v.lo is not None):
            self.hoist(v)
        else:
            self.stays()

    def stays(self):
        self.in_place += 1
        self.in_loops += 1

    def hoist(self, v):
        self.hoisted += 1
        at_extreme = v.kind == "variable" or v.kind == "affine" and v.lo is not None
        needs = v.loop.needs if at_extreme else v.depth
        level = len(self.loops) - 1
        while level > needs and self.loops[level].runs:
            level -= 1
        self.in_loops += level > 0


def place(text):
    """What the rules make of the kernel of this description."""
    return Placer(text).run()
