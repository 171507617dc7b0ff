"""The same records from all kinds of objects, to each layout, with a schema and by inference; and what the command
`packed` makes of them, if the variable `PACKED` names it."""
# pyright: basic

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import packed_data
import pytest
from packed_data import LAYOUTS, Schema

PACKED = os.environ.get("PACKED")
ORDER = (
    "struct 5:Order 4 2:id #1 4:name #2 5:items #3 4:paid #4",
    "u32",
    "str",
    "sequence #5",
    "optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #6",
    "struct 4:Item 2 3:sku #2 5:count #1",
    "f64",
)


@dataclasses.dataclass(frozen=True)
class Item:
    sku: str
    count: int


@dataclasses.dataclass
class Order:
    id: int
    name: str
    items: list[Item]
    paid: float | None = None


class ItemTuple(NamedTuple):
    sku: str
    count: int  # pyright: ignore[reportIncompatibleMethodOverride]


class OrderTuple(NamedTuple):
    id: int
    name: str
    items: tuple[ItemTuple, ...]
    paid: float | None


PLAIN: list[dict[str, Any]] = [
    {"id": 1, "name": "ü", "items": [], "paid": None},
    {"id": 2**32 - 1, "name": "b" * 300, "items": [{"sku": "x", "count": 3}, {"sku": "", "count": 0}], "paid": 0.1},
    {"id": 0, "name": "", "items": [{"sku": "y\n", "count": 1}], "paid": -1e300},
]


def forms(schema: Schema) -> Iterator[tuple[str, Any]]:
    """The records as objects of many kinds."""
    yield "dicts", PLAIN
    yield "a generator", (dict(record) for record in PLAIN)
    yield "other mappings", [MappingProxyType(OrderedDict(record)) for record in PLAIN]
    yield "dicts in another order", [dict(reversed(record.items())) for record in PLAIN]
    yield (
        "dataclasses",
        [Order(of["id"], of["name"], [Item(**item) for item in of["items"]], of["paid"]) for of in PLAIN],
    )
    yield (
        "named tuples",
        tuple(
            OrderTuple(of["id"], of["name"], tuple(ItemTuple(**item) for item in of["items"]), of["paid"])
            for of in PLAIN
        ),
    )
    types = schema.types
    yield (
        "values that are made",
        [types.Order(**{**of, "items": [types.Item(**item) for item in of["items"]]}) for of in PLAIN],
    )
    yield "lazy values", [packed_data.from_bytes(packed_data.pack(of, schema), schema) for of in PLAIN]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_forms_and_layouts(layout: str, tmp_path: Path, schema: Callable[..., Schema]) -> None:
    orders = schema(*ORDER)
    packed_records: set[tuple[bytes, ...]] = set()
    for name, records in forms(orders):
        path = tmp_path / name
        try:
            assert packed_data.write(path, records, schema=orders, layout=layout) == len(PLAIN)
        except packed_data.SchemaError:
            assert layout.startswith("haskell::PackedData")
            return
        file = packed_data.open(path)
        assert (file.layout, file.schema) == (layout, orders)
        assert [record.to_python() for record in file] == PLAIN, name
        assert file.check() == []
        # (Files have marks of chance between their blocks; records are the same bytes.)
        packed_records.add(tuple(packed_data.pack(record, orders, layout) for record in file))
        packed_records.add(tuple(packed_data.pack(record, orders, layout) for record in PLAIN))
        with packed_data.Writer(tmp_path / "one by one", orders, layout) as writer:
            for number, record in enumerate(PLAIN):
                assert writer.write(record) == number
        one_by_one = tmp_path / "one by one"
        assert list(packed_data.open(one_by_one)) == list(file)
        assert one_by_one.stat().st_size == path.stat().st_size
    assert len(packed_records) == 1


def test_errors_name_the_part_that_is_wrong(tmp_path: Path, schema: Callable[..., Schema]) -> None:
    item = schema("struct 4:Item 2 3:sku #1 5:count #2", "str", "u32")
    items = schema("sequence #1", "struct 4:Item 2 3:sku #2 5:count #3", "str", "u32")
    cases: list[tuple[Any, str, str]] = [
        ({"sku": "a"}, "the field `count` is missing in Item.count", "Item.count"),
        ({"count": 1}, "the field `sku` is missing in Item.sku", "Item.sku"),
        ({}, "the field `sku` is missing in Item.sku", "Item.sku"),
        ({"sku": "a", "count": 1, "price": 2}, "no field `price`", ""),
        ({"price": 2, "sku": "a", "count": 1}, "no field `price`", ""),
        ({"count": "x", "sku": "a"}, 'invalid value: string "x", expected u32 in Item.count', "Item.count"),
        ({"count": "\ud800", "sku": "a"}, "expected Unicode text, found a lone surrogate in Item.count", "Item.count"),
        (["a"], "invalid length 1, expected 2 fields", ""),
        (["a", 1, 2], "invalid length 3, expected 2 fields", ""),
    ]
    for value, message, path in cases:
        with pytest.raises(packed_data.PackError) as caught:
            packed_data.pack(value, item)
        assert (str(caught.value), caught.value.path) == (message, path)
        with pytest.raises(packed_data.PackError) as caught:
            packed_data.pack([{"sku": "a", "count": 1}, value], items)
        assert caught.value.path == " > ".join(filter(None, ["[1]", path]))
        with packed_data.Writer(tmp_path / "x", item) as writer, pytest.raises(packed_data.PackError) as caught:
            writer.write(value)
        assert (str(caught.value), caught.value.path) == ("record 0: " + message, path)


def test_inference_agrees_with_the_schema(tmp_path: Path, schema: Callable[..., Schema]) -> None:
    inferred = Schema.infer(PLAIN, "Order")
    assert inferred == Schema.infer((dict(record) for record in PLAIN), "Order")
    path = tmp_path / "orders"
    packed_data.write(path, PLAIN)
    assert [record.to_python() for record in packed_data.open(path)] == PLAIN
    assert packed_data.open(path)[1].items[0].sku == "x"
    packed_data.write(path, [Order(1, "a", [Item("b", 2)])])
    assert packed_data.open(path)[0].to_python() == {
        "id": 1,
        "name": "a",
        "items": [{"sku": "b", "count": 2}],
        "paid": None,
    }


def test_errors_name_the_record_and_leave_the_old_file(tmp_path: Path, schema: Callable[..., Schema]) -> None:
    orders = schema(*ORDER)
    path = tmp_path / "orders"
    packed_data.write(path, PLAIN, schema=orders)
    before = path.read_bytes()
    bad: list[tuple[Mapping[str, Any], str]] = [
        ({**PLAIN[1], "items": [{"sku": "x", "count": -1}]}, "Order.items > [0] > Item.count"),
        ({**PLAIN[1], "id": "many"}, "Order.id"),
        ({key: part for key, part in PLAIN[1].items() if key != "name"}, ""),
    ]
    for record, place in bad:
        with pytest.raises(packed_data.PackError) as caught:
            packed_data.write(path, [PLAIN[0], PLAIN[1], record], schema=orders)
        assert caught.value.record == 2
        assert place in caught.value.path
        assert path.read_bytes() == before
    assert [found.name for found in tmp_path.iterdir()] == ["orders"]
    with pytest.raises(FileExistsError):
        packed_data.write(path, PLAIN, schema=orders, overwrite=False)
    assert path.read_bytes() == before


def packed(*arguments: str | Path, fails: bool = False) -> str:
    assert PACKED
    found = subprocess.run([PACKED, *arguments], capture_output=True, text=True, timeout=60)
    assert (found.returncode != 0) == fails, found.stderr
    return found.stdout


@pytest.mark.skipif(PACKED is None, reason="ci/python.sh builds the command")
def test_the_command_reads_the_same(tmp_path: Path, schema: Callable[..., Schema]) -> None:
    orders = schema(*ORDER)
    for layout in ("Compact", "Indexed", "Cbor"):
        path = tmp_path / f"{layout}.packed"
        packed_data.write(path, PLAIN * 50, schema=orders, layout=layout, metadata={"by": "a test"})
        file = packed_data.open(path)
        packed("check", path)
        lines = packed("cat", path).splitlines()
        assert lines == [record.to_json() for record in file]
        assert [json.loads(line) for line in lines] == [record.to_python() for record in file] == PLAIN * 50
        condition = 'id < 2 and name != "ü"'
        assert packed("cat", path, "--where", condition).splitlines() == [
            record.to_json() for record in file.where(condition)
        ]
        assert packed("schema", path).strip() == str(file.schema).strip()


@pytest.mark.skipif(PACKED is None, reason="ci/python.sh builds the command")
def test_the_command_infers_the_same(tmp_path: Path) -> None:
    # (The name of the type is that of the file.)
    source, theirs, ours = tmp_path / "records.jsonl", tmp_path / "theirs", tmp_path / "ours"
    source.write_text("".join(json.dumps(record) + "\n" for record in PLAIN))
    packed("pack", source, "-o", theirs)
    packed_data.write(ours, PLAIN)
    assert packed_data.open(theirs).schema == packed_data.open(ours).schema
    assert list(packed_data.open(theirs)) == list(packed_data.open(ours))


@pytest.mark.skipif(PACKED is None, reason="ci/python.sh builds the command")
def test_the_command_finds_the_same_damage(tmp_path: Path, schema: Callable[..., Schema]) -> None:
    orders = schema(*ORDER)
    path = tmp_path / "orders.packed"
    packed_data.write(path, PLAIN * 50, schema=orders)
    data = bytearray(path.read_bytes())
    for at in range(len(data) // 3, len(data), len(data) // 37):
        changed = bytearray(data)
        changed[at] ^= 0x10
        path.write_bytes(changed)
        try:
            is_fine = packed_data.open(path).check() == []
        except packed_data.PackedError:
            is_fine = False
        packed("check", path, fails=not is_fine)
