"""Arrow: out and back, with what reads and writes it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import packed_data
import pytest
from packed_data import Schema

pyarrow = pytest.importorskip("pyarrow")

RECORDS: list[dict[str, Any]] = [
    {"id": 1, "name": "to", "tags": ["a", "b"], "price": 0.5, "note": None},
    {"id": 2, "name": "be", "tags": [], "price": 1.5, "note": "x"},
    {"id": 3, "name": "or", "tags": ["c"], "price": 2.5, "note": None},
]


@pytest.fixture(params=["Compact", "Indexed", "Cbor"])
def file(request: Any, tmp_path: Path) -> packed_data.File:
    packed_data.write(tmp_path / "records.packed", RECORDS, layout=request.param)
    return packed_data.open(tmp_path / "records.packed")


def test_tables(file: packed_data.File, tmp_path: Path) -> None:
    table = file.to_arrow()
    assert table.to_pylist() == RECORDS
    assert pyarrow.table(file).equals(table)
    assert file.to_arrow(["name"], where="id > 1").to_pylist() == [{"name": "be"}, {"name": "or"}]
    assert file[::-1].to_arrow().to_pylist() == RECORDS[::-1]
    batches = list(pyarrow.RecordBatchReader.from_stream(file.arrow_stream(rows=2)))
    assert [batch.num_rows for batch in batches] == [2, 1]
    back = tmp_path / "back.packed"
    assert packed_data.write(back, table, layout=file.layout) == 3
    assert [record.to_python() for record in packed_data.open(back)] == RECORDS
    assert packed_data.open(back).schema == file.schema
    packed_data.write(back, table, schema=file.schema)
    assert list(packed_data.open(back)) == list(file)


def test_errors(file: packed_data.File, tmp_path: Path, schema: Callable[..., Schema]) -> None:
    with pytest.raises(packed_data.PackError, match="no such column"):
        file.to_arrow(["nothing"])
    with pytest.raises(ValueError, match="union"):
        file.to_arrow(enums="other")  # pyright: ignore[reportArgumentType]
    wrong = schema("struct 6:Record 1 2:id #1", "str")
    with pytest.raises(packed_data.PackError) as caught:
        packed_data.write(tmp_path / "x", pyarrow.table({"id": [1, 2]}), schema=wrong)
    assert (caught.value.record, caught.value.path) == (0, "Record.id")
    with pytest.raises(packed_data.PackError, match="date32|Date32"):
        packed_data.write(tmp_path / "x", pyarrow.table({"d": pyarrow.array([1], pyarrow.date32())}))
    tree = schema("enum 4:Tree 2 4:Leaf 0 4:Node 1 1:0 #0")
    packed_data.write(tmp_path / "tree", ["Leaf"], schema=tree)
    with pytest.raises(packed_data.PackError, match="contains itself"):
        packed_data.open(tmp_path / "tree").to_arrow()
    stream = pyarrow.RecordBatchReader.from_stream(file.arrow_stream())
    assert packed_data.write(tmp_path / "y", stream) == 3
    assert not (tmp_path / "x").exists()


def test_enums(tmp_path: Path, schema: Callable[..., Schema]) -> None:
    shapes = schema("struct 1:S 1 1:a #1", "enum 5:Shape 2 3:Dot 0 6:Circle 1 6:radius #2", "f64")
    records: list[Any] = [{"a": "Dot"}, {"a": {"Circle": {"radius": 2.0}}}]
    packed_data.write(tmp_path / "shapes", records, schema=shapes)
    file = packed_data.open(tmp_path / "shapes")
    for enums in ("union", "struct"):
        table = pyarrow.table(file.arrow_stream(enums=enums))
        assert (str(table.schema.field("a").type).startswith("dense_union")) == (enums == "union")
        packed_data.write(tmp_path / "back", table, schema=shapes)
        assert list(packed_data.open(tmp_path / "back")) == list(file)


def test_damage_is_an_error(tmp_path: Path, schema: Callable[..., Schema]) -> None:
    event = schema("struct 5:Event 1 4:text #1", "str")
    path = tmp_path / "events.packed"
    packed_data.write(path, ({"text": f"text {number}"} for number in range(20_000)), schema=event)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    file = packed_data.open(path)
    with pytest.raises(packed_data.FileError, match="events.packed: damaged: ") as caught:
        file.to_arrow()
    assert caught.value.kind == "Damaged" and caught.value.record
    with pytest.raises(packed_data.FileError):
        file.to_arrow(where='text = "text 3"')
    with pytest.raises(Exception, match="events.packed: damaged: .* from number"):
        pyarrow.table(file)
    # (The reader takes texts of one character only.)
    packed_data.write(path, [{"text": "a"}, {"text": "bc"}], schema=event, layout="Cbor")
    narrow = packed_data.open(path, schema=schema("struct 5:Event 1 4:text #1", "char"))
    with pytest.raises(packed_data.InvalidError, match="record 1: ") as invalid:
        narrow.to_arrow()
    assert (invalid.value.record, invalid.value.path) == (1, "Event.text")


def test_polars(file: packed_data.File, tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(file.arrow_stream())
    assert frame.to_dicts() == RECORDS
    assert polars.DataFrame(file[1:].arrow_stream()).to_dicts() == RECORDS[1:]
    assert polars.DataFrame(file.arrow_stream(["id"], where="id > 1")).to_dicts() == [{"id": 2}, {"id": 3}]
    assert polars.from_arrow(file.to_arrow()).to_dicts() == RECORDS
    packed_data.write(tmp_path / "frame", frame)
    assert [record.to_python() for record in packed_data.open(tmp_path / "frame")] == RECORDS


def test_duckdb(file: packed_data.File) -> None:
    duckdb = pytest.importorskip("duckdb")
    rows = duckdb.sql("select name, len(tags) from file where id <> 2 order by id").fetchall()
    assert rows == [("to", 2), ("or", 1)]
