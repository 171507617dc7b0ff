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
require("DuckDB, Parquet", duckdb.sql(QUESTION.format(f"read_parquet('{path}')")).fetchall()[0])
require("pyarrow, Parquet", by_pyarrow(parquet.read_table(path)))
reader = ipc.open_file(f"{folder}/indexed.arrow")
table = reader.read_all()
require("pyarrow, Arrow", by_pyarrow(table))
require("pyarrow, Feather", by_pyarrow(feather.read_table(f"{folder}/indexed.arrow")))
require("DuckDB, Arrow", duckdb.from_arrow(table).query("trades", QUESTION.format("trades")).fetchall()[0])

# Orders have parts of many kinds. An enum with data is a struct in Parquet, and a union in Arrow.
with open(f"{folder}/orders.json") as file:
    expected = json.load(file)


def by_rows(rows, state):
    found = dict.fromkeys(expected, 0) | {"letters": ""}
    for row in rows:
        found["items"] += sum(item["count"] for item in row["items"])
        tag, value = state(row["state"])
        found["paid"] += value["cents"] if tag == "Paid" else 0
        found["refused"] += tag == "Refused" and value == "reason 3"
        found["tags"] += sum(value for _, value in row["tags"])
        found["millis"] += round(row["at"].timestamp() * 1000)
        found["sizes"] += sum(row["size"] or [])
        found["letters"] += row["letter"] if len(found["letters"]) < 4 else ""
    return found


def require_orders(what, found):
    assert found == expected, f"{what}: {found}, expected {expected}"
    print(f"{what}: the same answers")


def member(value):
    """Returns the constructor of a member of the union, which has no name here, and its value."""
    if value is None:
        return "Open", None
    return ("Paid" if isinstance(value, dict) else "Refused"), value


rows = parquet.read_table(f"{folder}/orders.parquet").to_pylist()
require_orders("pyarrow, orders in Parquet", by_rows(rows, lambda state: (state["tag"], state.get(state["tag"]))))
table = ipc.open_file(f"{folder}/orders.arrow").read_all()
require_orders("pyarrow, orders in Arrow", by_rows(table.to_pylist(), member))
ORDERS = """
    SELECT sum(list_sum(list_transform(items, lambda item: item.count))),
           sum(state.Paid.cents),
           count(*) FILTER (WHERE state.tag = 'Refused' AND state.Refused = 'reason 3'),
           sum(list_sum(map_values(tags))),
           sum(epoch_ms(CAST("at" AS TIMESTAMPTZ))),
           sum(size[1] + size[2])
    FROM {}
"""
found = duckdb.sql(ORDERS.format(f"read_parquet('{folder}/orders.parquet')")).fetchall()[0]
letters = duckdb.sql(f"SELECT letter FROM read_parquet('{folder}/orders.parquet') ORDER BY id LIMIT 4").fetchall()
found = dict(zip(expected, [*found, "".join(letter for (letter,) in letters)]))
require_orders("DuckDB, orders in Parquet", found)
