"""The API reference, from the source: public names of every room with parameters, types, defaults and docstrings.

A room is a package directly in `riverboat`; its public names are those of its `__all__`, and where it has none, those
of its modules. Nothing is imported: the source is parsed (`ast`), so that a page takes milliseconds whatever the room
needs. A class shows its fields and its public methods. The table of parameters has what each one means
(`parameters.py`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

from riverboat.errors import RiverboatError
from riverboat.handbook.parameters import described, usual_meaning, without_section

PACKAGE: Final = "riverboat"
COMMANDS: Final = ("bench", "cli")
"""Rooms that are commands and no library."""
_ROOT: Final = Path(str(files(PACKAGE)))
_LONGEST_VALUE: Final = 120
_MODULE_DOC: Final = re.compile(r'"""(.*?)"""', re.DOTALL)
_PROPERTIES: Final = {"property", "cached_property"}
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class Public(NamedTuple):
    """A public name: where it is defined, the definition, and the text below it if it is a constant."""

    name: str
    module: str
    node: ast.stmt
    note: str


class Parameter(NamedTuple):
    """A parameter as the reference shows it."""

    name: str
    kind: str
    default: str
    meaning: str


@cache
def reference_names() -> tuple[tuple[str, str], ...]:
    """Every room with the first sentence about it."""
    rooms = sorted(path.parent.name for path in _ROOT.glob("*/__init__.py") if path.parent.name not in COMMANDS)
    return tuple((room, _question(f"{PACKAGE}.{room}")) for room in rooms)


def reference_table(folder: str) -> str:
    """All rooms, and the names of `import riverboat` with the rooms they come from, in Markdown."""
    lines = ["## Rooms", "", "| room | what it is |", "|---|---|"]
    lines += [f"| [`{PACKAGE}.{room}`]({folder}{room}.md) | {_cell(what)} |" for room, what in reference_names()]
    lines += ["", "## One import", "", "What `import riverboat` offers by name:", "", "| name | from |", "|---|---|"]
    documented = {room for room, _ in reference_names()}
    for each in _public(PACKAGE):
        room = each.module.split(".")[1] if "." in each.module else ""
        where = f"[`{each.module}`]({folder}{room}.md)" if room in documented else f"`{each.module}`"
        lines.append(f"| `{each.name}` | {where} |")
    return "\n".join([*lines, ""])


def reference_page(room: str) -> str:
    """The page of one room in Markdown."""
    if room not in dict(reference_names()):
        raise RiverboatError(f'reference of "{room[:80]}": there is no such room')
    package = f"{PACKAGE}.{room}"
    lines = [f"# {package}", "", _doc(_tree(package)), ""]
    public = _public(package)
    listed = {(each.name, each.module) for each in public}
    public += [each for each in _public(PACKAGE) if each[:2] not in listed and each.module.startswith(f"{package}.")]
    for each in public:
        lines += _described(each)
    lines += ["## Modules", "", "| module | the question it answers |", "|---|---|"]
    lines += [f"| `{name}` | {_cell(_question(name))} |" for name in _modules(package)]
    return "\n".join([*lines, ""])


def public_parameters(package: str) -> Iterator[tuple[str, Parameter]]:
    """Every parameter of the public functions and methods of a package, with where it is."""
    for each in _public(package):
        name = f"{each.module}.{each.name}"
        if isinstance(each.node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from ((name, found) for found in parameters_of(each.node, bound=False))
        if isinstance(each.node, ast.ClassDef):
            for method, kinds in _methods(each.node):
                if not kinds & _PROPERTIES:
                    bound = "staticmethod" not in kinds
                    yield from ((f"{name}.{method.name}", found) for found in parameters_of(method, bound))


# Finding --------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _tree(module: str) -> ast.Module:
    return ast.parse(_file(module).read_text(encoding="utf-8"))


def _file(module: str) -> Path:
    path = _ROOT.joinpath(*module.split(".")[1:])
    package = path / "__init__.py"
    return package if package.exists() else path.with_suffix(".py")


def _modules(package: str) -> Iterator[str]:
    """The public modules of a package and of those in it."""
    folder = _file(package).parent
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        parts = parts[:-1] if parts[-1] == "__init__" else parts
        if parts and not any(part.startswith("_") for part in parts):
            yield ".".join((package, *parts))


def _public(package: str) -> list[Public]:
    """What a package offers; what the modules offer that a room lists, or all of them where it lists nothing."""
    if listed := _listed(package):
        found = {name: _definition(name, package) for name in listed}
        modules = [f"{package}.{name}" for name, each in found.items() if each is None and package != PACKAGE]
        return [
            *(each for each in found.values() if each is not None),
            *(each for module in modules if _file(module).exists() for each in _offered(module)),
        ]
    return [each for module in _modules(package) if module.count(".") == 2 for each in _offered(module)]


def _offered(module: str) -> list[Public]:
    if listed := _listed(module):
        return [each for name in listed if (each := _definition(name, module)) is not None]
    names = [node.name for node in _tree(module).body if isinstance(node, _Function | ast.ClassDef)]
    return [each for name in names if name[0] != "_" and (each := _definition(name, module)) is not None]


def _listed(module: str) -> list[str]:
    for node in _tree(module).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return [str(name) for name in ast.literal_eval(node.value)]
    return []


def _definition(name: str, module: str) -> Public | None:
    """Where a name that a module has is defined, through all imports; None if it is a module itself."""
    body = _tree(module).body
    for node, following in zip(body, [*body[1:], ast.Pass()], strict=True):
        if isinstance(node, _Function | ast.ClassDef) and node.name == name:
            return Public(name, module, node, "")
        if name in _assigned(node):
            return Public(name, module, node, _string(following))
    for imported in ast.walk(_tree(module)):
        if isinstance(imported, ast.ImportFrom) and (imported.module or "").startswith(PACKAGE):
            for alias in imported.names:
                if (alias.asname or alias.name) == name and _file(str(imported.module)).exists():
                    inner = f"{imported.module}.{alias.name}"
                    return None if _file(inner).exists() else _definition(alias.name, str(imported.module))
    return None


def _assigned(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.Assign):
        return [ast.unparse(target) for target in node.targets]
    return [ast.unparse(node.target)] if isinstance(node, ast.AnnAssign) else []


# Describing -----------------------------------------------------------------------------------------------------------


def _described(public: Public) -> list[str]:
    node = public.node
    lines = [f"## {public.name}", "", f"`{public.module}`", ""]
    if isinstance(node, ast.ClassDef):
        return [*lines, *_class(node)]
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return [*lines, *_function(node, public.name)]
    value = ast.unparse(node)
    return [*lines, public.note, "", *(_code(value) if len(value) <= _LONGEST_VALUE else ())]


def _function(node: _Function, name: str, bound: bool = False) -> list[str]:
    return [*_code(_signature(node, name, bound)), _doc(node), "", *_parameters(node, bound)]


def _class(node: ast.ClassDef) -> list[str]:
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    lines = [*_code(f"class {node.name}({bases})" if bases else f"class {node.name}"), _doc(node), ""]
    fields = [
        (ast.unparse(each.target), each, _string(following))
        for each, following in zip(node.body, [*node.body[1:], ast.Pass()], strict=True)
        if isinstance(each, ast.AnnAssign) and not ast.unparse(each.target).startswith("_")
    ]
    if fields:
        lines += ["| field | type | default | meaning |", "|---|---|---|---|"]
        for name, each, note in fields:
            kind, default = ast.unparse(each.annotation), "" if each.value is None else _quoted(ast.unparse(each.value))
            meaning = note or usual_meaning(name, kind)
            lines.append(f"| `{name}` | {_quoted(kind)} | {default} | {_cell(meaning)} |")
        lines.append("")
    for method, kinds in _methods(node):
        if method.name == "__init__":
            lines += [*_code(_signature(method, node.name, True)), _doc(method), "", *_parameters(method, True)]
            continue
        lines += [f"### {node.name}.{method.name}", ""]
        if kinds & _PROPERTIES:
            returns = f": {ast.unparse(method.returns)}" if method.returns else ""
            lines += [*_code(f"{method.name}{returns}"), _doc(method), ""]
        else:
            lines += _function(method, method.name, bound="staticmethod" not in kinds)
    return lines


def _methods(node: ast.ClassDef) -> Iterator[tuple[_Function, set[str]]]:
    """The public methods of a class with the names of their decorators, each once.

    Those of a base class that say nothing new are described there.
    """
    for method in node.body:
        if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef):
            kinds = {ast.unparse(one).rpartition(".")[2] for one in method.decorator_list}
            says_nothing = (bool(node.bases) and not ast.get_docstring(method)) or "overload" in kinds
            if method.name == "__init__" or not (method.name.startswith("_") or says_nothing):
                yield method, kinds


def _signature(node: _Function, name: str, bound: bool) -> str:
    arguments = ", ".join(_argument_texts(node.args, bound))
    return f"{name}({arguments})" + (f" -> {ast.unparse(node.returns)}" if node.returns and name == node.name else "")


def _argument_texts(args: ast.arguments, bound: bool) -> Iterator[str]:
    defaults = [None] * (len(args.posonlyargs) + len(args.args) - len(args.defaults)) + [*args.defaults]
    for number, (each, default) in enumerate(zip([*args.posonlyargs, *args.args], defaults, strict=True)):
        if not (bound and number == 0):
            yield each.arg + (f"={ast.unparse(default)}" if default is not None else "")
        if args.posonlyargs and number == len(args.posonlyargs) - 1:
            yield "/"
    if args.vararg or args.kwonlyargs:
        yield f"*{args.vararg.arg}" if args.vararg else "*"
    for each, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        yield each.arg + (f"={ast.unparse(default)}" if default is not None else "")
    if args.kwarg:
        yield f"**{args.kwarg.arg}"


def _parameters(node: _Function, bound: bool) -> list[str]:
    """The table of parameters with types, defaults and meanings; nothing if there are none."""
    found = parameters_of(node, bound)
    if not found:
        return []
    lines = ["| parameter | type | default | meaning |", "|---|---|---|---|"]
    for each in found:
        kind, default = (_quoted(text) if text else "" for text in (each.kind, each.default))
        lines.append(f"| `{each.name}` | {kind} | {default} | {_cell(each.meaning)} |")
    return [*lines, ""]


def parameters_of(node: _Function, bound: bool) -> list[Parameter]:
    """The parameters of a function, or of a method without the object or class that it is bound to."""
    args = node.args
    placed = [*args.posonlyargs, *args.args]
    defaults: list[ast.expr | None] = [None] * (len(placed) - len(args.defaults)) + [*args.defaults]
    rows = [("", *row) for row in zip(placed, defaults, strict=True)][1 if bound else 0 :]
    rows += [("*", args.vararg, None)] if args.vararg else []
    rows += [("", *row) for row in zip(args.kwonlyargs, args.kw_defaults, strict=True)]
    rows += [("**", args.kwarg, None)] if args.kwarg else []
    said = described(ast.get_docstring(node) or "")
    found = []
    for stars, each, default in rows:
        name, kind = stars + each.arg, ast.unparse(each.annotation) if each.annotation else ""
        meaning = said.get(each.arg) or usual_meaning(name, kind)
        found.append(Parameter(name, kind, "" if default is None else ast.unparse(default), meaning))
    return found


def _doc(node: ast.Module | ast.ClassDef | _Function | ast.stmt) -> str:
    """A docstring without its parameters; links in it, which are relative to somewhere else, are only shown."""
    if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return ""
    text = without_section(ast.get_docstring(node) or "")
    return re.sub(r"\[([^\]]*)\]\(([^)]*)\)", r"\1", text)


def _string(node: ast.stmt) -> str:
    """The text of a statement that is only a text: the note below a constant or a field."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return " ".join(node.value.value.split())
    return ""


@cache
def _question(module: str) -> str:
    """The first sentence of a module's docstring, which says what the module is for."""
    found = _MODULE_DOC.match(_file(module).read_text(encoding="utf-8"))
    first = " ".join(found.group(1).split("\n\n")[0].split()) if found else ""
    return re.split(r"(?<=[.?!]) (?=[A-Z`])", first)[0]


def _code(text: str) -> list[str]:
    return ["```python", text, "```", ""]


def _quoted(text: str) -> str:
    return f"`{_cell(text if len(text) <= _LONGEST_VALUE else text[:_LONGEST_VALUE] + '...')}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
