"""Small changes to a module, each of which a test ought to notice.

A site is a place in the syntax tree of a module with the nodes that may stand there instead. Left
alone is what no test could or should notice: annotations, docstrings, words of errors, imports,
decorators, unions of types, ``__repr__``, ``strict=`` of zip, and what only a type checker reads.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass

Place = tuple[ast.AST, str, int | None]
"""Parent, name of its field, and the index where the field is a list."""

COMPARISONS: dict[type, tuple[type, ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type, type] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_PAIRS = (("min", "max"), ("minimum", "maximum"), ("sin", "cos"), ("any", "all"), ("floor", "ceil"))
FUNCTIONS = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}

UNTOUCHED = (ast.Raise, ast.Assert, ast.Import, ast.ImportFrom)
"""Statements in which nothing is changed: they say what is wrong, and do nothing else."""

UNREAD = frozenset({"annotation", "returns", "decorator_list", "format_spec"})


@dataclass(frozen=True)
class Mutant:
    """One change: to which site of which module, with which of its replacements."""

    module: str
    site: int
    choice: int
    line: int
    kind: str
    before: str
    after: str

    @property
    def name(self) -> str:
        """What tells it from all others of the same source."""
        return f"{self.module}:{self.line}:{self.site}.{self.choice}"


@dataclass(frozen=True)
class Site:
    """A place in a tree, the kind of change, and what may stand there instead."""

    place: Place
    node: ast.AST
    kind: str
    choices: tuple[ast.AST, ...]


def sites(source: str) -> list[list[Mutant]]:
    """Return all mutants of a source, by site, with an empty name of module.

    Examples
    --------
    >>> [(m.before, m.after) for (m, *_) in sites("def f(a, b):\\n    return a < b + 1")]
    [('a < b + 1', 'a <= b + 1'), ('b + 1', 'b - 1'), ('1', '2')]
    """
    return [
        [
            Mutant("", number, choice, site.node.lineno, site.kind, *_words(site.node, node))
            for choice, node in enumerate(site.choices)
        ]
        for number, site in enumerate(_sites(ast.parse(source)))
    ]


def mutated(source: str, mutant: Mutant) -> ast.Module:
    """Return the tree of a source with one change made.

    Examples
    --------
    >>> source = "def f(a, b):\\n    return a < b + 1"
    >>> print(ast.unparse(mutated(source, sites(source)[1][0])))
    def f(a, b):
        return a < b - 1
    """
    tree = ast.parse(source)
    site = list(_sites(tree))[mutant.site]
    parent, field, index = site.place
    new = ast.copy_location(site.choices[mutant.choice], site.node)
    if index is None:
        setattr(parent, field, new)
    else:
        getattr(parent, field)[index] = new
    return ast.fix_missing_locations(tree)


def runs_on_import(source: str, line: int) -> bool:
    """Whether a line runs when its module is imported: it lies in no body of a function.

    Examples
    --------
    >>> [runs_on_import("x = 1\\ndef f(a=2):\\n    return a", line) for line in (1, 2, 3)]
    [True, True, False]
    """
    functions = (n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.FunctionDef))
    return not any(f.body[0].lineno <= line <= (f.end_lineno or 0) for f in functions)


def _words(*nodes: ast.AST) -> tuple[str, ...]:
    return tuple(ast.unparse(ast.fix_missing_locations(deepcopy(node))) for node in nodes)


def _sites(tree: ast.AST) -> Iterator[Site]:
    """Yield all sites below a node, in the order of the source."""
    for place, node in _children(tree):
        if _skipped(node):
            continue
        for kind, choices in _changes(tree, place, node):
            if choices:
                yield Site(place, node, kind, tuple(choices))
        yield from _sites(node)


def _children(node: ast.AST) -> Iterator[tuple[Place, ast.AST]]:
    for field, value in ast.iter_fields(node):
        if field in UNREAD or (isinstance(node, ast.ClassDef) and field != "body"):
            continue
        if isinstance(value, list):
            for index, child in enumerate(value):
                if isinstance(child, ast.AST):
                    yield (node, field, index), child
        elif isinstance(value, ast.AST):
            yield (node, field, None), value


def _skipped(node: ast.AST) -> bool:
    match node:
        case ast.FunctionDef(name="__repr__" | "__str__"):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Expr(value=ast.Constant()) | ast.keyword(arg="strict"):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__" | "__slots__")]):
            return True
        case ast.Call(func=ast.Name(id="cast" | "TypeVar" | "NewType")):
            return True
        case ast.BinOp(op=ast.BitOr()):
            return _is_type(node)
    return isinstance(node, UNTOUCHED)


def _changes(parent: ast.AST, place: Place, node: ast.AST) -> Iterator[tuple[str, list[ast.AST]]]:
    """Yield the kinds of change at a node with what may stand in its place."""
    match node:
        case ast.Compare():
            yield "comparison", _comparisons(node)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            swapped = ast.BinOp(left, OPERATORS[type(op)](), right)
            yield "arithmetic", [swapped, left, right]
        case ast.AugAssign(target=target, op=op, value=value):
            if type(op) in OPERATORS:
                yield "arithmetic", [ast.AugAssign(target, OPERATORS[type(op)](), value)]
            yield "deleted", [ast.Pass()]
        case ast.BoolOp(op=op, values=values):
            other = ast.And() if isinstance(op, ast.Or) else ast.Or()
            yield "logic", [ast.BoolOp(other, values), values[0], values[-1]]
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield "sign" if isinstance(node.op, ast.USub) else "logic", [operand]
        case ast.Constant(value=value):
            yield "constant", _constants(value)
        case ast.Call(func=ast.Name(id=name)) if name in FUNCTIONS:
            called = ast.Name(FUNCTIONS[name], ast.Load())
            yield "function", [ast.Call(called, node.args, node.keywords)]
        case ast.Call(func=ast.Attribute(attr=name)) if name in FUNCTIONS:
            called = ast.Attribute(node.func.value, FUNCTIONS[name], ast.Load())
            yield "function", [ast.Call(called, node.args, node.keywords)]
        case ast.Slice():
            yield "slice", _slices(node)
        case ast.Return() if not isinstance(parent, ast.FunctionDef):
            yield "deleted", [ast.Pass()]
        case ast.Continue() | ast.Break() | ast.Expr(value=ast.Call()):
            yield "deleted", [ast.Pass()]
    if place[1] == "test" and not isinstance(node, ast.Compare | ast.BoolOp | ast.UnaryOp):
        yield "logic", [ast.UnaryOp(ast.Not(), node)]


def _is_type(node: ast.AST) -> bool:
    """Whether this is a union of types, ``A | None``: it begins with the name of a class."""
    match node:
        case ast.BinOp(left=left):
            return _is_type(left)
        case ast.Subscript(value=value):
            return _is_type(value)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name[0].isupper() or name in {"int", "float", "str", "tuple", "dict", "list"}
    return False


def _comparisons(node: ast.Compare) -> list[ast.AST]:
    return [
        ast.Compare(node.left, [*node.ops[:at], other(), *node.ops[at + 1 :]], node.comparators)
        for at, op in enumerate(node.ops)
        for other in COMPARISONS[type(op)]
    ]


def _constants(value: object) -> list[ast.AST]:
    match value:
        case bool():
            return [ast.Constant(not value)]
        case int() | float():
            others = [value + 1] if value == 0 else [value + 1, type(value)(0), -value]
            return [ast.Constant(other) for other in others]
    return []


def _slices(node: ast.Slice) -> list[ast.AST]:
    """Bounds that are computed move by one; numbers are constants, and change as such."""
    one = ast.Constant(1)
    moved: list[ast.AST] = []
    if node.lower is not None and not isinstance(node.lower, ast.Constant):
        moved.append(ast.Slice(ast.BinOp(node.lower, ast.Add(), one), node.upper, node.step))
    if node.upper is not None and not isinstance(node.upper, ast.Constant):
        moved.append(ast.Slice(node.lower, ast.BinOp(node.upper, ast.Sub(), one), node.step))
    return moved
