"""The house rules that a machine can hold: sizes, independence of the two paths, lazy imports, documented targets."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("records", "extract", "verify", "corpora", "retrieval", "evaluation", "pipeline", "samples", "benchmarks")
MODULES = sorted(p for package in PACKAGES for p in (ROOT / package).rglob("*.py"))
MODULE_LINES = 500  # hard stop for a module
FUNCTION_LINES = 80  # hard stop for a function
TWIN_LINES = 5  # functions longer than this must not occur in both paths


def functions(path: Path) -> Iterator[ast.FunctionDef]:
    yield from (n for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.FunctionDef))


def lines_of(node: ast.FunctionDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


class Anonymous(ast.NodeTransformer):
    """Takes names, constants, annotations and docstrings out of a tree, so that renaming hides no copy."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name, node.returns, node.decorator_list = "f", None, []
        if node.body and isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant):
            node.body = node.body[1:] or [ast.Pass()]
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return ast.arg(arg="a")

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(id="n", ctx=node.ctx)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return ast.Attribute(value=self.visit(node.value), attr="a", ctx=node.ctx)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return ast.Constant(value=type(node.value).__name__)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        return self.generic_visit(ast.Assign(targets=[node.target], value=node.value or ast.Constant(value=None)))

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        return ast.keyword(arg="k", value=self.visit(node.value))


def shape(node: ast.FunctionDef) -> str:
    copy = ast.parse(ast.unparse(node)).body[0]
    return ast.dump(Anonymous().visit(copy))


def shapes(folder: Path) -> dict[str, str]:
    return {
        shape(node): f"{path.relative_to(ROOT)}:{node.name}"
        for path in sorted(folder.rglob("*.py"))
        for node in functions(path)
        if lines_of(node) > TWIN_LINES
    }


def test_no_module_is_too_long() -> None:
    assert MODULES
    assert [f"{p.relative_to(ROOT)}" for p in MODULES if len(p.read_text("utf-8").splitlines()) > MODULE_LINES] == []


def test_no_function_is_too_long() -> None:
    long = [
        f"{p.relative_to(ROOT)}:{f.name} {lines_of(f)}"
        for p in MODULES
        for f in functions(p)
        if lines_of(f) > FUNCTION_LINES
    ]
    assert long == []


def test_the_two_paths_have_no_twin_functions() -> None:
    plumber, geometry = shapes(ROOT / "extract/plumber"), shapes(ROOT / "extract/geometry")
    assert len(plumber) > 20 and len(geometry) > 20
    assert [(plumber[s], geometry[s]) for s in plumber.keys() & geometry.keys()] == []


def test_the_twin_comparison_sees_a_renamed_copy() -> None:
    one = "def a(x: int) -> int:\n    '''Say.'''\n    y: int = x + 1\n"
    one += "    for z in range(y):\n        y += z\n    return y * 2\n"
    two = "def b(p, q=None):\n    r = p + 7\n    for s in range(r):\n        r += s\n    return r * 3\n"
    three = "def c(x):\n    y = x + 1\n    while y:\n        y -= 1\n    return y\n"
    trees = [shape(ast.parse(source.replace(", q=None", "")).body[0]) for source in (one, two, three)]  # type: ignore[arg-type]
    assert trees[0] == trees[1] != trees[2]


@pytest.mark.parametrize(
    "module", ["pipeline.app", "verify", "corpora", "extract", "records.model", "pipeline.__main__"]
)
def test_import_stays_light(module: str) -> None:
    heavy = [
        "great_expectations",
        "pandas",
        "mlcroissant",
        "spacy",
        "pyserini",
        "torch",
        "pdfplumber",
        "pymupdf",
        "wordfreq",
    ]
    code = f"import sys, {module}; print([m for m in {heavy!r} if m in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert result.stdout.strip() == "[]"


def test_every_folder_of_the_house_says_what_it_is() -> None:
    for package in PACKAGES[:7]:
        for init in (ROOT / package).rglob("__init__.py"):
            assert (ast.get_docstring(ast.parse(init.read_text("utf-8"))) or "").count("\n") >= 1, init
