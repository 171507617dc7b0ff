"""Long work: other threads run meanwhile, and Ctrl-C ends it."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import packed_data
import pytest
from packed_data import Schema

TEXTS = 1_500_000


@pytest.fixture(scope="module")
def large() -> tuple[bytes, Schema]:
    """Bytes that take long to validate."""
    texts = Schema.parse("packed-data schema 1\nsequence #1\nstr\n")
    one = packed_data.pack(["some text with ß"], texts)
    count = packed_data.pack([""] * TEXTS, texts)[:-TEXTS]
    return count + one[1:] * TEXTS, texts


@pytest.mark.parametrize("kind", ["records", "where", "keys", "elements", "items"])
def test_an_iterator_in_several_threads(kind: str, tmp_path: Path) -> None:
    """Each element is returned to one of them."""
    count = 30_000
    path = tmp_path / "file.packed"
    packed_data.write(path, ({"n": number} for number in range(count)), key="n")
    file = packed_data.open(path)
    numbers = Schema.parse("packed-data schema 1\nsequence #1\nstruct 1:S 1 1:n #2\nu32\n")
    entry = "entry 3:Map 2 3:key #2 5:value #3"
    entries = Schema.parse(f"packed-data schema 1\nsorted #1\n{entry}\nu32\nstruct 1:S 1 1:n #2\n")
    iterators: dict[str, Callable[[], Iterator[Any]]] = {
        "records": lambda: iter(file),
        "where": lambda: file.where("n >= 0"),
        "keys": lambda: file.between(0, count),
        "elements": lambda: iter(
            packed_data.from_bytes(packed_data.pack([{"n": number} for number in range(count)], numbers), numbers)
        ),
        "items": lambda: iter(
            packed_data.from_bytes(
                packed_data.pack({number: {"n": number} for number in range(count)}, entries), entries
            ).values()
        ),
    }
    iterator = iterators[kind]()
    found: list[int] = []

    def read() -> None:
        found.extend([value.n for value in iterator])

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=read) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    assert sorted(found) == list(range(count))


def progress_during(work: Callable[[], object]) -> tuple[int, float]:
    """How often another thread woke up while this one was in one call, and how long that took."""
    woken: list[float] = []
    done = threading.Event()

    def count() -> None:
        while not done.is_set():
            woken.append(time.perf_counter())
            time.sleep(0.0005)

    other = threading.Thread(target=count)
    other.start()
    while not woken:
        time.sleep(0.001)
    begin = time.perf_counter()
    work()
    end = time.perf_counter()
    done.set()
    other.join()
    # (Not what it did at the edges, where this thread gives the lock away in Python.)
    margin = (end - begin) / 10
    return sum(begin + margin < at < end - margin for at in woken), end - begin


def test_the_lock_is_released(large: tuple[bytes, Schema], tmp_path: Path) -> None:
    data, texts = large
    lazy = packed_data.from_bytes(data, texts, validate=False)
    path = tmp_path / "file.packed"
    packed_data.write(path, ({"n": number, "t": "x" * 90} for number in range(100_000)))
    file = packed_data.open(path)
    works: list[Callable[[], object]] = [
        lambda: packed_data.from_bytes(data, texts),
        lazy.validate,
        lazy.to_json,
        lambda: file.check(),
        lambda: list(file.where("n < 0")),
    ]
    for number, work in enumerate(works):
        best = max((progress_during(work) for _ in range(3)), key=lambda found: found[0])
        woken, took = best
        assert woken >= min(5, took / 0.005), f"work {number}: woken {woken} times in {took} s"


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize("work", ["where", "check", "to_python", "write", "arrow", "iterate", "pack"])
def test_control_c(work: str, tmp_path: Path, schema: Callable[..., Schema]) -> None:
    """A signal in the midst of long work: it ends soon, in KeyboardInterrupt."""
    path = tmp_path / "file.packed"
    of = schema("struct 1:S 2 1:n #1 1:t #2", "u64", "sequence #1")
    packed_data.write(path, ({"n": number, "t": range(200)} for number in range(4000)), schema=of)
    file = packed_data.open(path)
    numbers = schema("sequence #1", "sequence #2", "u64")
    lists = packed_data.from_bytes(packed_data.pack([range(100)] * 10_000, numbers), numbers)

    def once() -> Any:
        match work:
            case "where":
                return list(file.where("n < 0"))
            case "check":
                return file.check()
            case "to_python":
                return lists.to_python()
            case "write":
                return packed_data.write(tmp_path / "other", file, layout="Indexed")
            case "arrow":
                pytest.importorskip("pyarrow")
                return file.to_arrow()
            case "iterate":
                return sum(1 for _ in file)
            case _:
                return packed_data.pack(lists, numbers, "Indexed")

    sent: list[float] = []

    def send() -> None:
        time.sleep(0.1)
        sent.append(time.perf_counter())
        signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    thread = threading.Thread(target=send)
    try:
        with pytest.raises(KeyboardInterrupt):
            thread.start()
            begin = time.perf_counter()
            while time.perf_counter() - begin < 30:
                once()
            pytest.fail("the signal did not arrive")
    finally:
        thread.join()
        signal.signal(signal.SIGINT, before)
    assert time.perf_counter() - sent[0] < 5
    # What was there is whole, and there are no temporary files.
    assert file.check() == []
    assert {found.name for found in tmp_path.iterdir()} <= {"file.packed", "other"}
