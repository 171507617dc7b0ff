"""The classes of lazy values that are collections: what the abstract classes of Python add to the compiled ones."""

from __future__ import annotations

import collections.abc as abc

from packed_data import _native

__all__ = ["File", "List", "Map", "Records", "Set", "Tuple"]


class Tuple(_native.TupleBase, abc.Sequence):
    __slots__ = ()


class List(_native.ListBase, abc.Sequence):
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
    __slots__ = ()

    def items(self):
        return _Items(self)

    def values(self):
        return _Values(self)


class Set(_native.SetBase, abc.Set):
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
    __slots__ = ()


class Records(_native.RecordsBase, abc.Sequence):
    __slots__ = ()


for _class in (Tuple, List, Map, Set, File, Records):
    _class.__module__ = "packed_data"
