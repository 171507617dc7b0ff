"""Bytes that are wrong: every byte of small values set to every value, and random changes. What is accepted is a value
whose parts can all be read, and which packs to a value of the same parts; what is refused has a place."""
# pyright: basic

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import packed_data
import pytest
from packed_data import LAYOUTS, Schema

TREE = (
    "struct 4:Root 5 4:name #1 4:tree #2 4:keys #3 4:time #4 4:wide #5",
    "str",
    "enum 4:Tree 3 4:Leaf 0 4:Node 2 4:left #2 5:right #2 4:List 1 1:0 #6",
    "sorted #7",
    "SystemTime",
    "sequence #8",
    "sequence #2",
    "entry 3:Map 2 3:key #1 5:value #9",
    "u16",
    "optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #10",
    "bool",
)
VALUE: dict[str, Any] = {
    "name": "späť",
    "tree": {"Node": {"left": "Leaf", "right": {"List": ["Leaf", {"Node": {"left": "Leaf", "right": "Leaf"}}]}}},
    "keys": {"a": None, "b": True, "c": False},
    "time": packed_data.Time(-1, 5),
    "wide": [0, 250, 251, 65535],
}
SMALL = (
    "struct 1:S 3 1:a #1 1:b #2 1:c #3",
    "char",
    "sequence #1",
    "optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #1",
)


def changes(data: bytes, count: int) -> Iterator[bytes]:
    """Random changes, the same in each run."""
    chance = random.Random(len(data))
    for _ in range(count):
        changed = bytearray(data)
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(changed) + 1)
            match chance.randrange(5):
                case 0:
                    del changed[at:]
                case 1:
                    changed.insert(at, chance.choice((0, 1, 0x7F, 0x80, 0xFB, 0xFF)))
                case 2:
                    del changed[at : at + 1]
                case 3 if at < len(changed):
                    changed[at] = chance.randrange(256)
                case _:
                    begin = chance.randrange(len(data))
                    changed[at:at] = data[begin : begin + 9]
        yield bytes(changed)


def touch(value: Any, path: str = "", depth: int = 0) -> None:
    """Read each part of a value once, as a program would that trusts nothing."""
    assert depth < 1000
    if isinstance(value, packed_data.Struct):
        for name in value.__match_args__:
            touch(getattr(value, name), f"{path}.{name}", depth + 1)
    elif isinstance(value, packed_data.Map):
        for key, part in value.items():
            touch(key, path, depth + 1)
            touch(part, path, depth + 1)
    elif isinstance(value, (packed_data.List, packed_data.Tuple, packed_data.Set)):
        for part in value:
            touch(part, path, depth + 1)


def judge(data: bytes, schema: Schema, layout: str) -> bool:
    """Check that all ways to look at bytes agree on whether they are a value, and return it."""
    lazy, refusal = None, None
    try:
        lazy = packed_data.from_bytes(data, schema, layout, validate=False)
    except packed_data.InvalidError as error:
        refusal = error
    try:
        value = packed_data.from_bytes(data, schema, layout)
    except packed_data.InvalidError as error:
        assert error.offset is not None
        assert 0 <= error.offset <= len(data)
        assert error.kind.isidentifier()
        assert str(error)
        if isinstance(lazy, packed_data.Value):
            with pytest.raises(packed_data.InvalidError) as raised:
                packed_data.validate(lazy)
            found = raised.value
            assert (str(found), found.offset, found.path) == (str(error), error.offset, error.path)
            for look in (touch, repr, packed_data.to_python, packed_data.to_json, lambda value: value._repr_html_()):
                try:
                    look(lazy)
                except packed_data.InvalidError:
                    pass
        return False
    assert refusal is None
    touch(value)
    if isinstance(value, packed_data.Value):
        packed_data.validate(value)
        again = packed_data.from_bytes(packed_data.pack(value.to_python(), schema, layout), schema, layout)
        # (Some layouts have keys in any order; what is packed has them in order.)
        assert again == value
        assert again.to_python() == value.to_python()
    return True


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("lines", "plain"), [(TREE, VALUE), (SMALL, {"a": "x", "b": ["ß", "\U0001f600"], "c": "y"})])
def test_every_byte_is_every_byte(
    lines: tuple[str, ...], plain: object, layout: str, schema: Callable[..., Schema]
) -> None:
    of = schema(*lines)
    try:
        data = packed_data.pack(plain, of, layout)
    except packed_data.SchemaError:
        pytest.skip("the layout does not have the type")
    verdicts = [0, 0]
    for at in range(len(data)):
        for byte in range(256):
            changed = data[:at] + bytes([byte]) + data[at + 1 :]
            verdicts[judge(changed, of, layout)] += 1
    assert min(verdicts) > 256
    for end in range(len(data)):
        assert not judge(data[:end], of, layout)
    assert not judge(data + b"\0", of, layout)
    for changed in changes(data, 3000):
        judge(changed, of, layout)


def test_lengths_that_cannot_be(schema: Callable[..., Schema]) -> None:
    """A length in a few bytes reserves no memory, and ends soon."""
    for of in (schema("sequence #1", "u64"), schema("sequence #1", "str"), schema("str"), schema("sequence #1", "u8")):
        for layout in LAYOUTS:
            for data in (b"\xff" * 9, b"\xff" * 16, b"\xfd" + b"\xff" * 8, b"\x9b" + b"\xff" * 8, b"\0" + b"\xff" * 8):
                try:
                    value = packed_data.from_bytes(data, of, layout, validate=False)
                    touch(value[:3] if isinstance(value, packed_data.List) else value)
                    len(value)
                except (packed_data.InvalidError, packed_data.SchemaError, OverflowError):
                    pass
                with pytest.raises((packed_data.InvalidError, packed_data.SchemaError)):
                    packed_data.from_bytes(data, of, layout)


@pytest.mark.filterwarnings("ignore::packed_data.UnfinishedFileWarning")
def test_every_byte_of_a_file(tmp_path: Path, schema: Callable[..., Schema]) -> None:
    """A change of a file is noticed, or changes nothing but what the file says about itself."""
    path = tmp_path / "records.packed"
    of = schema("struct 1:S 2 1:a #1 1:b #2", "u32", "str")
    records = [{"a": number, "b": "x" * number} for number in range(20)]
    packed_data.write(path, records, schema=of)
    data = path.read_bytes()
    noticed = 0
    for at in range(len(data)):
        for flip in (1, 0x80, 0xFF):
            changed = bytearray(data)
            changed[at] ^= flip
            try:
                file = packed_data.open_bytes(changed)
                read = [record.to_python() for record in file]
            except (packed_data.PackedError, IndexError):
                noticed += 1
                continue
            assert file.check() or read == records, f"byte {at} ^ {flip}"
    assert noticed > len(data)
    for end in range(len(data)):
        try:
            file = packed_data.open_bytes(data[:end])
        except packed_data.PackedError:
            continue
        # (A file that was not closed has whole blocks, and no index.)
        read = [] if file.check() else [record.to_python() for record in file]
        assert read in ([], records)
