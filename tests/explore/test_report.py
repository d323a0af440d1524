"""Reports: self-contained, safe, complete, for every judge and every example."""

import re
from base64 import b64decode
from html.parser import HTMLParser

import pytest

import tablesim as ts
from tablesim.explore.report import report

VOID = {"meta", "path", "rect", "circle", "br"}


class Page(HTMLParser):
    """Reads a page, and refuses one whose elements are not closed in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.attributes, self.words = [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += attributes
        if tag not in VOID - {"rect", "path", "circle"}:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += attributes

    def handle_endtag(self, tag):
        while self.open and self.open[-1] in {"dt", "dd", "p"} - {tag}:  # may stay open
            self.open.pop()
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())


def made(table, **more):
    answers = []
    if table.questions:
        judge = ts.judge(table)
        answers = [(question, judge.ask(question)) for question in table.questions]
    return report(table, answers, **more), answers


@pytest.mark.parametrize("name", ["disputed-shot", "bump", "ruin", "grenade", "barrel-roll"])
def test_a_page_holds_answer_margin_rules_policy_and_picture_of_each_question(name):
    table = ts.example(name)
    text, answers = made(table)
    page = Page(text)
    assert table.title in page.text
    assert page.tags.count("svg") == 2 * 2 * (1 + len(answers))  # each in a nested one, two themes
    for question, verdict in answers:
        assert question.ask in page.text
        for words in (verdict.answer, *verdict.rules, *map(str, verdict.margins)):
            assert " ".join(words.split()) in page.text
        for key in verdict.policy:
            assert f"{key} = " in page.text
        assert ("Too close to call" in page.text) >= verdict.too_close


@pytest.mark.parametrize("name", ["disputed-shot", "ruin"])
def test_a_page_needs_nothing_else(name):
    """No script, no address, nothing to fetch; ids are unique, links lead into the page itself."""
    page = Page(made(ts.example(name))[0])
    assert not {"script", "link", "iframe", "object", "embed", "img", "base"} & set(page.tags)
    said = dict.fromkeys(key for key, _ in page.attributes)
    assert not {"src", "srcset", "onload", "onclick", "style"} & set(said)
    links = [value for key, value in page.attributes if key in ("href", "xlink:href")]
    assert len(links) == 1 and links[0].startswith("data:application/toml;base64,")
    ids = [value for key, value in page.attributes if key == "id"]
    assert ids and len(ids) == len(set(ids))
    (policy,) = [v for k, v in page.attributes if k == "content" and "default-src" in v]
    assert policy.startswith("default-src 'none'")


def test_the_position_file_is_in_the_page_and_comes_out_of_it():
    table = ts.example("disputed-shot")
    text = f"# a comment & <b>\n{table.dumps()}"
    page = Page(made(table, text=text, name="shot")[0])
    assert ("download", "shot.toml") in page.attributes
    (link,) = [value for key, value in page.attributes if key == "href"]
    assert b64decode(link.partition(",")[2]).decode() == text
    assert text in "".join(page.words)
    assert ts.loads(text) == table


def test_words_cannot_become_markup():
    evil = '</title><script>alert(1)</script>"\'&<g id="x\x00'
    table = ts.Table("xwing", title=evil).add(
        ts.Piece("<img src=x>", kind="x-wing", at=(450, 300)),
        ts.Piece("b", kind="x-wing", at=(450, 600)),
        ts.Question("range", a="<img src=x>", b="b"),
    )
    text, _ = made(table, name='"><script>')
    page = Page(text)
    assert not {"script", "img"} & set(page.tags)
    assert "<script" not in text and "\x00" not in text
    assert "alert(1)" in page.text


def test_the_same_position_gives_the_same_page():
    table = ts.example("bump")
    assert made(table)[0] == made(table)[0]
    assert re.search(r"\b20\d\d-\d\d", made(table)[0]) is None  # no date


def test_light_dark_and_paper():
    text, _ = made(ts.example("disputed-shot"))
    assert "prefers-color-scheme: dark" in text and "@media print" in text
    assert text.count("<div class=light>") == text.count("<div class=dark>") == 4
    light = text.index("<div class=light>")
    assert 'fill="#ffffff"' in text[light : light + 2000]


def test_rounded_places_are_told():
    table = ts.Table("xwing", quantum={"length": 0.354, "degrees": 1}).add(
        ts.Piece("a", kind="x-wing", at=(450, 300), heading=90, seat=0),
        ts.Piece("b", kind="x-wing", at=(450, 539.9), heading=270, seat=1),
        ts.Question("attack", by="a", on="b"),
    )
    page = Page(made(table)[0])
    assert "rounded to steps of 0.354 mm and 1°" in page.text
    assert "a margin may be off by up to" in page.text


def test_a_table_without_game_or_questions_is_shown():
    table = ts.Table(area=(90, 90)).add(ts.Piece("drum", footprint=ts.Disc(16), at=(40, 40)))
    page = Page(report(table))
    assert "A position" in page.text and page.tags.count("svg") == 4
