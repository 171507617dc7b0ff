"""Values: lazy, with classes for `match`, equal by value, in every layout."""
# pyright: basic

from __future__ import annotations

import copy
import dataclasses
import datetime
import enum
import gc
import pickle
from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any, NamedTuple

import packed_data
import pytest
from packed_data import LAYOUTS, Duration, Schema, Time

Parse = Callable[..., Schema]

SHAPE = ("enum 5:Shape 3 3:Dot 0 6:Circle 1 6:radius #1 4:Rect 2 1:0 #1 1:1 #1", "f32")
MAP = ("sorted #1", "entry 3:Map 2 3:key #2 5:value #3", "str", "u32")


def layouts(schema: Schema) -> list[str]:
    """The layouts that have a type."""
    found: list[str] = []
    for layout in LAYOUTS:
        try:
            packed_data.from_bytes(b"", schema, layout, validate=False)
        except packed_data.SchemaError:
            continue
        except packed_data.InvalidError:
            pass
        found.append(layout)
    assert found
    return found


def test_match(schema: Parse) -> None:
    shape = schema(*SHAPE)
    Shape = shape.types.Shape

    def name(value: Any) -> Any:
        match value:
            case Shape.Circle(radius=r):
                return r
            case Shape.Rect(width, height):
                return (width, height)
            case Shape.Dot():
                return "dot"
            case _:
                return None

    for layout in LAYOUTS:
        read = [
            packed_data.from_bytes(packed_data.pack(value, shape, layout), shape, layout)
            for value in ("Dot", {"Circle": {"radius": 2.5}}, {"Rect": [1, 2]})
        ]
        assert [name(value) for value in read] == ["dot", 2.5, (1.0, 2.0)]
        assert [value.to_python() for value in read] == ["Dot", {"Circle": {"radius": 2.5}}, {"Rect": (1.0, 2.0)}]
        assert all(isinstance(value, Shape) and isinstance(value, packed_data.Struct) for value in read)
        assert read[1] == Shape.Circle(radius=2.5) != Shape.Circle(2)
        assert hash(read[1]) == hash(Shape.Circle(2.5))
        assert len({*read, *read}) == 3
        assert repr(read) == "[Shape.Dot(), Shape.Circle(radius=2.5), Shape.Rect(1.0, 2.0)]"


def test_values_that_are_made(schema: Parse) -> None:
    point = schema("struct 5:Point 3 1:x #1 1:y #2 4:from #3", "i32", "f64", "str")
    Point = point.types.Point
    assert Point.__match_args__ == ("x", "y", "from_")
    made = Point(1, y=2, from_="here")
    read = packed_data.from_bytes(packed_data.pack(made, point), point)
    assert made == read
    assert (read.from_, read["from"], read[0], read[-1]) == ("here", "here", 1, "here")
    with pytest.raises(AttributeError, match="immutable"):
        read.x = 3
    for args, fields in [((1, 2, 3, 4), {}), ((), {"z": 1}), ((1,), {"x": 1})]:
        with pytest.raises(TypeError):
            Point(*args, **fields)
    with pytest.raises(packed_data.PackError, match="expected String in Point.from"):
        packed_data.pack(Point(1, 2), point)
    with pytest.raises(TypeError, match="one of its constructors"):
        schema(*SHAPE).types.Shape()
    with pytest.raises((KeyError, IndexError)):
        read[3]
    with pytest.raises(KeyError):
        read["z"]


def test_schemas_with_the_same_text_share_their_classes(schema: Parse) -> None:
    assert schema(*SHAPE) is schema(*SHAPE)
    Circle = schema(*SHAPE).types.Shape.Circle
    gc.collect()
    value = packed_data.from_bytes(b"\x01\0\0\0\0", schema(*SHAPE))
    assert isinstance(value, Circle)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_long_sequences(schema: Parse, layout: str) -> None:
    """Where a walk finds elements, it goes on from those that were found."""
    count = 5000
    texts = schema("sequence #1", "str")
    if layout not in layouts(texts):
        pytest.skip("the layout has no texts")
    expected = [f"text {number}" for number in range(count)]
    values = packed_data.from_bytes(packed_data.pack(expected, texts, layout), texts, layout)
    assert isinstance(values, packed_data.List) and issubclass(packed_data.List, Sequence)
    assert len(values) == count
    assert values[-1] == expected[-1]
    assert [values[index] for index in range(count - 1, 0, -7)] == expected[:0:-7]
    assert list(values) == values.to_python() == expected
    assert values == expected
    assert values != expected[1:]
    assert values[5:500:31] == expected[5:500:31]
    assert values.index("text 17") == 17
    for index in (count, -count - 1, 2**70, -(2**70)):
        with pytest.raises(IndexError):
            values[index]


def test_maps(schema: Parse) -> None:
    maps = schema(*MAP)
    expected = {f"k{number}": number for number in range(300)}
    for layout in layouts(maps):
        value = packed_data.from_bytes(packed_data.pack(expected, maps, layout), maps, layout)
        assert isinstance(value, packed_data.Map) and issubclass(packed_data.Map, Mapping)
        assert len(value) == 300
        assert all(value[key] == expected[key] and key in value for key in expected)
        assert "k300" not in value and 3 not in value and (1, 2) not in value
        assert value.get("x", 7) == 7
        with pytest.raises(KeyError):
            value["x"]
        assert dict(value) == value.to_python() == expected
        assert value == expected
        assert sorted(value.items()) == sorted(expected.items())
        assert sum(value.values()) == sum(expected.values())
        match value:
            case {"k5": found}:
                assert found == 5
            case _:
                pytest.fail("a map matches")
        assert packed_data.pack(value, maps) == packed_data.pack(expected, maps)


def test_sets(schema: Parse) -> None:
    sets = schema("sorted #1", "i64")
    for layout in layouts(sets):
        value = packed_data.from_bytes(packed_data.pack({5, -3, 8}, sets, layout), sets, layout)
        assert isinstance(value, packed_data.Set) and issubclass(packed_data.Set, Set)
        assert -3 in value and 8 in value and 4 not in value and "x" not in value and 2**100 not in value
        assert value == {5, -3, 8} == value | set() and value <= {5, -3, 8, 9} and {5} <= value
        assert value.to_python() == {5, -3, 8}


def test_times(schema: Parse) -> None:
    times = schema("tuple 0: 3 1:0 #1 1:1 #2 1:2 #3", "Duration", "SystemTime", "u128")
    now = datetime.datetime.now(datetime.timezone.utc)
    span = datetime.timedelta(seconds=1.5)
    for layout in layouts(times):
        value = packed_data.from_bytes(packed_data.pack((span, now, 2**127 + 1), times, layout), times, layout)
        duration, time, number = value
        assert isinstance(duration, Duration) and isinstance(time, Time)
        assert (duration.to_timedelta(), time.to_datetime(), number) == (span, now, 2**127 + 1)
        assert value == (duration, time, number)
        assert hash(value) == hash((duration, time, number))
        assert packed_data.pack(value.to_python(), times, layout) == packed_data.pack(value, times, layout)
    with pytest.raises(packed_data.PackError, match="time zone"):
        packed_data.pack((span, datetime.datetime(2000, 1, 1), 0), times)
    with pytest.raises(packed_data.PackError, match="expected a duration of 0 to"):
        packed_data.pack((-span, now, 0), times)


def test_options_in_options(schema: Parse) -> None:
    option = "optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 "
    options = schema(option + "#1", option + "#2", "u8")
    Some = options.types.Option.Some
    for value, data in [(None, b"\0"), (Some(None), b"\1\0"), (Some(3), b"\1\1\3")]:
        assert packed_data.pack(value, options) == data
        read = packed_data.from_bytes(data, options)
        assert read == value
        assert packed_data.pack(packed_data.to_python(read), options) == data


def test_deep_values(schema: Parse) -> None:
    """Only what compares level by level has a limit."""
    tree = schema("enum 4:Tree 2 4:Leaf 0 4:Node 1 1:0 #0")
    data = b"\x01" * 100_000 + b"\x00"
    value = packed_data.from_bytes(data, tree)
    assert len(repr(value)) < 1000
    assert len(value._repr_html_()) < 30_000
    assert value == packed_data.from_bytes(data, tree)
    assert value.to_json().count("Node") == 100_000
    assert isinstance(value.to_python(), dict)
    for limited in (hash, lambda value: value == packed_data.from_bytes(data[1:], tree)):
        with pytest.raises(RecursionError):
            limited(value)
    with pytest.raises(RecursionError):
        packed_data.pack(value.to_python(), tree)


@dataclasses.dataclass
class Data:
    x: int
    from_: str


class Pair(NamedTuple):
    x: int
    from_: str


class Colour(enum.Enum):
    RED = 1


def test_objects_of_python(schema: Parse) -> None:
    structs = schema("struct 4:Data 2 1:x #1 4:from #2", "i32", "str")
    expected = packed_data.pack({"x": 1, "from": "a"}, structs)
    assert packed_data.pack(Data(1, "a"), structs) == packed_data.pack(Pair(1, "a"), structs) == expected
    assert packed_data.pack([1, "a"], structs) == expected
    colours = schema("enum 6:Colour 1 3:RED 0")
    assert packed_data.pack(Colour.RED, colours) == b"\0"
    data = schema("sequence #1", "u8")
    for value in (b"ab", bytearray(b"ab"), [97, 98], (97, 98), range(97, 99)):
        assert packed_data.pack(value, data) == b"\2ab"
    assert packed_data.from_bytes(b"\2ab", data) == b"ab"

    class Raises:
        def __iter__(self) -> Any:
            raise LookupError("its own")

    with pytest.raises(LookupError, match="its own"):
        packed_data.pack(Raises(), data)
    for wrong in (object(), 1.5, "text", [256], [None], int, {1: 2}):
        with pytest.raises(packed_data.PackError):
            packed_data.pack(wrong, data)


def test_errors_say_where(schema: Parse) -> None:
    shape = schema(*SHAPE)
    with pytest.raises(packed_data.InvalidError) as caught:
        packed_data.from_bytes(b"\x01\x00", shape)
    error = caught.value
    assert (error.kind, error.offset, error.path) == ("UnexpectedEnd", 1, "Shape::Circle.radius")
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.kind, again.offset) == (str(error), error.kind, error.offset)
    with pytest.raises(packed_data.PackError) as caught_pack:
        packed_data.pack({"Circle": {"radius": "large"}}, shape)
    assert caught_pack.value.path == "Shape::Circle.radius"
    with pytest.raises(packed_data.SchemaError, match="unknown layout"):
        packed_data.pack("Dot", shape, "Nothing")
    with pytest.raises(packed_data.SchemaError):
        Schema.parse("nonsense")
    value = packed_data.from_bytes(b"\x01\0\0\0\0", shape)
    assert value.at("Circle.radius") == value.at("Shape::Circle.radius") == 0.0
    for path in ("Square", "Circle.radius.x", "[", "Dot.x"):
        with pytest.raises(packed_data.PathError):
            value.at(path)


def test_copies(schema: Parse) -> None:
    value = packed_data.from_bytes(b"\x01\0\0\0\0", schema(*SHAPE))
    again = pickle.loads(pickle.dumps(value))
    assert again == value and type(again) is type(value)
    assert copy.copy(value) is value is copy.deepcopy(value)
    assert pickle.loads(pickle.dumps(schema(*SHAPE))) is schema(*SHAPE)
    texts = schema("struct 1:S 1 1:a #1", "sequence #2", "str")
    with pytest.raises(TypeError, match="part"):
        pickle.dumps(packed_data.from_bytes(b"\x01\x01a", texts).a)


def test_values_that_were_made_are_pickled(schema: Parse) -> None:
    shape = schema(*SHAPE)
    made = shape.types.Shape.Circle(1.5)
    again = pickle.loads(pickle.dumps(made))
    assert again == made and again.radius == 1.5
    inner = schema("struct 1:S 1 1:a #1", "struct 1:T 1 1:b #2", "u8")
    with pytest.raises(TypeError, match="part"):
        pickle.dumps(inner.types.T(1))
    with pytest.raises(packed_data.PackError):
        pickle.dumps(inner.types.S("x"))


def test_html_is_escaped(schema: Parse) -> None:
    page = schema("struct 1:S 2 1:a #1 1:b #2", "str", "sequence #1")
    value = packed_data.from_bytes(packed_data.pack({"a": "<script>", "b": ["&"] * 50}, page), page)
    html = value._repr_html_()
    assert "<script" not in html and "&lt;script&gt;" in html and "<details" in html
    assert html.count("<details") == html.count("</details>") and html.count("<div") == html.count("</div>")


def test_names_that_mean_something_in_python(schema: Parse) -> None:
    names = ["__class__", "__init__", "__del__", "__eq__", "_repr_html_", "to_python", "class", "a b", "self"]
    fields = " ".join(f"{len(name)}:{name} #1" for name in names)
    strange = schema(f"struct 8:__init__ {len(names)} {fields}", "u8")
    value = packed_data.from_bytes(bytes(range(len(names))), strange)
    assert isinstance(value, packed_data.Struct)
    assert [value[name] for name in names] == list(range(len(names)))
    assert (value.to_python, value.class_, getattr(value, "a b"), value.self) == (5, 6, 7, 8)
    assert packed_data.to_python(value) == dict(zip(names, range(len(names))))
    assert value == value and "__init__" in repr(value)


def test_compatibility(schema: Parse) -> None:
    old = schema("struct 1:P 1 1:x #1", "i32")
    new = schema("struct 1:P 2 1:x #1 1:y #1", "i32")
    assert old.can_read(old) and old.can_read(old).effect == "fine" and not list(old.can_read(old).differences)
    found = new.can_read(old)
    assert not found and found.effect == "broken"
    assert [difference.path for difference in found.differences] == ["P.y"]
    assert Schema.from_json(old.to_json()) == old != new
    assert "class P" in old.to_typescript() and "struct P" in old.to_rust()
