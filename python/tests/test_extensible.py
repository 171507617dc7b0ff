"""Types that grow: constructors that a reader does not know, fields that a writer did not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import packed_data
import pytest
from packed_data import Schema

OLD = ("enum 5:Event extensible 2 4:Quit 0 other 5:Other 1 1:0 #1", "unknown")
NEW = ("enum 5:Event extensible 3 4:Quit 0 3:Key 1 4:code #1 5:Click 2 1:x #1 1:y #1", "u16")
LAYOUTS = ("Compact", "Indexed", "Cbor")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_fields_that_are_absent(layout: str, schema: Callable[..., Schema]) -> None:
    old = schema("struct 1:P extensible 2 1:a #1 1:b #1", "str")
    new = schema("struct 1:P extensible 4 1:a #1 1:b #1 default 1:c #2 default 1:d #1", "str", "sequence #3", "u32")
    assert new.can_read(old, layout)
    assert old.can_read(new, layout)
    written = packed_data.pack({"a": "x", "b": "y"}, old, layout)
    read = packed_data.from_bytes(written, new, layout)
    assert (read.a, read.b, read.c, read.d) == ("x", "y", None, None)
    assert read.to_python() == {"a": "x", "b": "y"}
    P = new.types.P
    match read:
        case P(a="x", c=None, d=None):
            pass
        case _:
            pytest.fail("absent fields match None")
    full = packed_data.pack({"a": "x", "b": "y", "c": [1, 2], "d": "z"}, new, layout)
    value = packed_data.from_bytes(full, new, layout)
    assert (value.c, value.d) == ([1, 2], "z")
    assert value == P("x", "y", [1, 2], "z") != read
    assert packed_data.from_bytes(full, old, layout).to_python() == {"a": "x", "b": "y"}
    some = packed_data.from_bytes(packed_data.pack(P("x", "y", c=[1]), new, layout), new, layout)
    assert (some.c, some.d) == ([1], None)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_constructors_that_are_unknown(layout: str, schema: Callable[..., Schema]) -> None:
    old, new = schema(*OLD), schema(*NEW)
    for plain in ({"Key": {"code": 700}}, {"Click": {"x": 3, "y": 4}}):
        data = packed_data.pack(plain, new, layout)
        value = packed_data.from_bytes(data, old, layout)
        Other: Any = old.types.Event.Other
        assert isinstance(value, Other)
        assert type(value[0]) is packed_data.Unknown
        assert value[0] in data
        # What is not understood is handed on as it is.
        assert packed_data.pack(value, old, layout) == data
        assert packed_data.from_bytes(packed_data.pack(value, old, layout), new, layout).to_python() == plain
        assert value == packed_data.from_bytes(data, old, layout)
    assert packed_data.from_bytes(packed_data.pack("Quit", new, layout), old, layout).to_python() == "Quit"


def test_schemas_say_what_is_read(schema: Callable[..., Schema]) -> None:
    closed = schema("enum 1:E 2 1:A 0 1:B 0")
    more = schema("enum 1:E 3 1:A 0 1:B 0 1:C 0")
    assert more.can_read(closed)
    found = closed.can_read(more)
    assert not found
    assert found.effect in ("narrowed", "broken")
    assert len(found.differences) == 1
    difference = found.differences[0]
    assert "E" in difference.path
    assert difference.meaning
    assert difference.rule
    # The verdict is what happens.
    with pytest.raises(packed_data.InvalidError):
        packed_data.from_bytes(packed_data.pack("C", more), closed)
