"""The documentation: the README's code runs, and `help()` says what the stub says."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

import packed_data
import pytest

HERE = Path(__file__).parent
STUB = Path(packed_data.__file__).parent / "_native.pyi"


def test_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("polars")
    text = (HERE.parent / "README.md").read_text()
    code = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "README.md", "exec"), {})


def test_the_module_exports_what_the_stub_declares() -> None:
    names = {
        node.name
        for node in ast.parse(STUB.read_text()).body
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name != "ArrowStream"
    }
    exceptions = {"PackedError", "InvalidError", "FileError", "SchemaError", "PathError", "PackError"} | {
        "UnfinishedFileWarning"
    }
    others = {"LAYOUTS", "__version__", "Cbor", "Duration", "Time", "Unknown"}
    assert set(packed_data.__all__) == names | exceptions | others


def documented() -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for node in ast.parse(STUB.read_text()).body:
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)) or node.name == "ArrowStream":
            continue
        members = node.body if isinstance(node, ast.ClassDef) else []
        for member in [node, *members]:
            if isinstance(member, (ast.ClassDef, ast.FunctionDef)) and (doc := ast.get_docstring(member)):
                name = node.name if member is node else f"{node.name}.{member.name}"
                found.append((name, doc))
    return found


@pytest.mark.parametrize(("name", "doc"), documented())
def test_docstrings(name: str, doc: str) -> None:
    found: object = packed_data
    for part in name.split("."):
        found = getattr(found, part)
    actual = inspect.getdoc(found)
    assert actual is not None
    assert actual.split() == doc.split()
