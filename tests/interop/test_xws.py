"""Squads from and to XWS: what is read, what is written, what is refused, what is warned of."""

import itertools
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablesim.errors import BadData
from tablesim.games.xwing.catalogue import catalogue
from tablesim.games.xwing.components import default_folder
from tablesim.games.xwing.game import GAME, cards
from tablesim.games.xwing.game.squads import side
from tablesim.games.xwing.ships import SLOTS
from tablesim.interop import xws, xws_words

from .squads import IMPERIALS, REBELS, edited, plain, text


def refused(squad, source="<text>"):
    """The mistakes of a squad: (path, message) of each."""
    with pytest.raises(BadData) as caught:
        xws.loads(squad if isinstance(squad, str) else text(squad), source=source)
    return [(m.path, m.message) for m in caught.value.mistakes if not m.warning]


def warned(squad):
    return [(m.path, m.message) for m in xws.loads(text(squad)).warnings]


# ---- reading ------------------------------------------------------------------------------------


def test_a_squad_is_read():
    squad = xws.loads(text(REBELS))
    assert (squad.faction, squad.name, squad.description) == (
        "rebel",
        "Two of a kind",
        "Luke leads",
    )
    assert squad.text == "x-wing/luke-skywalker + r2-f2 + proton-torpedoes, x-wing/rookie-pilot"
    assert squad.obstacles == ("coreasteroid0", "coreasteroid5", "core2asteroid1")
    assert squad.why_illegal(56) == ()
    assert squad.why_illegal(55) == ("XW-95: it costs 56, more than 55",)


def test_a_squad_is_played():
    """XW-94, XW-97: what the option of the game makes of it."""
    forces = [xws.loads(text(squad)) for squad in (REBELS, IMPERIALS)]
    ships = GAME.new(**xws.options(forces)).ships
    assert [(ship.id, ship.seat, ship.points) for ship in ships] == [
        ("luke-skywalker", 0, 35),
        ("rookie-pilot", 0, 21),
        ("mauler-mithel", 1, 20),
        ("academy-pilot-1", 1, 12),
        ("academy-pilot-2", 1, 12),
    ]


def test_points_are_not_read():
    """The format: they MUST be ignored by whoever reads a squad."""
    for points in (1, 1000, None):
        assert xws.loads(text(edited(REBELS, "points", to=points))) == xws.loads(text(REBELS))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (("faction",), "rebels"),
        (("version",), "0.1.1"),
        (("version",), None),
        (("pilots", 1), {"id": "rookiepilot", "ship": "xwing"}),
        (("pilots", 1), {"name": "rookiepilot", "ship": "xwing", "upgrades": {}, "points": 3}),
        (("pilots", 1), {"name": "rookiepilot", "ship": "xwing", "vendor": {"a": {"b": 1}}}),
        (("vendor",), {"builder": {"url": "?"}}),
    ],
)
def test_other_versions_and_vendors_say_the_same(old, new):
    assert xws.loads(text(edited(REBELS, *old, to=new))) == xws.loads(text(REBELS))


def test_the_words_of_older_files_are_read_and_the_new_ones_written():
    old = edited(IMPERIALS, "faction", to="empire")
    old["pilots"].append(
        {
            "name": "scimitarsquadronpilot",
            "ship": "tiebomber",
            "upgrades": {"bombmine": ["seismiccharges"], "modification": ["hullupgrade"]},
        }
    )
    squad = xws.loads(text(old))
    written = json.loads(xws.dumps(squad))
    assert written["faction"] == "imperial"
    assert written["pilots"][3]["upgrades"] == {"bomb": ["seismiccharges"], "mod": ["hullupgrade"]}


def test_every_pilot_is_found_by_its_xws_name():
    """XW-101: and none by that of another."""
    found = set()
    for ship in catalogue().ships.values():
        for pilot in catalogue().pilots[ship.id].values():
            squad = {
                "faction": side(pilot.faction),
                "pilots": [{"name": pilot.xws, "ship": ship.xws}],
            }
            (entry,) = xws.loads(text(squad)).entries
            assert (entry.kind, entry.pilot) == (ship.id, pilot.id)
            found.add(entry)
    assert len(found) == 290


def test_names_are_canonical_but_where_two_cards_share_one():
    """The rule of the format: lower case, letters and digits alone; the exceptions are known."""
    every = [*catalogue().ships.values(), *cards.upgrades().values(), *catalogue().weapons.values()]
    every += [pilot for pilots in catalogue().pilots.values() for pilot in pilots.values()]
    odd = {c.xws for c in every if c.xws != re.sub("[^a-z0-9]", "", c.name.lower())}
    abridged = {"blackeightsqpilot", "advhomingmissiles", "advprotontorpedoes"}  # as printed
    assert odd == {"poedameron-swx57", "hansolo-swx57", "chewbacca-swx57"} | abridged


def test_our_asteroids_are_the_six_of_the_core_set():
    """XW-169: by the numbers of the pictures, which are not those of the format."""
    words = xws_words.words()
    assert set(words.obstacles.values()) == set(catalogue().obstacles)
    assert sorted(words.obstacles) == [f"coreasteroid{n}" for n in range(6)]
    # told by their sizes: the largest of the core set is number 5, the smallest number 0
    sizes = {id: catalogue().obstacles[kind].polygon.area for id, kind in words.obstacles.items()}
    assert max(sizes, key=sizes.get) == "coreasteroid5"
    assert min(sizes, key=sizes.get) == "coreasteroid0"
    assert xws.loads(text(REBELS)).asteroids == ("asteroid-5", "asteroid-4")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("source", "colour = 1\nsource", "colour: unknown key"),
        ('astromech = ["amd"]', "", "slots.astromech: missing"),
        ('astromech = ["amd"]', 'astromech = ["amd"]\nastro = ["a"]', "slots.astro: unknown key"),
        ('scum = ["scum"]', "scum = []", "factions.scum: expected a list of texts"),
        ("asteroid-3 =", "asteroid-8 =", "obstacles.asteroid-3: missing"),
        ("obstacles = [", "rocks = [", "no_shape.obstacles: missing"),
    ],
)
def test_a_damaged_file_of_words_is_refused(tmp_path, old, new, said):
    good = (default_folder() / "xws.toml").read_text(encoding="utf-8")
    assert old in good
    (tmp_path / "xws.toml").write_text(good.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData, match=re.escape(said)):
        xws_words.words(tmp_path)


def test_every_slot_has_a_word_of_its_own():
    """XW-101: and the words come back."""
    words = xws_words.words()
    assert {words.slots[words.slot(slot)] for slot in SLOTS} == set(SLOTS)
    assert set(SLOTS) < set(words.slots.values())


# ---- what is not played -------------------------------------------------------------------------


def test_what_is_not_played_is_said_and_kept():
    """XW-239, XW-169: pilots, upgrades and obstacles, one by one."""
    squad = edited(REBELS, "pilots", 1, to={"name": "tychocelchu", "ship": "awing"})
    squad["pilots"][0]["upgrades"] |= {"ept": ["pushthelimit"], "title": ["r2d2"], "mod": ["r2f3"]}
    squad["pilots"][0]["upgrades"]["amd"] = ["r2d3"]
    squad["vendors"] = {}
    assert warned(squad) == [
        (
            "pilots[0].upgrades.amd[0]",
            "the astromech upgrade 'r2d3' is not played here (XW-239); did you mean 'r2d2'?",
        ),
        (
            "pilots[0].upgrades.ept[0]",
            "the elite upgrade 'pushthelimit' is not played here (XW-239)",
        ),
        (
            "pilots[0].upgrades.title[0]",
            "the title upgrade 'r2d2' is not played here (XW-239); 'amd' has one of that name",
        ),
        (
            "pilots[0].upgrades.mod[0]",
            "the modification upgrade 'r2f3' is not played here (XW-239)",
        ),
        ("pilots[1].name", "the ability of Tycho Celchu is not played here (XW-239)"),
        (
            "obstacles[2]",
            "the shape of 'core2asteroid1' is not known here: it cannot be placed (XW-169)",
        ),
        ("vendors", "unknown key 'vendors', which is not read; did you mean 'vendor'?"),
    ]
    read = xws.loads(text(squad))
    assert read.text == "x-wing/luke-skywalker + proton-torpedoes, a-wing/tycho-celchu"
    assert read.ships[0].left_out == (
        ("astromech", "r2d3"),
        ("elite", "pushthelimit"),
        ("title", "r2d2"),
        ("modification", "r2f3"),
    )
    written = json.loads(xws.dumps(read))
    assert plain(written) == plain(squad)
    assert "points" not in written  # of an upgrade that is not known, no cost is


# ---- what is refused ----------------------------------------------------------------------------

LUKE = ("pilots", 0)


@pytest.mark.parametrize(
    ("path", "to", "where", "said"),
    [
        (("faction",), None, "", "missing key 'faction'"),
        (("faction",), "rebl", "faction", "no faction 'rebl'; did you mean 'rebel'?"),
        (("faction",), "galacticempire", "faction", "did you mean 'empire'?"),
        (("faction",), "hutts", "faction", "no faction 'hutts'; known: rebel, imperial, scum"),
        (("faction",), 3, "faction", "expected text, got 3"),
        (("faction",), "imperial", "pilots[0].name", "flies for rebel, not for imperial (XW-1)"),
        (("version",), "2.0.0", "version", "'2.0.0' is not of the first edition"),
        (("name",), ["X"], "name", "expected text, got a list"),
        (("name",), "\ud800", "name", "half a character"),
        (("pilots",), None, "", "missing key 'pilots'"),
        (("pilots",), [], "pilots", "a squad has at least one pilot"),
        (("pilots",), {"a": 1}, "pilots", "expected a list of pilots, got a table"),
        (LUKE, "lukeskywalker", "pilots[0]", "expected a pilot {...}, got 'lukeskywalker'"),
        ((*LUKE, "name"), None, "pilots[0]", "missing key 'name'"),
        ((*LUKE, "ship"), None, "pilots[0]", "missing key 'ship'"),
        ((*LUKE, "ship"), "xwng", "pilots[0].ship", "no small or large ship 'xwng'; did you mean"),
        ((*LUKE, "ship"), "cr90corvettefore", "pilots[0].ship", "or it is a huge one"),
        ((*LUKE, "ship"), True, "pilots[0].ship", "expected text, got true"),
        ((*LUKE, "name"), "lukeskywalkr", "pilots[0].name", "did you mean 'lukeskywalker'?"),
        ((*LUKE, "name"), "academypilot", "pilots[0].name", "no pilot 'academypilot' of xwing; it"),
        ((*LUKE, "upgrades"), ["r2d2"], "pilots[0].upgrades", "upgrades by slot {...}, got a list"),
        ((*LUKE, "upgrades"), {"atm": ["r2d2"]}, "pilots[0].upgrades.atm", "did you mean 'amd'?"),
        ((*LUKE, "upgrades"), {"amd": "r2d2"}, "pilots[0].upgrades.amd", "a list of upgrades"),
        ((*LUKE, "upgrades"), {"amd": [2]}, "pilots[0].upgrades.amd[0]", "expected the name of an"),
        ((*LUKE, "upgrades"), {"amd": ["\udc00"]}, "pilots[0].upgrades.amd[0]", "half a character"),
        (("obstacles",), "coreasteroid0", "obstacles", "expected a list of obstacles"),
        (("obstacles", 0), "coreasteroid7", "obstacles[0]", "did you mean 'coreasteroid5'?"),
        (("obstacles", 0), None, None, None),
        (("obstacles", 0), 0, "obstacles[0]", "expected the id of an obstacle, got 0"),
    ],
)
def test_edited_squads_are_refused_with_the_place(path, to, where, said):
    squad = edited(REBELS, *path, to=to)
    if where is None:
        assert xws.loads(text(squad)).obstacles == ("coreasteroid5", "core2asteroid1")
        return
    found = refused(squad)
    assert any(place == where and said in message for place, message in found), found


def test_every_mistake_is_told_at_once_each_with_line_and_column():
    squad = edited(REBELS, "pilots", 0, "ship", to="ywng")
    squad["pilots"][1]["name"] = "rookypilot"
    squad["pilots"].append(None)
    with pytest.raises(BadData) as caught:
        xws.loads(json.dumps(squad, indent=1), source="a.xws")
    lines = str(caught.value).splitlines()
    assert (
        lines[0]
        == "a.xws:10:12: pilots[0].ship: no small or large ship 'ywng'; did you mean 'ywing'?"
    )
    assert "pilots[1].name: no pilot 'rookypilot' of xwing; did you mean 'rookiepilot'?" in lines[1]
    assert "pilots[2]: expected a pilot {...}, got null" in lines[2]


def test_what_is_no_squad_at_all():
    assert refused("[]") == [("", "expected an XWS squad {...}, got a list")]
    assert refused("null") == [("", "expected an XWS squad {...}, got null")]
    assert refused(json.dumps({"container": [REBELS]})) == [
        ("container", "these are several squads; take one out of the container")
    ]
    (mistake,) = refused('{"faction": "rebel",}')
    assert mistake[1].startswith("this is not JSON")


@pytest.mark.parametrize(
    ("pilots", "rule"),
    [
        ([("lukeskywalker", "xwing", {}), ("lukeskywalker", "xwing", {})], "XW-96: Luke Skywalker"),
        ([("lukeskywalker", "xwing", {"amd": ["r2d2", "r2f2"]})], "XW-101: Luke Skywalker has 1"),
        ([("rookiepilot", "xwing", {"ept": ["marksmanship"]})], "no room for Marksmanship"),
        (
            [("outerrimsmuggler", "yt1300", {"missile": ["concussionmissiles"]})],
            "XW-101: Outer Rim",
        ),
        ([("wedgeantilles", "xwing", {})] * 4, "XW-95: it costs 116, more than 100"),
    ],
)
def test_illegal_squads_are_refused_with_the_rule_by_the_game(pilots, rule):
    """XW-95, XW-96, XW-101: the format carries them, the game does not play them."""
    made = [{"name": name, "ship": ship, "upgrades": own} for name, ship, own in pilots]
    squad = xws.loads(text({"faction": "rebel", "pilots": made}))
    assert any(rule in reason for reason in squad.why_illegal())
    with pytest.raises(ValueError, match=re.escape(rule)):
        GAME.new(**xws.options([squad]))


# ---- writing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("squad", [REBELS, IMPERIALS], ids=["rebels", "imperials"])
def test_there_and_back(squad):
    read = xws.loads(text(squad))
    written = xws.dumps(read)
    assert plain(json.loads(written)) == plain(squad)
    again = xws.loads(written)
    assert (again, xws.dumps(again)) == (read, written)


def test_what_is_written_keeps_to_the_schema_of_the_format():
    """Version 1: these keys and no others, names of lower-case letters and digits."""
    data = json.loads(xws.dumps(xws.loads(text(REBELS))))
    assert list(data) == [
        "faction",
        "name",
        "description",
        "points",
        "version",
        "pilots",
        "obstacles",
    ]
    assert data["points"] == 56
    assert re.fullmatch(r"1\.\d+\.\d+", data["version"])
    for pilot in data["pilots"]:
        assert {"name", "ship"} <= pilot.keys() <= {"name", "ship", "upgrades"}
        for word, names in pilot.get("upgrades", {}).items():
            assert re.fullmatch("[0-9a-z]+", word)
            assert names


def test_a_squad_of_our_own_words():
    squad = xws.squad_of(
        "x-wing/luke-skywalker + r2-d2", name="Żółty", obstacles=["asteroid-4", "asteroid-1"]
    )
    assert squad.obstacles == ("coreasteroid5", "coreasteroid1")
    assert squad.asteroids == ("asteroid-4", "asteroid-1")
    assert xws.loads(xws.dumps(squad)) == squad
    assert "Żółty" in xws.dumps(squad)
    with pytest.raises(
        ValueError, match="XW-1: a squad is of one faction, this is of imperial and"
    ):
        xws.squad_of("x-wing/rookie-pilot, tie-fighter/academy-pilot")
    with pytest.raises(ValueError, match="'asteroid-7'; did you mean 'asteroid-"):
        xws.squad_of("x-wing/rookie-pilot", obstacles=["asteroid-7"])
    with pytest.raises(ValueError, match="no pilot 'luke'"):
        xws.squad_of("x-wing/luke")


def test_files_are_written_whole_or_not_at_all(tmp_path, monkeypatch):
    squad = xws.loads(text(REBELS))
    path = xws.save(squad, tmp_path / "a.xws")
    assert xws.load(path) == squad
    old = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.replace", lambda *_: (_ for _ in ()).throw(OSError("full")))
        with pytest.raises(OSError, match="full"):
            xws.save(xws.loads(text(IMPERIALS)), path)
    assert [p.name for p in tmp_path.iterdir()] == ["a.xws"]
    assert path.read_bytes() == old


def test_files_that_are_no_text(tmp_path):
    path = tmp_path / "a.xws"
    path.write_bytes(b'{"name":\n "\xff"}')
    with pytest.raises(BadData) as caught:
        xws.load(path)
    assert str(caught.value) == f"{path}:2:3: byte 0xff is not UTF-8; save the file as UTF-8"
    path.write_bytes(b" " * 1_000_001)
    with pytest.raises(BadData, match="larger than 1,000,000 bytes"):
        xws.load(path)
    path.write_bytes("\ufeff".encode() + text(REBELS).encode())
    assert xws.load(path) == xws.loads(text(REBELS))
    with pytest.raises(FileNotFoundError):
        xws.load(tmp_path / "b.xws")


# ---- seats --------------------------------------------------------------------------------------

ONE = {
    "rebel": "x-wing/rookie-pilot",
    "imperial": "tie-fighter/academy-pilot",
    "scum": "y-wing/kavil",
}


@pytest.mark.parametrize("pair", list(itertools.product(ONE, repeat=2)), ids="-".join)
def test_a_31_who_plays_which_seat(pair):
    """A-31: Rebels play seat 0, Imperials seat 1; who is left takes what is left, in order."""
    made = xws.options([xws.squad_of(ONE[name]) for name in pair])
    assert sorted(made) == ["imperial", "rebel"]
    assert sorted(made.values()) == sorted(ONE[name] for name in pair)
    if pair.count("rebel") == 1 or pair.count("imperial") == 1:
        for seat in {"rebel", "imperial"} & set(pair):
            if pair.count(seat) == 1:
                assert made[seat] == ONE[seat]


def test_one_squad_and_three():
    assert xws.options([]) == {}
    assert xws.options([xws.squad_of(ONE["imperial"])]) == {"imperial": ONE["imperial"]}
    assert xws.options([xws.squad_of(ONE["scum"])]) == {"rebel": ONE["scum"]}
    with pytest.raises(ValueError, match="for two squads, not for 3"):
        xws.options([xws.squad_of(ONE["rebel"])] * 3)


# ---- anything -----------------------------------------------------------------------------------

WORDS = st.sampled_from(
    ["rebel", "xwing", "lukeskywalker", "amd", "r2d2", "ept", "faction", "pilots", "coreasteroid0"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)


def squad_or_mistakes(source):
    """A squad that can be written and read again, or mistakes with places in the text."""
    try:
        squad = xws.loads(source)
    except BadData as error:
        lines = source.removeprefix("\ufeff").split("\n")
        for mistake in error.mistakes:
            assert mistake.message
            assert 1 <= mistake.line <= len(lines)
            assert 1 <= mistake.column <= len(lines[mistake.line - 1]) + 1
        return
    assert xws.loads(xws.dumps(squad)) == squad
    xws.dumps(squad).encode()
    assert all(entry.card for entry in squad.entries)
    squad.why_illegal(100)


def paths(value, path=()):
    yield path
    items = value.items() if isinstance(value, dict) else ()
    items = enumerate(value) if isinstance(value, list) else items
    for key, inner in items:
        yield from paths(inner, (*path, key))


@given(st.sampled_from([path for path in paths(REBELS) if path]), VALUES)
def test_whatever_stands_in_a_place_of_a_squad(path, value):
    squad_or_mistakes(text(edited(REBELS, *path, to=value)))


@given(st.data())
def test_whatever_is_done_to_the_text(data):
    source = text(REBELS)
    at = data.draw(st.integers(0, len(source)))
    until = data.draw(st.integers(at, min(len(source), at + 30)))
    put = data.draw(st.text('{}[],:"\\0123 nulltrefas\n', max_size=8) | st.text(max_size=3))
    squad_or_mistakes(source[:at] + put + source[until:])


@given(st.text(max_size=40) | VALUES.map(json.dumps))
def test_whatever_the_text_is(source):
    squad_or_mistakes(source)


@st.composite
def squads_of_all(draw):
    """XWS squads as builders write them, of any cards there are."""
    faction = draw(st.sampled_from(["rebel", "imperial", "scum"]))
    pilots = [
        {"name": pilot.xws, "ship": ship.xws}
        for ship in catalogue().ships.values()
        for pilot in catalogue().pilots[ship.id].values()
        if side(pilot.faction) == faction
    ]
    chosen = [
        dict(pilot) for pilot in draw(st.lists(st.sampled_from(pilots), min_size=1, max_size=6))
    ]
    names = st.sampled_from(
        ["r2d2", "marksmanship", "protontorpedoes", "pushthelimit", "engineupgrade"]
    )
    slots = st.sampled_from(["ept", "amd", "torpedo", "mod", "title", "crew", "samd", "tech"])
    for pilot in chosen:
        upgrades = draw(st.dictionaries(slots, st.lists(names, min_size=1, max_size=2), max_size=3))
        if upgrades:
            pilot["upgrades"] = upgrades
    ids = [*xws_words.words().obstacles, *xws_words.words().no_shape]
    return {
        "faction": faction,
        "name": draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=8)),
        "pilots": chosen,
        "obstacles": draw(st.lists(st.sampled_from(ids), max_size=3)),
    }


@given(squads_of_all())
def test_any_squad_comes_back_as_it_was_up_to_order(squad):
    assert plain(json.loads(xws.dumps(xws.loads(text(squad))))) == plain(squad)
