"""Scalars at their limits, in every layout that has them; what is not a value of their types."""
# pyright: basic

from __future__ import annotations

import json
import math
import struct
from collections.abc import Callable
from typing import Any

import packed_data
import pytest
from packed_data import LAYOUTS, Duration, Schema, Time

INTEGERS = {f"{sign}{bits}": (sign, bits) for sign in "ui" for bits in (8, 16, 32, 64, 128)}


def read(value: object, schema: Schema, layout: str) -> Any:
    """Pack a value, and read it from its bytes; skip layouts that do not have the type."""
    try:
        data = packed_data.pack(value, schema, layout)
    except packed_data.SchemaError:
        pytest.skip("the layout does not have the type")
    return packed_data.from_bytes(data, schema, layout)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", INTEGERS)
def test_integers(name: str, layout: str, schema: Callable[..., Schema]) -> None:
    sign, bits = INTEGERS[name]
    least, most = (0, 2**bits - 1) if sign == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    of = schema(name)
    # (Around every power of two, where lengths of numbers change.)
    near = {sign * 2**power + step for power in range(bits + 1) for step in (-1, 0, 1) for sign in (-1, 1)}
    values = sorted(value for value in near | {least, most, 0, 250, 251} if least <= value <= most)
    for value in values:
        found = read(value, of, layout)
        assert found == value
        assert type(found) is int
    for value in (least - 1, most + 1, 2**200, -(2**200), "x", "1", b"1", None, 1.5, [1]):
        with pytest.raises(packed_data.PackError):
            packed_data.pack(value, of, layout)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_floats(layout: str, schema: Callable[..., Schema]) -> None:
    for name, form, exact in (
        ("f32", "<f", [0.0, 1.5, -2.25, 2.0**-149, 3.4028234663852886e38]),
        ("f64", "<d", [0.1, 5e-324, 1.7976931348623157e308, -0.5]),
    ):
        of = schema(name)
        # (Haskell's `binary` has no negative zero.)
        zeros = [] if layout == "haskell::Binary" else [-0.0]
        for value in [*exact, *zeros, math.inf, -math.inf]:
            found = read(value, of, layout)
            assert struct.pack(form, found) == struct.pack(form, value)
            assert type(found) is float
        assert math.isnan(read(math.nan, of, layout))
        assert read(3, of, layout) == 3.0
        for wrong in ("1.5", "NaN", "Infinity", "-Infinity", None, [1.5], b"x"):
            with pytest.raises(packed_data.PackError):
                packed_data.pack(wrong, of, layout)
    # (As everywhere in Python, a number that is not one is equal to nothing.)
    numbers = schema("sequence #1", "f64")
    found = read([math.nan, 1.0], numbers, layout)
    assert found[1] == 1.0
    assert math.isnan(found[0])
    assert found != [1.0, 1.0]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_texts_and_chars(layout: str, schema: Callable[..., Schema]) -> None:
    chars, texts = schema("char"), schema("str")
    for value in ("\0", "a", "\x7f", "\x80", "ß", "\ud7ff", "\ue000", "\uffff", "\U00010000", "\U0010ffff"):
        assert read(value, chars, layout) == value
        assert read(value * 3, texts, layout) == value * 3
    for value in ("", "a" * 127, "a" * 128, "ü" * 40_000, 'quote " and \\'):
        assert read(value, texts, layout) == value
    for wrong in ("", "ab", 5, None, b"a", "\ud800"):
        with pytest.raises(packed_data.PackError):
            packed_data.pack(wrong, chars, layout)
    for wrong in (5, None, b"a", "\ud800", "a\udfff", ["a"]):
        with pytest.raises(packed_data.PackError):
            packed_data.pack(wrong, texts, layout)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_bytes_and_bools(layout: str, schema: Callable[..., Schema]) -> None:
    every = bytes(range(256))
    for data in (b"", b"\0", every, every * 300):
        found = read(data, schema("sequence #1", "u8"), layout)
        assert found == data
        assert type(found) is bytes
    for value in (True, False):
        assert read(value, schema("bool"), layout) is value
    for wrong in (2, "true", None, []):
        with pytest.raises(packed_data.PackError):
            packed_data.pack(wrong, schema("bool"), layout)
    four = schema("array 4 #1", "u8")
    assert read(b"abcd", four, layout) == b"abcd"
    for wrong in (b"abc", b"abcde", b""):
        with pytest.raises(packed_data.PackError):
            packed_data.pack(wrong, four, layout)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_times(layout: str, schema: Callable[..., Schema]) -> None:
    for value in (Duration(0, 0), Duration(0, 1), Duration(1, 999_999_999), Duration(2**64 - 1, 999_999_999)):
        assert read(value, schema("Duration"), layout) == value
    for value in (Time(0, 0), Time(-1, 999_999_999), Time(-1, 0), Time(2**40, 1), Time(-(2**40), 5)):
        found = read(value, schema("SystemTime"), layout)
        assert found == value
        assert type(found) is Time
    assert Time(-1, 500_000_000).to_datetime().isoformat() == "1969-12-31T23:59:59.500000+00:00"
    assert Duration(90, 1_500).to_timedelta().total_seconds() == 90.000001
    with pytest.raises(OverflowError):
        Time(2**60, 0).to_datetime()
    with pytest.raises(OverflowError):
        Duration(2**60, 0).to_timedelta()
    for wrong in (Duration(-1, 0), Duration(2**64, 0), Duration(0, 10**9)):
        with pytest.raises(packed_data.PackError, match="expected a duration of 0 to"):
            packed_data.pack(wrong, schema("Duration"), layout)
    with pytest.raises(packed_data.PackError):
        packed_data.pack("1 s", schema("Duration"), layout)


def test_json_of_scalars_is_read_by_others(schema: Callable[..., Schema]) -> None:
    """The module `json` of Python is the oracle for the JSON of values."""
    of = schema("tuple 0: 5 1:0 #1 1:1 #2 1:2 #3 1:3 #4 1:4 #5", "u128", "i64", "f64", "str", "bool")
    plain = (2**128 - 1, -(2**63), 0.1, 'a "b" \\ \n \0 \u2028 \U0001f600', True)
    value = packed_data.from_bytes(packed_data.pack(plain, of), of)
    # (Numbers of 128 bits are texts in JSON.)
    assert json.loads(value.to_json()) == [str(plain[0]), *plain[1:]]
    with pytest.raises(packed_data.PackError, match="string"):
        packed_data.pack(json.loads(value.to_json()), of)
    assert value.to_python() == plain


def test_a_text_is_no_number(schema: Callable[..., Schema]) -> None:
    of = schema("struct 1:S 2 4:born #1 3:sum #2", "i64", "f64")
    for wrong, path in [({"born": "1", "sum": 0}, "S.born"), ({"sum": "NaN", "born": 1}, "S.sum")]:
        with pytest.raises(packed_data.PackError, match="string") as caught:
            packed_data.pack(wrong, of)
        assert caught.value.path == path
    # (A key may come from JSON, which has no others.)
    years = schema("sorted #1", "entry 3:Map 2 3:key #2 5:value #3", "i64", "f64")
    assert packed_data.pack({"1": 2.5}, years) == packed_data.pack({1: 2.5}, years)
    with pytest.raises(packed_data.PackError, match="string"):
        packed_data.pack({1: "2.5"}, years)


def test_plain_fixed_bytes(schema: Callable[..., Schema]) -> None:
    """The module `struct` of Python is the oracle for numbers of fixed size."""
    of = schema("struct 1:S 3 1:a #1 1:b #2 1:c #3", "f32", "f64", "u8")
    assert packed_data.pack({"a": 1.5, "b": -0.1, "c": 7}, of) == struct.pack("<fdB", 1.5, -0.1, 7)
