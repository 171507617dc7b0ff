"""What several tests use."""

from __future__ import annotations

from collections.abc import Callable

import packed_data
import pytest


@pytest.fixture
def schema() -> Callable[..., packed_data.Schema]:
    """A function that parses the lines of a schema."""

    def parse(*lines: str) -> packed_data.Schema:
        return packed_data.Schema.parse("packed-data schema 1\n" + "\n".join(lines) + "\n")

    return parse
