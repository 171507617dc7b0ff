"""Packed data in Python: files and bytes of any type, read in place by the schema that they bring along.

>>> import packed_data
>>> packed_data.write("words.packed", [{"text": "to", "count": 3}, {"text": "be", "count": 2}])
2
>>> words = packed_data.open("words.packed")
>>> words[1].text
'be'
>>> [word.count for word in words.where('text = "to"')]
[3]
"""

from packed_data._exceptions import (
    FileError,
    InvalidError,
    PackedError,
    PackError,
    PathError,
    SchemaError,
    UnfinishedFileWarning,
)
from packed_data._native import (
    LAYOUTS,
    Compatibility,
    Difference,
    Header,
    Schema,
    Struct,
    Types,
    Value,
    Writer,
    __version__,
    at,
    from_bytes,
    layout_of,
    offset_of,
    open,
    open_bytes,
    pack,
    read_header,
    schema_of,
    to_json,
    to_python,
    type_of,
    validate,
    write,
    write_value,
)
from packed_data._scalars import Cbor, Duration, Time, Unknown
from packed_data._values import File, List, Map, Records, Set, Tuple

__all__ = [
    "LAYOUTS",
    "Cbor",
    "Compatibility",
    "Difference",
    "Duration",
    "File",
    "FileError",
    "Header",
    "InvalidError",
    "List",
    "Map",
    "PackError",
    "PackedError",
    "PathError",
    "Records",
    "Schema",
    "SchemaError",
    "Set",
    "Struct",
    "Time",
    "Tuple",
    "Types",
    "UnfinishedFileWarning",
    "Unknown",
    "Value",
    "Writer",
    "__version__",
    "at",
    "from_bytes",
    "layout_of",
    "offset_of",
    "open",
    "open_bytes",
    "pack",
    "read_header",
    "schema_of",
    "to_json",
    "to_python",
    "type_of",
    "validate",
    "write",
    "write_value",
]
