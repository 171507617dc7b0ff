"""The exceptions of the package."""

from __future__ import annotations

__all__ = [
    "FileError",
    "InvalidError",
    "PackError",
    "PackedError",
    "PathError",
    "SchemaError",
    "UnfinishedFileWarning",
]


class PackedError(ValueError):
    """The base of all exceptions of this package. `str()` says what is wrong, and where."""

    kind: str
    """What is wrong, as one word: `"InvalidUtf8"`, `"Damaged"`, ..."""
    path: str
    """The path to the part that is wrong, as the Rust library prints it: `Tree::Node.1 > [3]`. Empty if it is all of
    the value, or not known."""
    offset: int | None
    """The offset of what is wrong, in bytes, if it is known: in the value or record; of a `FileError`, in the file."""
    record: int | None
    """The number of the record, if it is known."""

    def __init__(
        self,
        message: str,
        kind: str = "Other",
        path: str = "",
        offset: int | None = None,
        record: int | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.path = path
        self.offset = offset
        self.record = record

    def __reduce__(self) -> tuple[type[PackedError], tuple[str, str, str, int | None, int | None]]:
        return (type(self), (str(self), self.kind, self.path, self.offset, self.record))


class InvalidError(PackedError):
    """Bytes are not a value of their type."""


class FileError(PackedError):
    """A file is damaged, cut off, or no packed file."""


class SchemaError(PackedError):
    """A text is not a schema, a layout does not have a type, or two schemas do not fit."""


class PathError(PackedError):
    """A text is not a path or a condition, or a path leads nowhere."""


class PackError(PackedError):
    """A Python object is not of the type that it is to be packed as."""


class UnfinishedFileWarning(UserWarning):
    """A file was not closed by its writer, or its end was cut off: records may be missing at its end."""


for _class in (PackedError, InvalidError, FileError, SchemaError, PathError, PackError, UnfinishedFileWarning):
    _class.__module__ = "packed_data"
