"""Columns: for numpy and pandas, and as files that are written whole or not at all."""

import csv

import numpy as np
import pytest

from tablesim.studies.columns import Columns, in_lines

ROWS = [
    {"player": "greedy", "games": 10, "rate": 0.7, "sure": True},
    {"player": "random", "games": 10, "rate": 0.1 + 0.2, "sure": False},
]


def read_csv(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_rows_become_columns_and_rows_again():
    columns = Columns.of(ROWS)
    assert columns["rate"].dtype == np.float64 and columns["games"].dtype.kind == "i"
    assert list(columns.rows) == ROWS
    assert list(Columns.of([]).rows) == []


def test_csv_keeps_every_digit(tmp_path):
    found = read_csv(Columns.of(ROWS).save(tmp_path / "a.csv"))
    assert found[0] == ["player", "games", "rate", "sure"]
    assert float(found[2][2]) == 0.1 + 0.2


def test_npz(tmp_path):
    with np.load(Columns.of(ROWS).save(tmp_path / "a.npz")) as found:
        assert found["player"].tolist() == ["greedy", "random"]
        assert found["rate"].tolist() == [0.7, 0.1 + 0.2]


@pytest.mark.slow  # needs the extra `batch`
def test_parquet(tmp_path):
    from pyarrow import parquet

    found = parquet.read_table(Columns.of(ROWS).save(tmp_path / "a.parquet"))
    assert found.to_pylist() == ROWS


def test_another_ending_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"'a.xls': expected a name that ends in \.csv, \.parquet"):
        Columns.of(ROWS).save(tmp_path / "a.xls")


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("old")
    uneven = Columns(a=np.arange(3), b=np.arange(2))
    with pytest.raises(ValueError, match="shorter"):
        uneven.save(path)
    assert path.read_text() == "old"
    Columns.of(ROWS).save(path)
    assert len(read_csv(path)) == 3
    assert [p.name for p in tmp_path.iterdir()] == ["a.csv"]


def test_lines_align_words_left_and_numbers_right():
    assert in_lines(Columns.of(ROWS)) == [
        "player  games   rate   sure",
        "greedy     10  0.700   True",
        "random     10  0.300  False",
    ]
