"""Reads with DuckDB and pyarrow what `packed convert` has written, and compares with the answers of views.

    read.py FOLDER    with answers.json and indexed.packed of `figures write`, and indexed.parquet and indexed.arrow
"""

import json
import sys

import duckdb
import pyarrow.compute as pc
import pyarrow.feather as feather
import pyarrow.ipc as ipc
import pyarrow.parquet as parquet

folder = sys.argv[1]
with open(f"{folder}/answers.json") as file:
    expected = json.load(file)

QUESTION = """
    SELECT count(*) FILTER (WHERE price > 1000 AND side = 'Buy'),
           sum(quantity) FILTER (WHERE price > 1000 AND side = 'Buy'),
           max(price) FILTER (WHERE price > 1000 AND side = 'Buy'),
           count(note), count(*) FILTER (WHERE symbol = 'S007'), sum(time), count(*)
    FROM {}
"""


def require(what, found):
    names = ["matches", "sum", "max", "notes", "of_symbol", "times", "rows"]
    found = dict(zip(names, found))
    assert found == expected, f"{what}: {found}, expected {expected}"
    print(f"{what}: the same answers")


def by_pyarrow(table):
    matches = table.filter((pc.field("price") > 1000) & (pc.field("side").cast("string") == "Buy"))
    return [
        matches.num_rows,
        pc.sum(matches["quantity"]).as_py(),
        pc.max(matches["price"]).as_py(),
        table.num_rows - table["note"].null_count,
        table.filter(pc.field("symbol") == "S007").num_rows,
        pc.sum(table["time"]).as_py(),
        table.num_rows,
    ]


path = f"{folder}/indexed.parquet"
require("DuckDB, Parquet", duckdb.sql(QUESTION.format(f"read_parquet('{path}')")).fetchone())
require("pyarrow, Parquet", by_pyarrow(parquet.read_table(path)))
reader = ipc.open_file(f"{folder}/indexed.arrow")
table = reader.read_all()
require("pyarrow, Arrow", by_pyarrow(table))
require("pyarrow, Feather", by_pyarrow(feather.read_table(f"{folder}/indexed.arrow")))
require("DuckDB, Arrow", duckdb.from_arrow(table).query("trades", QUESTION.format("trades")).fetchone())
