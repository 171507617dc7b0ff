"""A program with types, which pyright checks in strict mode: what the package returns is what its stub says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import packed_data
from packed_data import Compatibility, File, PackedError, Records, Schema, Struct


def names(records: Sequence[Any]) -> list[str]:
    return [record.name for record in records]


def first_error(file: File) -> tuple[str, str, int | None, int | None] | None:
    found: list[PackedError] = file.check()
    return (found[0].kind, found[0].path, found[0].offset, found[0].record) if found else None


def test_a_typed_program(tmp_path: Path) -> None:
    path = tmp_path / "people.packed"
    count: int = packed_data.write(path, [{"name": "Ada", "age": 36}, {"name": "Alan", "age": 41}], key="age")
    opened = packed_data.open(path)
    assert isinstance(opened, File)
    with opened as file:
        schema: Schema = file.schema
        some: Records = file[::-1]
        older: Iterator[Any] = file.where("age > 40")
        assert names(file) == names(some)[::-1] == ["Ada", "Alan"]
        assert names(list(older)) == names(list(file.by_key(41))) == ["Alan"]
        assert len(file) == count == 2
        assert first_error(file) is None
        key: str | None = file.key
        metadata: dict[str, str] = file.metadata
        assert key == "age"
        assert isinstance(metadata, dict)
        verdict: Compatibility = schema.can_read(schema)
        assert verdict
        assert [difference.rule for difference in verdict.differences] == []
        kind: type[Struct] = schema.types["Record"]
        assert isinstance(file[0], kind)
        assert list(schema.types) == ["Record"]
        match file[0]:
            case Struct(name=str(name)):
                assert name == "Ada"
            case _:
                raise AssertionError
        data: bytes = packed_data.pack(file[1], schema)
        assert packed_data.from_bytes(memoryview(data), schema) == file[1]
        offset: int = packed_data.offset_of(file[1])
        assert (offset, packed_data.type_of(file[1]), packed_data.layout_of(file[1])) == (0, "Record", "Compact")
