"""Every shape of the Rust test suite in each layout, as `ci/python.sh` has it written to the file `PACKED_SHAPES`:
read, compared with what the library reads, and packed again; and the verdicts on changed bytes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import packed_data
import pytest

UNORDERED = ("Cbor", "haskell::Serialise")

SHAPES = os.environ.get("PACKED_SHAPES")


def lines() -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(SHAPES).read_text().splitlines()] if SHAPES else []


def read_all(value: Any, depth: int = 0) -> None:
    """Read every part of a value, as a program would."""
    if not isinstance(value, packed_data.Value) or depth > 100:
        return
    assert repr(value) and value._repr_html_()
    if isinstance(value, packed_data.Struct):
        for name in value.__match_args__:
            read_all(getattr(value, name), depth + 1)
    elif isinstance(value, packed_data.Map):
        for key, part in value.items():
            read_all(key, depth + 1)
            read_all(part, depth + 1)
            found = value[key]
            assert found == part or found != found or part != part
    elif isinstance(value, (packed_data.List, packed_data.Tuple, packed_data.Set)):
        parts = list(value)
        assert len(parts) == len(value)
        for index, part in enumerate(parts):
            read_all(part, depth + 1)
            if isinstance(value, packed_data.Set):
                assert part in value or part != part
            else:
                assert value[index] == part or part != part or "nan" in repr(part)


@pytest.mark.skipif(SHAPES is None, reason="ci/python.sh writes the shapes")
@pytest.mark.parametrize("line", [pytest.param(line, id=line["name"]) for line in lines()])
def test_shapes(line: dict[str, Any]) -> None:
    schema, layout = packed_data.Schema.parse(line["schema"]), line["layout"]
    for case in line["cases"]:
        data = bytes.fromhex(case["bytes"])
        if "error" in case:
            with pytest.raises(packed_data.InvalidError) as caught:
                packed_data.from_bytes(data, schema, layout)
            error = caught.value
            assert (str(error), error.offset, error.path) == (case["error"], case["offset"], case["path"])
            try:
                lazy = packed_data.from_bytes(data, schema, layout, validate=False)
                packed_data.to_python(lazy)
                repr(lazy)
            except (packed_data.InvalidError, RecursionError):
                pass
            continue
        value = packed_data.from_bytes(data, schema, layout)
        read_all(value)
        assert packed_data.from_bytes(data, schema, layout) == value or "nan" in case["json"].lower()
        plain = packed_data.to_python(value)
        packed = packed_data.pack(plain, schema, layout)
        again = packed_data.from_bytes(packed, schema, layout)
        if isinstance(value, packed_data.Value):
            assert value.to_json() == case["json"]
            # (In these layouts keys may be in any order.)
            is_same = again == value if layout in UNORDERED else again.to_json() == case["json"]
            assert is_same or "nan" in case["json"].lower()
            assert packed_data.pack(value, schema, layout) == data
