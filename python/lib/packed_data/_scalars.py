"""The scalars that Python has no type for."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import NamedTuple

__all__ = ["Cbor", "Duration", "Time", "Unknown"]


class Duration(NamedTuple):
    """A duration to the nanosecond: Rust's `Duration`."""

    seconds: int
    nanoseconds: int

    def to_timedelta(self) -> timedelta:
        """Return it to the microsecond, rounded down. Raises `OverflowError` if it has more than 999,999,999 days."""
        return timedelta(seconds=self.seconds, microseconds=self.nanoseconds // 1000)


class Time(NamedTuple):
    """A time to the nanosecond: Rust's `SystemTime`, as seconds since 1970 in UTC, rounded down, and nanoseconds."""

    seconds: int
    nanoseconds: int

    def to_datetime(self) -> datetime:
        """Return it to the microsecond, rounded down, in UTC. Raises `OverflowError` outside of the years 1 to 9999."""
        since = timedelta(seconds=self.seconds, microseconds=self.nanoseconds // 1000)
        return datetime(1970, 1, 1, tzinfo=timezone.utc) + since


class Cbor(bytes):
    """An item of CBOR, as it is packed."""

    __slots__ = ()


class Unknown(bytes):
    """A constructor that the schema does not know, as it is packed."""

    __slots__ = ()


for _class in (Duration, Time, Cbor, Unknown):
    _class.__module__ = "packed_data"
