"""Files: written, read, searched, damaged, interrupted."""
# pyright: basic

from __future__ import annotations

import contextlib
import gc
import math
import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import FrameType
from typing import Any

import packed_data
import pytest
from packed_data import Schema

EVENT = ("struct 5:Event 3 4:time #1 4:text #2 4:from #2", "u64", "str")
COUNT = 20_000


def events(count: int) -> Iterator[dict[str, Any]]:
    return ({"time": number, "text": f"event {number}", "from": "q"} for number in range(count))


@pytest.fixture(params=[(layout, level) for layout in ("Compact", "Indexed", "Cbor") for level in (None, 3)])
def file(request: Any, tmp_path: Path, schema: Callable[..., Schema]) -> Iterator[packed_data.File]:
    layout, level = request.param
    path = tmp_path / "events.packed"
    count = packed_data.write(
        path, events(COUNT), schema=schema(*EVENT), layout=layout, key="time", compress=level, metadata={"a": "b"}
    )
    assert count == COUNT
    with packed_data.open(path) as file:
        yield file


def test_records(file: packed_data.File) -> None:
    assert len(file) == COUNT and file.key == "time" and file.metadata["a"] == "b"
    assert file[-1].text == f"event {COUNT - 1}" and file[3] == file[3] != file[4]
    assert sum(event.time for event in file) == COUNT * (COUNT - 1) // 2
    assert [event.time for event in file[10:0:-3]] == [10, 7, 4, 1]
    numbers = range(COUNT)[::7][3::5]
    records = file[::7][3::5]
    assert len(records) == len(numbers)
    assert [records[index].time for index in (0, 5, -1)] == [numbers[index] for index in (0, 5, -1)]
    assert [event.time for event in records] == list(numbers)
    assert list(file[5:5]) == [] and file.index(file[9]) == 9 and file[9] in file
    for number in (COUNT, -COUNT - 1, 2**80):
        with pytest.raises(IndexError):
            file[number]
    assert file.check() == []


def test_searches(file: packed_data.File) -> None:
    assert [event.time for event in file.where(f"time >= {COUNT - 2} or time < 2")] == [0, 1, COUNT - 2, COUNT - 1]
    assert [event.text for event in file.by_key(777)] == ["event 777"]
    assert [event.time for event in file.between(500, 503)] == [500, 501, 502]
    assert [event.time for event in file.between(COUNT - 2)] == [COUNT - 2, COUNT - 1]
    assert list(file.between(None, 0)) == list(file.between(7, 3)) == []
    assert [event.time for event in file.by_key(5, path="time")] == [5]
    with pytest.raises(packed_data.PathError, match="at character 1"):
        file.where("tim = 1")
    with pytest.raises(TypeError):
        file.by_key("x")  # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError):
        file.by_key(1, path="text")


def test_a_file_is_written_from_another(file: packed_data.File, tmp_path: Path) -> None:
    copy = tmp_path / "copy.packed"
    assert packed_data.write(copy, file, layout="Indexed") == COUNT
    again = packed_data.open(copy)
    assert again.schema is file.schema and again.layout == "Indexed" and list(again[::999]) == list(file[::999])


def test_values_outlive_their_file(file: packed_data.File) -> None:
    event = file[17]
    file.close()
    assert event.text == "event 17" and file.closed
    with pytest.raises(ValueError, match="closed"):
        file[0]


def test_threads(file: packed_data.File) -> None:
    found: list[int] = []

    def read() -> None:
        found.append(sum(file[number].time for number in range(0, COUNT, 97)))
        found.append(sum(event.time for event in file.where("time >= 0")))

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == sorted([sum(range(0, COUNT, 97)), sum(range(COUNT))] * 4)


@pytest.mark.filterwarnings("ignore::packed_data.UnfinishedFileWarning")
def test_damage(tmp_path: Path, schema: Callable[..., Schema]) -> None:
    path = tmp_path / "events.packed"
    packed_data.write(path, events(COUNT), schema=schema(*EVENT))
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    file = packed_data.open_bytes(bytes(data))
    [error] = file.check()
    assert isinstance(error, packed_data.FileError) and error.kind == "Damaged" and error.offset and error.record
    with pytest.raises(packed_data.FileError):
        file[error.record]
    assert file[0].time == 0 and file[-1].time == COUNT - 1
    for wrong, kind in [(b"hello, this is no file", "Magic"), (bytes(data[:100]), "Truncated"), (b"", "Magic")]:
        with pytest.raises(packed_data.FileError) as caught:
            packed_data.open_bytes(wrong)
        assert caught.value.kind == kind
    with pytest.raises(packed_data.FileError, match="schema="):
        packed_data.open_bytes(b"hello, this is no file")
    for at in range(0, 600, 7):
        changed = bytearray(path.read_bytes()[:600])
        changed[at] ^= 0x55
        with pytest.raises((packed_data.PackedError, IndexError)):
            packed_data.open_bytes(changed)[0].to_python()


@pytest.mark.parametrize("compress", [None, 3])
def test_a_file_that_is_cut_off(compress: int | None, tmp_path: Path, schema: Callable[..., Schema]) -> None:
    """Its whole blocks are read, and a warning says that it is not whole, also at the boundary of a block."""
    path = tmp_path / "events.packed"
    packed_data.write(path, events(COUNT), schema=schema(*EVENT), compress=compress)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        whole = packed_data.open(path)
        assert whole.is_finished and whole.check() == []
    data = path.read_bytes()
    # (Each block begins with the same marker, and the identifier of the file.)
    starts = [at for at in range(len(data)) if data.startswith(data[16:32], at)]
    cuts = [len(data) // 2, len(data) - 1, len(data) - 32, *starts[2:]]
    assert len(cuts) > 5
    for cut in cuts:
        path.write_bytes(data[:cut])
        with pytest.warns(packed_data.UnfinishedFileWarning, match="events.packed: no index: ") as caught:
            file = packed_data.open(path)
        assert caught[0].filename == __file__
        assert not file.is_finished
        errors = file.check()
        assert isinstance(errors[0], packed_data.FileError) and errors[0].kind == "Unfinished"
        assert len(errors) == 1 or cut not in starts
        assert len(file) > 0 and [event.time for event in file] == list(range(len(file)))
        with pytest.warns(packed_data.UnfinishedFileWarning):
            packed_data.open_bytes(data[:cut])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with pytest.raises(packed_data.UnfinishedFileWarning):
                packed_data.open(path)


def test_files_of_one_value(tmp_path: Path, schema: Callable[..., Schema]) -> None:
    path = tmp_path / "value.packed"
    numbers = schema("sequence #1", "u16")
    packed_data.write_value(path, [1, 2, 3], schema=numbers, metadata={"by": "hand"})
    for mmap in (True, False):
        assert packed_data.open(path, mmap=mmap) == [1, 2, 3]
    header = packed_data.read_header(path)
    assert (header.schema, header.layout, header.is_records, header.metadata) == (
        numbers,
        "Compact",
        False,
        {"by": "hand"},
    )
    bare = tmp_path / "bare"
    bare.write_bytes(packed_data.pack([1, 2, 3], numbers, "Cbor"))
    assert packed_data.open(bare, schema=numbers, layout="Cbor") == [1, 2, 3]
    with pytest.raises(packed_data.InvalidError):
        packed_data.open(bare, schema=numbers, layout="Indexed")
    with pytest.raises(FileNotFoundError):
        packed_data.open(tmp_path / "nothing")


def test_a_reader_with_another_schema(tmp_path: Path, schema: Callable[..., Schema]) -> None:
    path = tmp_path / "people.packed"
    old = schema("struct 1:P extensible 1 1:x #1", "i32")
    new = schema("struct 1:P extensible 2 1:x #1 default 1:y #1", "i32")
    other = schema("struct 1:P extensible 1 1:x #1", "str")
    packed_data.write(path, [{"x": 1}], schema=old)
    assert packed_data.open(path, schema=new)[0].y is None
    assert packed_data.open(path, schema=new)[0].to_python() == {"x": 1}
    packed_data.write(path, [{"x": 1, "y": 2}], schema=new)
    assert packed_data.open(path, schema=old)[0].to_python() == {"x": 1}
    with pytest.raises(packed_data.SchemaError, match="cannot be read"):
        packed_data.open(path, schema=other)


def test_inference(tmp_path: Path) -> None:
    path = tmp_path / "inferred.packed"
    packed_data.write(path, [{"b": 1.5, "a": None}, {"b": 2, "a": "u"}])
    file = packed_data.open(path)
    assert file.schema.name == "Record" and file[0].__match_args__ == ("b", "a")
    assert [record.to_python() for record in file] == [{"b": 1.5, "a": None}, {"b": 2.0, "a": "u"}]
    documents: list[Any] = [{"a": 1}, {"b": [1, None, "x", 2.5, True]}, 3]
    packed_data.write(path, documents)
    file = packed_data.open(path)
    assert [record.to_python() for record in file] == documents
    assert file[1].to_json() == '{"b":[1,null,"x",2.5,true]}'
    match file[0]:
        case file.schema.types.Json.Object(members):
            assert members["a"].to_python() == 1
        case _:
            pytest.fail("it is an object")
    for wrong in ([], [{"a": b"x"}]):
        with pytest.raises(packed_data.PackError):
            packed_data.write(path, wrong)
    for mistaken in ({"a": 1}, "text"):
        with pytest.raises(TypeError, match="iterable of records"):
            packed_data.write(path, mistaken)
    assert len(packed_data.open(path)) == 3


def test_a_writer(tmp_path: Path, schema: Callable[..., Schema]) -> None:
    path = tmp_path / "written.packed"
    with packed_data.Writer(path, schema(*EVENT), key="time") as writer:
        for event in events(3):
            writer.write(event)
        with pytest.raises(packed_data.PackError, match="record 3: "):
            writer.write({"time": -1})
        assert len(writer) == 3 and not path.exists()
    assert len(packed_data.open(path)) == 3
    with pytest.raises(RuntimeError), packed_data.Writer(path, schema(*EVENT)) as writer:
        writer.write({"time": 1, "text": "", "from": ""})
        raise RuntimeError
    assert len(packed_data.open(path)) == 3
    with pytest.raises(FileExistsError):
        packed_data.write(path, [], schema=schema(*EVENT), overwrite=False)
    with pytest.raises(FileNotFoundError):
        packed_data.write(tmp_path / "no" / "file", [], schema=schema(*EVENT))
    with pytest.raises(ValueError, match="closed"):
        writer.write({})
    assert os.listdir(tmp_path) == ["written.packed"]


FLOATS: list[Any] = [
    [{"a": math.nan}, {"a": 1.5}],
    [{"a": math.nan}, {"a": math.nan}],
    [{"a": math.nan}, {"a": 1}],
    [{"a": math.inf, "b": [-math.inf]}, {"a": None, "b": []}],
    [{"a": math.inf}, {"b": [-math.inf, math.nan]}],
]


@pytest.mark.parametrize("records", FLOATS)
def test_inference_keeps_floats(records: list[Any], tmp_path: Path) -> None:
    path = tmp_path / "floats"
    packed_data.write(path, records)
    assert repr([record.to_python() for record in packed_data.open(path)]) == repr(records).replace("1}", "1.0}")
    packed_data.write_value(path, records)
    value: Any = packed_data.open(path)
    assert repr(value.to_python()) == repr(records)


def test_inference_of_times(tmp_path: Path) -> None:
    path = tmp_path / "times"
    then = datetime(2020, 2, 3, 4, 5, 6, 7, tzinfo=timezone.utc)
    records = [{"at": then, "took": timedelta(seconds=3)}, {"at": packed_data.Time(-1, 5), "took": None}]
    packed_data.write(path, records, key="at")
    file = packed_data.open(path)
    assert str(file.schema).splitlines()[3:] == ["optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #3", "Duration"]
    assert str(file.schema).splitlines()[2] == "SystemTime"
    assert file[0].at.to_datetime() == then and file[0].took.to_timedelta() == timedelta(seconds=3)
    assert [record.at for record in file.by_key(then)] == [file[0].at]
    # (What only looks like a time is a struct.)
    plain = [{"at": {"secs_since_epoch": 1, "nanos_since_epoch": 2}}]
    packed_data.write(path, plain)
    assert packed_data.open(path)[0].at.secs_since_epoch == 1
    with pytest.raises(packed_data.PackError, match="without: a time is in UTC in at$"):
        packed_data.write(path, [{"at": then.replace(tzinfo=None)}])


def test_errors_of_inference_have_a_path(tmp_path: Path) -> None:
    for record, path in [({"a": {"b": [1, b"x"]}}, "a.b[1]"), ({"b": [{"c": 2**70}]}, "b[0].c"), ([b"x"], "[0]")]:
        with pytest.raises(packed_data.PackError) as caught:
            packed_data.write(tmp_path / "x", [{"a": 1}, record])
        assert (caught.value.path, caught.value.record) == (path, 1)
        assert str(caught.value).startswith("record 1: ") and str(caught.value).endswith(f" in {path}")


@pytest.mark.parametrize("level", [-(2**17) - 1, 23, 99])
def test_levels_of_compression(level: int, tmp_path: Path, schema: Callable[..., Schema]) -> None:
    for work in (
        lambda: packed_data.write(tmp_path / "x", events(3), compress=level),
        lambda: packed_data.Writer(tmp_path / "x", schema(*EVENT), compress=level),
    ):
        with pytest.raises(ValueError, match=f"compress: expected a level of -131072 to 22, found {level}"):
            work()
    assert packed_data.write(tmp_path / "x", events(3), compress=22) == 3


def test_a_writer_that_is_not_closed(tmp_path: Path, schema: Callable[..., Schema]) -> None:
    path = tmp_path / "x.packed"
    writer = packed_data.Writer(path, schema(*EVENT))
    with pytest.warns(ResourceWarning, match="unclosed writer: .*x.packed is not written"):
        del writer
        gc.collect()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        writer = packed_data.Writer(path, schema(*EVENT))
        writer.close()
        del writer
        with pytest.raises(RuntimeError), packed_data.Writer(path, schema(*EVENT)):
            raise RuntimeError
        gc.collect()
    assert os.listdir(tmp_path) == ["x.packed"]


def endless() -> Iterator[dict[str, Any]]:
    while True:
        yield {"time": 1, "text": "", "from": ""}


needs_timer = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that sends a signal")


@contextlib.contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        with pytest.raises(KeyboardInterrupt):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@needs_timer
def test_an_interruption_is_noticed_soon(tmp_path: Path) -> None:
    """Whether the schema is inferred, records are written, or the file is closed; the older file stays."""
    path = tmp_path / "records.packed"
    record = {"id": 1, "name": "a name", "price": 1.5, "tags": ["a", "b"], "inner": {"x": 1, "y": None}}
    records = [record] * 200_000
    took = math.inf
    for _ in range(2):
        start = time.perf_counter()
        packed_data.write(path, records)
        took = min(took, time.perf_counter() - start)
    before = path.read_bytes()
    one = [{str(number): [[number]] for number in range(200_000)}]
    for wanted in [(records, took * part) for part in (0.05, 0.2, 0.4, 0.6)] + [(one, 0.1)]:
        start = time.perf_counter()
        with interrupted_after(wanted[1]):
            packed_data.write(path, wanted[0])
        # (It may have been late itself; but it takes seconds to the end.)
        assert time.perf_counter() - start < wanted[1] + 0.5
        assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["records.packed"]


@needs_timer
@pytest.mark.parametrize("work", ["where", "check", "write", "walk"])
def test_interruption(work: str, tmp_path: Path, schema: Callable[..., Schema]) -> None:
    path = tmp_path / "events.packed"
    packed_data.write(path, events(COUNT), schema=schema(*EVENT))
    file = packed_data.open(path)
    texts = packed_data.from_bytes(
        packed_data.pack(["a"] * 100_000, "packed-data schema 1\nsequence #1\nstr\n"),
        "packed-data schema 1\nsequence #1\nstr\n",
    )

    def endlessly() -> None:
        while True:
            match work:
                case "where":
                    list(file.where("time < 0"))
                case "check":
                    file.check()
                case "write":
                    packed_data.write(tmp_path / "endless.packed", endless(), schema=schema(*EVENT))
                case _:
                    texts.to_python()

    with interrupted_after(0.2):
        endlessly()
    assert os.listdir(tmp_path) == ["events.packed"]
