"""The classes of lazy values that are collections: what the abstract classes of Python add to the compiled ones."""

from __future__ import annotations

import collections.abc as abc

from packed_data import _native

__all__ = ["File", "List", "Map", "Records", "Set", "Tuple"]


class Tuple(_native.TupleBase, abc.Sequence):
    """A tuple."""

    __slots__ = ()


class List(_native.ListBase, abc.Sequence):
    """A sequence or an array. Bytes are `bytes` instead.

    An element is found in constant time in `Indexed`, and where elements have a fixed size; otherwise by a walk from
    the nearest one that was found before. A slice is a list of Python."""

    __slots__ = ()


class _Items(abc.ItemsView):
    __slots__ = ()

    def __iter__(self):
        return self._mapping._items()


class _Values(abc.ValuesView):
    __slots__ = ()

    def __iter__(self):
        return self._mapping._values()


class Map(_native.MapBase, abc.Mapping):
    """A map, in the order of its keys. A number or text is found by binary search where elements are found in constant
    time, otherwise by a walk."""

    __slots__ = ()

    def items(self):
        return _Items(self)

    def values(self):
        return _Values(self)


class Set(_native.SetBase, abc.Set):
    """A set, in order. An element is found as a key of a `Map` is."""

    __slots__ = ()

    # (The compiled base has `__eq__`, and with it all comparisons.)
    __lt__ = abc.Set.__lt__
    __le__ = abc.Set.__le__
    __gt__ = abc.Set.__gt__
    __ge__ = abc.Set.__ge__

    @classmethod
    def _from_iterable(cls, elements):
        return set(elements)


class File(_native.FileBase, abc.Sequence):
    """A file of records: a sequence of them. Each is read, and validated, when it is asked for; a record in a damaged
    block raises `FileError`, the others can be read."""

    __slots__ = ()


class Records(_native.RecordsBase, abc.Sequence):
    """Some records of a file, in order: what a slice of a `File` is. It is lazy too."""

    __slots__ = ()


for _class in (Tuple, List, Map, Set, File, Records):
    _class.__module__ = "packed_data"
