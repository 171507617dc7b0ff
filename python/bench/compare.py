"""Compares this package with msgspec (MessagePack), fastavro and pyarrow (IPC, Parquet) on the same records, in one process,
in turn; prints a table in Markdown. Each figure is the least of some runs, and their median in parentheses, in
nanoseconds a record.

    pip install msgspec fastavro pyarrow ./python
    python python/bench/compare.py [RECORDS]
"""

from __future__ import annotations

import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import fastavro
import msgspec
import pyarrow
import pyarrow.compute
import pyarrow.parquet

import packed_data

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
RUNS = 7
STEP = 1000

SCHEMA = """packed-data schema 1
struct 5:Event 6 2:id #1 4:name #2 5:price #3 4:tags #4 4:user #5 4:note #6
u64
str
f64
sequence #2
struct 4:User 2 3:age #7 4:mail #2
optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #2
u8
"""

AVRO = fastavro.parse_schema(
    {
        "type": "record",
        "name": "Event",
        "fields": [
            {"name": "id", "type": "long"},
            {"name": "name", "type": "string"},
            {"name": "price", "type": "double"},
            {"name": "tags", "type": {"type": "array", "items": "string"}},
            {
                "name": "user",
                "type": {
                    "type": "record",
                    "name": "User",
                    "fields": [{"name": "age", "type": "int"}, {"name": "mail", "type": "string"}],
                },
            },
            {"name": "note", "type": ["null", "string"]},
        ],
    }
)


class User(msgspec.Struct):
    age: int
    mail: str


class Event(msgspec.Struct):
    id: int
    name: str
    price: float
    tags: list[str]
    user: User
    note: str | None


def records() -> list[dict[str, Any]]:
    return [
        {
            "id": number,
            "name": f"name {number}",
            "price": number / 3,
            "tags": ["a", "bc", str(number)],
            "user": {"age": number % 100, "mail": f"u{number}@example.org"},
            "note": None if number % 3 else f"note {number}",
        }
        for number in range(COUNT)
    ]


def measure(work: Callable[[], object]) -> str:
    """The least time of some runs, and their median, in nanoseconds a record."""
    times: list[float] = []
    for _ in range(RUNS):
        begin = time.perf_counter_ns()
        result = work()
        times.append((time.perf_counter_ns() - begin) / COUNT)
        del result
    return f"{show(min(times))} ({show(statistics.median(times))})"


def show(nanoseconds: float) -> str:
    return f"{nanoseconds:,.0f}" if nanoseconds >= 10 else f"{nanoseconds:.2f}"


def row(name: str, size: int, *work: Callable[[], object] | None) -> None:
    cells = ["" if one is None else measure(one) for one in work]
    print(f"| {name} | {size / COUNT:.0f} | {' | '.join(cells)} |", flush=True)


def packed(layout: str, folder: Path, plain: Sequence[dict[str, Any]]) -> None:
    path = folder / layout

    def write() -> None:
        packed_data.write(path, plain, schema=SCHEMA, layout=layout)

    write()
    file = packed_data.open(path)
    last = COUNT - COUNT // 100
    row(
        f"packed-data, `{layout}`",
        path.stat().st_size,
        write,
        lambda: [record.to_python() for record in packed_data.open(path)],
        lambda: sum(record.price for record in packed_data.open(path)),
        lambda: [record.user.mail for record in packed_data.open(path)[::STEP]],
        lambda: [record.name for record in packed_data.open(path).where(f"id >= {last}")],
        lambda: packed_data.open(path).to_arrow(),
    )


def messages(plain: Sequence[dict[str, Any]]) -> None:
    encoder = msgspec.msgpack.Encoder()
    encoded = [encoder.encode(record) for record in plain]
    size = sum(map(len, encoded))
    last = COUNT - COUNT // 100
    for name, decoder in (
        ("msgspec, dicts", msgspec.msgpack.Decoder()),
        ("msgspec, structs", msgspec.msgpack.Decoder(Event)),
    ):
        field: Callable[[Any, str], Any] = getattr if "structs" in name else lambda record, name: record[name]

        def decode_some(decoder: Any = decoder, field: Any = field) -> object:
            return [field(field(decoder.decode(one), "user"), "mail") for one in encoded[::STEP]]

        row(
            name,
            size,
            lambda: [encoder.encode(record) for record in plain],
            lambda decoder=decoder: [decoder.decode(one) for one in encoded],
            lambda decoder=decoder, field=field: sum(field(decoder.decode(one), "price") for one in encoded),
            decode_some,
            lambda decoder=decoder, field=field: [
                field(record, "name") for record in map(decoder.decode, encoded) if field(record, "id") >= last
            ],
            None,
        )


def avro(folder: Path, plain: Sequence[dict[str, Any]]) -> None:
    path = folder / "avro"

    def write() -> None:
        with path.open("wb") as to:
            fastavro.writer(to, AVRO, plain)

    def read() -> list[Any]:
        with path.open("rb") as source:
            return list(fastavro.reader(source))

    write()
    last = COUNT - COUNT // 100
    row(
        "fastavro",
        path.stat().st_size,
        write,
        read,
        lambda: sum(record["price"] for record in read()),
        lambda: [record["user"]["mail"] for record in read()[::STEP]],
        lambda: [record["name"] for record in read() if record["id"] >= last],
        None,
    )


SCHEMA_OF_ARROW = pyarrow.schema(
    [
        ("id", pyarrow.uint64()),
        ("name", pyarrow.string()),
        ("price", pyarrow.float64()),
        ("tags", pyarrow.list_(pyarrow.string())),
        ("user", pyarrow.struct([("age", pyarrow.uint8()), ("mail", pyarrow.string())])),
        ("note", pyarrow.string()),
    ]
)


def arrow(folder: Path, plain: list[dict[str, Any]]) -> None:
    path = folder / "arrow"
    schema = SCHEMA_OF_ARROW

    def write() -> None:
        table = pyarrow.Table.from_pylist(plain, schema=schema)
        with pyarrow.ipc.new_file(path, schema) as to:
            to.write_table(table, max_chunksize=8192)

    def read() -> Any:
        return pyarrow.ipc.open_file(pyarrow.memory_map(str(path))).read_all()

    write()
    last = COUNT - COUNT // 100
    row(
        "pyarrow, IPC file",
        path.stat().st_size,
        write,
        lambda: read().to_pylist(),
        lambda: pyarrow.compute.sum(read()["price"]).as_py(),
        lambda: [user["mail"] for user in read()["user"].take(list(range(0, COUNT, STEP))).to_pylist()],
        lambda: read().filter(pyarrow.compute.field("id") >= last)["name"].to_pylist(),
        read,
    )


def parquet(folder: Path, plain: list[dict[str, Any]]) -> None:
    path = folder / "parquet"

    def write() -> None:
        table = pyarrow.Table.from_pylist(plain, schema=SCHEMA_OF_ARROW)
        pyarrow.parquet.write_table(table, path)

    def read(*columns: str, filters: Any = None) -> Any:
        return pyarrow.parquet.read_table(path, columns=list(columns) or None, filters=filters)

    write()
    last = COUNT - COUNT // 100
    row(
        "pyarrow, Parquet (Snappy)",
        path.stat().st_size,
        write,
        lambda: read().to_pylist(),
        lambda: pyarrow.compute.sum(read("price")["price"]).as_py(),
        lambda: [user["mail"] for user in read("user")["user"].take(list(range(0, COUNT, STEP))).to_pylist()],
        lambda: read("name", filters=[("id", ">=", last)])["name"].to_pylist(),
        read,
    )


def agree(folder: Path, plain: list[dict[str, Any]]) -> None:
    """Fails unless packed files have the same records."""
    path = folder / "agree"
    some = plain[:1000]
    packed_data.write(path, some, schema=SCHEMA)
    file = packed_data.open(path)
    assert [record.to_python() for record in file] == some
    assert pyarrow.table(file).to_pylist() == pyarrow.Table.from_pylist(some, schema=SCHEMA_OF_ARROW).to_pylist()


def main() -> None:
    plain = records()
    print(
        f"Python {platform.python_version()}, packed-data {packed_data.__version__}, msgspec {msgspec.__version__}, "
        f"fastavro {fastavro.__version__}, pyarrow {pyarrow.__version__}, {platform.machine()}\n"
    )
    print(f"{COUNT:,} records; bytes a record, then nanoseconds a record\n")
    print("| | bytes | write | all as dicts | one field of each | one record in 1000 | a condition (1 %) | Arrow |")
    print("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        agree(Path(folder), plain)
        for layout in ("Compact", "Indexed"):
            packed(layout, Path(folder), plain)
        messages(plain)
        avro(Path(folder), plain)
        arrow(Path(folder), plain)
        parquet(Path(folder), plain)


if __name__ == "__main__":
    main()
