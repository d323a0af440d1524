"""``tablesim report``: one page, with the file as it was written."""

import re
from base64 import b64decode

import pytest

import tablesim as ts


def test_a_report_holds_every_answer_and_the_file_with_its_comments(run, place):
    text = "# who shoots?\n" + (place / "shot.toml").read_text()
    (place / "shot.toml").write_text(text)
    assert run("report shot.toml -o shot.html") == (0, "report: shot.html, 2 answers\n", "")
    page = (place / "shot.html").read_text(encoding="utf-8")
    assert ts.judge("shot.toml").attack("luke", "academy").answer in page
    link = r'download="shot.toml" href="data:application/toml;base64,([^"]*)"'
    (content,) = re.findall(link, page)
    assert b64decode(content).decode() == text


def test_policies_are_those_of_the_answers(run, place):
    run("report shot.toml -o shot.html --policy attack_range=closest")
    assert "attack_range = closest" in (place / "shot.html").read_text(encoding="utf-8")


def test_a_file_without_questions_is_shown(run, place):
    assert run("report bare.toml -o bare.html").out == "report: bare.html, 0 answers\n"
    assert "<svg" in (place / "bare.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("shot.toml -o a.txt", "tablesim report: 'a.txt' is no report: expected a name that ends"),
        ("shto.toml -o a.html", "tablesim report: cannot read shto.toml"),
        ("shot.toml -o a.html --policy arc=x", "tablesim report: policy arc: expected one of"),
        ("bad.toml -o a.html", "bad.toml:"),
    ],
)
def test_what_cannot_be_reported_leaves_no_page(refused, place, words, said):
    text = (place / "shot.toml").read_text()
    (place / "bad.toml").write_text(text.replace('text = "turn left 2"', 'text = "tunr left 2"'))
    assert refused(f"report {words}").startswith(said)
    assert not list(place.glob("a.*"))
