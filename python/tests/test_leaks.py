"""Nothing stays allocated: neither objects of Python, nor memory of Rust."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path

import packed_data
import pytest
from packed_data import Schema

STATM = Path("/proc/self/statm")


def resident() -> int:
    """The memory of the process in bytes."""
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not STATM.exists(), reason="needs /proc")
def test_leaks(tmp_path: Path, schema: Callable[..., Schema]) -> None:
    path = tmp_path / "file.packed"
    text = "x" * 20_000

    def work(number: int) -> None:
        name = f"T{number:06}"
        shape = schema(f"enum 7:{name} 2 1:A 1 1:x #1 1:B 2 1:x #1 4:rest #2", "str", "sequence #0")
        made = getattr(shape.types, name).A(x=text)
        plain = {"B": {"x": text, "rest": [{"A": {"x": text}}]}}
        value = packed_data.from_bytes(packed_data.pack(plain, shape), shape)
        assert value != made and value.to_python() == plain and value.rest[0] == made
        assert repr(value) and value._repr_html_() and value.to_json() and hash(made)
        for wrong in (lambda: packed_data.from_bytes(b"\x01", shape), lambda: packed_data.pack({"A": 1}, shape)):
            with pytest.raises(packed_data.PackedError):
                wrong()
        packed_data.write(path, [plain, made], schema=shape, compress=1)
        with packed_data.open(path) as file:
            assert len(list(file.where(f'A.x = "{text}"'))) == 1
            assert len(file[::-1]) == 2 and file.check() == []

    def measure(first: int, count: int) -> tuple[int, int]:
        for number in range(first, first + count):
            work(number)
        gc.collect()
        return sys.getallocatedblocks(), resident()

    measure(0, 100)
    blocks, size = measure(100, 100)
    more_blocks, more_size = measure(200, 300)
    assert more_blocks - blocks < 2000
    assert more_size - size < 3 << 20


@pytest.mark.skipif(not STATM.exists(), reason="needs /proc")
def test_streams_do_not_leak(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    path = tmp_path / "file.packed"
    packed_data.write(path, [{"text": "x" * 1000} for _ in range(200)])

    def measure(count: int) -> int:
        for _ in range(count):
            with packed_data.open(path) as file:
                table = file.to_arrow()
                next(iter(pyarrow.RecordBatchReader.from_stream(file.arrow_stream(rows=10))))
                file.__arrow_c_stream__()
            packed_data.write(tmp_path / "back", table)
        gc.collect()
        return resident()

    measure(50)
    before = measure(50)
    assert measure(200) - before < 8 << 20
