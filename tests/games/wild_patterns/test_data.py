"""The box, the options and the cards, and what their loaders refuse."""

import shutil
from collections import Counter

import pytest

from tablesim.errors import BadData
from tablesim.games.wild_patterns import data
from tablesim.games.wild_patterns.board import BOARD, CELLS, layout_of, occupied, rows_of
from tablesim.games.wild_patterns.cards import cards, pattern, patterns, read_cards, ways, witness
from tablesim.games.wild_patterns.rules import fault

from . import oracle
from .positions import variant

PLACEMENTS = """
3-01 30 3-02 60 3-03 60 3-04 60 3-05 64 3-06 64 3-07 64 3-08 64 3-09 64 3-10 64 3-11 64 3-12 64
4-01 40 4-02 40 4-03 64 4-04 64 4-05 48 4-06 48 4-07 48 4-08 48 4-09 48 4-10 48 4-11 48 4-12 48
4-13 48 4-14 48
5-01 20 5-02 32 5-03 32 5-04 48 5-05 48 5-06 36 5-07 36 5-08 32 5-09 36 5-10 36 5-11 36 5-12 36
5-13 32 5-14 36
6-01 36 6-02 36 6-03 32 6-04 32 6-05 16 6-06 24 6-07 32 6-08 48 6-09 36 6-10 32 6-11 16 6-12 24
6-13 24 6-14 24
V-01 24 V-02 24 V-03 12 V-04 16 V-05 16 V-06 12 V-07 8 V-08 8 V-09 16
"""
"""T-39: in how many ways each pattern can lie on the board."""


def test_the_board_has_25_cells():
    """T-1"""
    assert CELLS == 25
    assert BOARD.labels[0] == "a1" and BOARD.labels[-1] == "e5"


def test_there_are_five_tiles_of_each_color():
    """T-2"""
    assert data.box().tiles == {"B": 5, "R": 5, "K": 5}


def test_cards_of_each_mark():
    """T-3, TV-T-1"""
    numbers = Counter(card.mark for card in cards().values())
    assert numbers == {"3": 12, "4": 14, "5": 14, "6": 14, "V": 9}
    assert numbers.total() == 63


@pytest.mark.parametrize(
    ("options", "in_play"),
    [
        ({}, 54),
        ({"decks": "beginner"}, 40),
        ({"decks": "hard"}, 63),
        ({"removed_per_deck": 3}, 42),
        ({"removed_per_deck": 4, "decks": "hard"}, 43),
    ],
)
def test_cards_in_play(options, in_play):
    """T-3, T-8, T-9, TV-T-1"""
    how = variant(2, **options)
    assert sum(len(bag) - how.removed_per_deck for bag in how.bags) == in_play


def test_marks_score_what_they_say():
    """T-4: of the numbered decks the mark is the score and the number of tiles."""
    for card in cards().values():
        tiles = sum(card.rows.count(color) for color in "BRK")
        assert card.value == tiles
        assert card.mark == "V" or card.value == int(card.mark)


def test_colors_and_sizes_of_the_deck():
    """T-39"""
    colors = {
        mark: Counter("".join(c.rows for c in cards().values() if c.mark == mark))
        for mark in "3456V"
    }
    shown = {mark: tuple(colors[mark][color] for color in "BRK") for mark in colors}
    assert shown == {
        "3": (12, 12, 12),
        "4": (19, 18, 19),
        "5": (24, 23, 23),
        "6": (28, 28, 28),
        "V": (24, 24, 24),
    }
    for card in cards().values():
        numbers = Counter(card.rows.replace(".", "").replace("/", ""))
        assert len(numbers) >= (3 if card.value >= 5 else 2)
        most = 2 if card.mark in "345" else 3 if card.value <= 7 else 4
        assert max(numbers.values()) <= most
    assert [cards()[f"V-0{n}"].value for n in range(1, 10)] == [7, 7, 7, 8, 8, 8, 9, 9, 9]


def test_all_tetrominoes_and_pentominoes_occur():
    """T-39"""

    def shape(card):
        rows = ["".join("." if sign == "." else "#" for sign in row) for row in card]
        return min(tuple(look) for look in oracle.looks(rows, "D4"))

    shapes = {
        mark: {shape(card.rows.split("/")) for card in cards().values() if card.mark == mark}
        for mark in "45"
    }
    assert (len(shapes["4"]), len(shapes["5"])) == (5, 12)


def test_placements_of_every_card():
    """T-36, T-39"""
    words = PLACEMENTS.split()
    expected = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    assert {name: len(patterns("C4")[name].places) for name in cards()} == expected


@pytest.mark.parametrize("symmetry", ["C4", "D4", "none"])
def test_placements_are_those_of_turned_texts(symmetry):
    """T-36: the geometry of the board and plain text agree on where patterns lie."""
    for name, card in cards().items():
        plain = set()
        for place in oracle.places(name, symmetry):
            rows = oracle.rows_of(place)
            needed = layout_of(rows)
            empty = occupied(needed) ^ BOARD.full
            plain.add(needed ^ empty << 75)
        assert set(ways(card.rows, symmetry)) == plain


def test_shapes_say_what_places_say():
    """T-25: the fast test of a pattern is the slow one."""
    for symmetry in ("C4", "D4", "none"):
        for one in patterns(symmetry).values():
            unfolded = {
                sum(1 << bit + start for bit in shape)
                for starts, shape in one.shapes
                for start in range(25)
                if starts >> start & 1
            }
            assert unfolded == set(one.places)
            for place in one.places[:3]:
                assert one.lies_on(place) and one.lying(place)
                assert not one.lies_on(place & place - 1) and not one.lying(place & place - 1)


def test_every_card_can_be_completed():
    """T-38: for each card a legal layout that shows it."""
    for name, one in patterns("C4").items():
        for place in one.places[:1] + one.places[-1:]:
            layout = witness(place)
            assert layout is not None and layout & place == place
            assert fault(occupied(layout)) is None
            assert oracle.lies_on(name, oracle.board_of(rows_of(layout)), "C4")
            assert [rows_of(layout).count(color) for color in "BRK"] == [5, 5, 5]


def test_a_pattern_in_parts_is_joined_for_its_witness():
    """T-37, T-38: ``loose`` and ``_`` of the format, which our deck does not use."""
    place = ways("K...B/...../R...R", "none")[0]
    layout = witness(place)
    assert layout & place == place and fault(occupied(layout)) is None
    ring = ways("BRK/R_R/KBK", "none")[0]
    assert witness(ring) & ring == ring
    moated = ways("B_B_B/_____/B_B__", "none")[0]
    assert witness(moated) is None


def test_an_empty_cell_can_be_demanded():
    """T-37"""
    hole = pattern("BK/_R", "none")
    assert hole.lies_on(layout_of("BK.../.R.../...../...../....."))
    assert not hole.lies_on(layout_of("BK.../BR.../...../...../....."))


def test_options_say_where_the_rulebook_is_silent():
    """T-36, T-43, T-45: house rules are marked as such."""
    house = {name for name, choice in data.options().items() if choice.house}
    assert house >= {"pattern_symmetry", "claims", "alertness", "stall_limit", "hard_end"}
    assert not house & {"decks", "removed_per_deck", "excluded", "piles"}
    assert data.box().house == ("seats",)
    assert all(choice.option.rule for choice in data.options().values())


@pytest.fixture
def folder(tmp_path):
    copy = tmp_path / "wild_patterns"
    shutil.copytree(data.default_folder(), copy)
    return copy


def edit(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('3-01 = { mark = "3"', '3-01 = { mark = "34"', "unknown '34'"),
        ('rows = "RKR" }', 'rows = "RK" }', "T-37: the value is 3, but the pattern has 2 tiles"),
        ('rows = "RKR" }', 'rows = "RKBR/RKB" }', "differ in length"),
        ('rows = "RKR" }', 'rows = "RKRKRK" }', "larger than 5 x 5"),
        ('rows = "RKR" }', 'rows = "RKX" }', "a sign other than"),
        ('rows = "RKR" }', 'rows = "..." }', "demands no tile"),
        ('rows = "RKR" }', 'rows = "R.R/.K." }', "several parts"),
        ('rows = "RKR" }', 'rows = "BKR" }', "turned or mirrored"),
        ('rows = "RKR" }', 'rows = "B../K../R.." }', "T-37: the pattern is that of"),
        ('"3", value = 3, rows = "RKR"', '"3", value = 4, rows = "RKRK"', "of mark 3 is 3, not 4"),
        ('"3", value = 3, rows = "RKR"', '"4", value = 4, rows = "RKRK"', "called 4-01"),
        ('"V", value = 7, rows = "RKK./R.BB/R..."', '"V", value = 6, rows = "RRRRRR"', "larger"),
        ('rows = "RKK./R.BB/R..."', 'rows = "RRR/RRR/R.."', "demands 7 tiles R; there are 5"),
        ('rows = "RKK./R.BB/R..."', 'rows = "R____/_____/_____/R...."', "the value is 7"),
        ('rows = "RKR" }', 'rows = "RKR", loos = true }', "did you mean 'loose'"),
        (
            '3-02 = { mark = "3", value = 3, rows = "RKB" }\n',
            "",
            "T-3: expected 12 cards of mark 3",
        ),
    ],
)
def test_wrong_cards_are_refused(folder, old, new, message):
    """T-3, T-37"""
    edit(folder / "cards.toml", old, new)
    with pytest.raises(BadData, match=r"cards\.toml:\d+:") as error:
        read_cards(folder, data.box())
    assert message in str(error.value)


def test_a_card_that_cannot_be_completed_is_refused(folder):
    """T-38"""
    moated = 'rows = "B_B_B/_____/B_B_R/_____/R_R_.", loose = true'
    edit(folder / "cards.toml", 'rows = "BR.../.BRR./..KBK"', moated)
    with pytest.raises(BadData, match="T-38"):
        read_cards(folder, data.box())


def test_a_loose_pattern_is_read(folder):
    """T-37"""
    edit(folder / "cards.toml", 'rows = "RKR" }', 'rows = "R.R/.K.", loose = true }')
    assert read_cards(folder, data.box())["3-01"].loose


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("game.toml", "R = 5", "R = 15", "leave no cell of the board free"),
        ("game.toml", "rows = 5", "rows = 0", "expected at least 1"),
        ("game.toml", "limit = 4", "limit = -4", "zero or more"),
        ("game.toml", "limit = 4", "limits = 4", "missing"),
        ("game.toml", "penalty = 2", "penalty = 2.5", "whole number"),
        ("options.toml", "[claims]", "[claim]", "unknown option"),
        ("options.toml", 'default = "auto"', 'default = "automatic"', "unknown 'automatic'"),
        ("options.toml", "default = 0", "default = 7", "expected 0 to 4"),
        ("options.toml", "default = true", "default = 1", "true or false"),
    ],
)
def test_wrong_boxes_and_options_are_refused(folder, file, old, new, message):
    edit(folder / file, old, new)
    read = data.read_box if file == "game.toml" else data.read_options
    with pytest.raises(BadData, match=file) as error:
        read(folder)
    assert message in str(error.value)


def test_a_missing_option_is_named(folder):
    text = (folder / "options.toml").read_text(encoding="utf-8")
    cut = text.index("[stall_limit]")
    (folder / "options.toml").write_text(text[:cut], encoding="utf-8")
    with pytest.raises(BadData, match="the option stall_limit is missing"):
        data.read_options(folder)
