"""The compiled part of the package `packed_data`, which exports all of this."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from datetime import datetime, timedelta
from types import TracebackType
from typing import Any, Literal, Protocol, SupportsIndex, TypeAlias, final, overload

from typing_extensions import Buffer

from packed_data._exceptions import PackedError

_Path: TypeAlias = str | bytes | os.PathLike[str] | os.PathLike[bytes]
_Key: TypeAlias = int | timedelta | datetime | tuple[int, int]
Effect: TypeAlias = Literal["fine", "narrowed", "broken"]

class ArrowStream(Protocol):
    """What has columns: tables and record batches of pyarrow, polars, DuckDB, pandas and others."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

LAYOUTS: tuple[str, ...]
"""The names of all layouts, such as `Compact`, `Indexed` and `Cbor`."""

__version__: str

# ---------------------------------------------------------------------------------------------------------------------
# Schemas

@final
class Schema:
    """The description of a type: everything that decides its bytes. It is immutable, and equal to another if their
    types are."""

    @staticmethod
    def parse(text: str) -> Schema:
        """Parse the text of a schema: what `str()` returns, and what a file has in its header. Raises `SchemaError`."""
    @staticmethod
    def from_json(text: str | bytes) -> Schema:
        """Parse the form in JSON: what `to_json()` returns. Raises `SchemaError`."""
    @staticmethod
    def infer(records: Iterable[object], name: str = "Record") -> Schema:
        """Infer the schema of records (dicts or dataclasses of one form), as `packed pack` does; a `datetime` is a `Time`,
        a `timedelta` a `Duration`. Records of different forms become JSON documents, the enum `Json`: also if one of
        them lacks a name."""
    @property
    def name(self) -> str:
        """The type as a Rust programmer calls it: `Vec<Shape>`."""
    @property
    def fingerprint(self) -> str:
        """The hash of the text: 16 hexadecimal digits."""
    @property
    def types(self) -> Types:
        """The classes of the named types: `schema.types.Circle`, `schema.types.Shape.Circle`. They are what `match`
        needs, and construct values to write. Schemas with the same text share their classes."""
    def can_read(self, older: Schema, layout: str = "Compact") -> Compatibility:
        """Compare with the schema with which bytes were written: whether a reader with this schema reads them."""
    def to_json(self) -> str:
        """Return the form in JSON."""
    def to_typescript(self, layout: str = "Compact") -> str:
        """Return a TypeScript module that reads values in place. Raises `SchemaError` if the type has no such form."""
    def to_json_schema(self) -> str:
        """Return a JSON Schema of what `to_json()` of a value returns."""
    def to_cddl(self) -> str:
        """Return the CDDL (RFC 8610) of the bytes in the layout `Cbor`."""
    def to_rust(self) -> str:
        """Return Rust code: the types with the derive."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Types:
    """The classes of a schema, by the names of the types. Of several types with one name, the second is `Name_2`."""

    def __getattr__(self, name: str, /) -> Any: ...
    def __getitem__(self, name: str, /) -> type[Struct]: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def __contains__(self, name: object, /) -> bool: ...
    def __dir__(self) -> list[str]: ...

@final
class Compatibility:
    """The result of `Schema.can_read`. It is true if all values are read as they were written."""

    @property
    def effect(self) -> Effect:
        """`fine`: all values are read as they were written; `narrowed`: some are refused; `broken`: values are refused,
        or read as other values."""
    @property
    def differences(self) -> Sequence[Difference]:
        """The differences, at most 100."""
    def __bool__(self) -> bool: ...

@final
class Difference:
    """One difference between two schemas."""

    @property
    def path(self) -> str:
        """Where, in the schema of the reader: `Line.colour`; `[]` is an element."""
    @property
    def meaning(self) -> str:
        """What is different, and what that means for the bytes."""
    @property
    def effect(self) -> Effect: ...
    @property
    def rule(self) -> str:
        """The name of the rule that it is an instance of."""

# ---------------------------------------------------------------------------------------------------------------------
# Values

class Value:
    """A value in packed bytes: a place in them and its type. It is lazy: what it consists of is read when it is asked
    for. It keeps the bytes, or the map of the file, alive.

    Scalars and texts are Python's own (`int`, `float`, `bool`, `str`, `bytes`; `Duration` and `Time`), an absent option
    is `None`. All others are a `Struct`, `Tuple`, `List`, `Map` or `Set`.

    Values are equal if they have the same type names, constructors and parts, wherever their bytes are. A `List`
    equals a list with equal items, a `Tuple` a tuple, a `Map` a dict, a `Set` a set. They have no hash, except a
    `Struct` or `Tuple` all of whose fields have one.

    A field with the name of a method hides it; the functions `to_python`, `to_json`, `at` and `validate` of the module
    do the same as the methods."""

    def to_python(self) -> Any:
        """Return dicts, lists, sets, tuples and scalars: all of the value, read at once. A struct is a dict of its
        fields; a constructor is its name, or a dict from its name to its fields, as in JSON."""
    def to_json(self) -> str:
        """Return the value as JSON, in the form that serde has for the Rust type."""
    def at(self, path: str, /) -> Any:
        """Return the part at a path: `records[12].user.name`, a JSON Pointer, or a path of an error. Raises
        `PathError` if it leads nowhere."""
    def validate(self) -> None:
        """Check all of the value, and of a whole value that nothing follows it; raises `InvalidError`. Bytes that were not
        validated return wrong parts, or raise `InvalidError`, but do no other harm."""
    def _repr_html_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class Struct(Value):
    """A struct, or a constructor of an enum: the base of the classes in `Schema.types`.

    Each field is an attribute; one without a name is `_0`, `_1`, ..., and the name of one that is a keyword of Python
    has an underscore after it: `from_`. `value["name"]` and `value[0]` work with any name. A field that is absent,
    because the writer did not know it, is `None`.

    The constructor takes fields by position or name, and makes a value to be written. What it is given is checked then.
    A field that is not given is None or absent, where the type allows it."""

    __match_args__: tuple[str, ...]
    def __init__(self, *args: object, **fields: object) -> None: ...
    def __getattr__(self, name: str, /) -> Any: ...
    def __getitem__(self, field: str | SupportsIndex, /) -> Any: ...

@final
class Tuple(Value, Sequence[Any]):
    """A tuple."""

    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, index: slice[Any, Any, Any], /) -> tuple[Any, ...]: ...
    def __len__(self) -> int: ...

@final
class List(Value, Sequence[Any]):
    """A sequence or an array. Bytes are `bytes` instead.

    An element is found in constant time in `Indexed`, and where elements have a fixed size; otherwise by a walk from
    the nearest one that was found before. A slice is a list of Python."""

    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, index: slice[Any, Any, Any], /) -> list[Any]: ...
    def __len__(self) -> int: ...

@final
class Map(Value, Mapping[Any, Any]):
    """A map, in the order of its keys. A number or text is found by binary search where elements are found in constant
    time, otherwise by a walk."""

    def __getitem__(self, key: Any, /) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...
    def __contains__(self, key: object, /) -> bool: ...

@final
class Set(Value, AbstractSet[Any]):
    """A set, in order. An element is found as a key of a `Map` is."""

    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...
    def __contains__(self, element: object, /) -> bool: ...

def to_python(value: object, /) -> Any:
    """Return `value.to_python()` of a `Value`; any other object as it is."""

def to_json(value: Value, /) -> str:
    """Return `value.to_json()`."""

def at(value: Value, path: str, /) -> Any:
    """Return `value.at(path)`."""

def validate(value: Value, /) -> None:
    """Call `value.validate()`."""

def schema_of(value: Value, /) -> Schema:
    """Return the schema by which a value is read; its type is in it."""

def type_of(value: Value, /) -> str:
    """Return the name of the type of a value, as a Rust programmer calls it."""

def layout_of(value: Value, /) -> str:
    """Return the name of the layout of a value."""

def offset_of(value: Value, /) -> int:
    """Return the offset of a value, in bytes from the beginning of the value or record that it is a part of."""

def from_bytes(
    data: Buffer,
    schema: Schema | str,
    layout: str = "Compact",
    *,
    validate: bool = True,
) -> Any:
    """Return the value in packed bytes that have no header. `bytes` are kept, other buffers are copied. Raises
    `InvalidError`, with the offset and the path; with `validate=False` errors show when parts are read."""

def pack(value: object, schema: Schema | str, layout: str = "Compact") -> bytes:
    """Return the bytes of a value: of dicts, lists and scalars, dataclasses, named tuples, and values of this package.
    Raises `PackError` with the path of the part that does not fit the schema."""

# ---------------------------------------------------------------------------------------------------------------------
# Files

@final
class Header:
    """What the header of a file says."""

    @property
    def schema(self) -> Schema: ...
    @property
    def layout(self) -> str: ...
    @property
    def metadata(self) -> dict[str, str]: ...
    @property
    def is_records(self) -> bool:
        """Whether the file has records; otherwise it is one value."""

@final
class File(Sequence[Any]):
    """A file of records: a sequence of them. Each is read, and validated, when it is asked for; a record in a damaged
    block raises `FileError`, the others can be read."""

    @property
    def path(self) -> str | None: ...
    @property
    def schema(self) -> Schema: ...
    @property
    def layout(self) -> str: ...
    @property
    def metadata(self) -> dict[str, str]: ...
    @property
    def key(self) -> str | None:
        """The path of the key, if the file was written with one by this package."""
    @property
    def is_finished(self) -> bool:
        """Whether the file was closed by its writer, and is there to its end. If not, records may be missing."""
    @property
    def closed(self) -> bool: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, number: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, numbers: slice[Any, Any, Any], /) -> Records: ...
    def __iter__(self) -> Iterator[Any]: ...
    def where(self, condition: str, /) -> Iterator[Any]:
        """Return the records that fulfil a condition, such as `age > 17 and name != "Ann"`: the language of `packed cat
        --where`. Raises `PathError` for one that no record can fulfil."""
    def by_key(self, key: _Key, /, *, path: str | None = None) -> Iterator[Any]:
        """Return the records with a key. Only blocks that may have it are read. `path` says where the key is, if the
        file does not."""
    def between(
        self, start: _Key | None = None, stop: _Key | None = None, /, *, path: str | None = None
    ) -> Iterator[Any]:
        """Return the records with `start <= key < stop`, as `by_key` does."""
    def to_arrow(
        self,
        columns: Sequence[str] | None = None,
        *,
        where: str | None = None,
        enums: Literal["union", "struct"] = "union",
    ) -> Any:
        """Return a `pyarrow.Table` of the records; needs the package `pyarrow`. Enums with data become unions, or
        structs, which Parquet and DuckDB need."""
    def arrow_stream(
        self,
        columns: Sequence[str] | None = None,
        *,
        where: str | None = None,
        enums: Literal["union", "struct"] = "union",
        rows: int = 8192,
    ) -> ArrowStream:
        """Return the records as a stream of batches, which takes the memory of one batch."""
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Export the records through the PyCapsule interface of Arrow."""
    def check(self) -> list[PackedError]:
        """Verify all checksums and validate all records; return what is wrong. An error of the kind `Unfinished` says
        that the file is not finished."""
    def close(self) -> None:
        """Let go of the file. Values that were read before stay valid."""
    def __enter__(self) -> File: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None: ...
    def _repr_html_(self) -> str: ...

@final
class Records(Sequence[Any]):
    """Some records of a file, in order: what a slice of a `File` is. It is lazy too."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, number: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, numbers: slice[Any, Any, Any], /) -> Records: ...
    def __iter__(self) -> Iterator[Any]: ...
    def to_arrow(
        self,
        columns: Sequence[str] | None = None,
        *,
        where: str | None = None,
        enums: Literal["union", "struct"] = "union",
    ) -> Any:
        """Return a `pyarrow.Table` of the records; needs the package `pyarrow`. Enums with data become unions, or
        structs, which Parquet and DuckDB need."""
    def arrow_stream(
        self,
        columns: Sequence[str] | None = None,
        *,
        where: str | None = None,
        enums: Literal["union", "struct"] = "union",
        rows: int = 8192,
    ) -> ArrowStream:
        """Return the records as a stream of batches, which takes the memory of one batch."""
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Export the records through the PyCapsule interface of Arrow."""
    def _repr_html_(self) -> str: ...

def open(
    path: _Path,
    *,
    schema: Schema | str | None = None,
    layout: str | None = None,
    validate: bool = True,
    mmap: bool = True,
) -> File | Any:
    """Open a packed file: a `File` if it has records, otherwise its value.

    The file is mapped into memory. No program may change or truncate it meanwhile: the bytes would be others than those
    that were validated, and reading what is cut off ends the process (SIGBUS). With `mmap=False` the file is read into
    memory instead.

    `layout` and `schema` together say what bytes without a header are. `schema` alone is that of the reader: it must be
    able to read the file. With `validate=False` records are not validated when they are read (checksums are verified
    nevertheless). Raises `FileError`, `SchemaError` or `InvalidError`; `OSError` if the file cannot be read.

    A file that was not closed, or whose end was cut off, is opened with an `UnfinishedFileWarning`: its whole blocks can
    be read, and `is_finished` is false."""

def open_bytes(data: Buffer, *, schema: Schema | str | None = None, validate: bool = True) -> File | Any:
    """Do the same as `open` for the bytes of a file."""

def read_header(path: _Path) -> Header:
    """Read what the header of a file says."""

def write(
    path: _Path,
    records: Iterable[object] | ArrowStream,
    *,
    schema: Schema | str | None = None,
    layout: str | None = None,
    key: str | None = None,
    metadata: Mapping[str, str] | None = None,
    compress: int | None = None,
    overwrite: bool = True,
) -> int:
    """Write a file of records, and return their number. The file appears when it is complete; if anything fails, an
    older file stays.

    `records` are dicts, dataclasses, named tuples, values of this package, or anything with `__arrow_c_stream__`.
    Without a schema it is that of the records, if they are values of this package or a `File`; otherwise it is inferred
    from all of them (see `Schema.infer`). The layout is `Compact`, or that of the `File`.

    `key` is the path to a number or time in each record, such as `time`; see `File.by_key`. `compress` is a level of
    Zstandard, at most 22. Raises `PackError` with the number and the path of the part that does not fit."""

def write_value(
    path: _Path,
    value: object,
    *,
    schema: Schema | str | None = None,
    layout: str | None = None,
    metadata: Mapping[str, str] | None = None,
    overwrite: bool = True,
) -> None:
    """Write a file of one value, as `write` does for records."""

@final
class Writer:
    """Writes records one by one into a new file. As a context manager it closes the file; after an exception it removes
    it. One that is never closed writes no file, and issues a `ResourceWarning`."""

    def __init__(
        self,
        path: _Path,
        schema: Schema | str,
        layout: str = "Compact",
        *,
        key: str | None = None,
        metadata: Mapping[str, str] | None = None,
        compress: int | None = None,
        overwrite: bool = True,
    ) -> None: ...
    def write(self, record: object, /) -> int:
        """Write a record, and return its number."""
    def close(self) -> None:
        """Complete the file: it appears under its name now."""
    def __len__(self) -> int: ...
    def __enter__(self) -> Writer: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None: ...
