"""Set-up and squads: forces, initiative, places, asteroids (XW-1 to XW-11, XW-94 to XW-98)."""

from collections import Counter

import pytest

from tablesim.errors import UnknownName
from tablesim.games.xwing.catalogue import catalogue
from tablesim.games.xwing.game import GAME, cards, squads
from tablesim.protocol import OVER

from .scenes import ACADEMY, LUKE, asked, go, kinds, texts, why


def test_xw_3_the_default_forces_have_no_upgrades():
    """XW-3."""
    ships = GAME.new().ships
    assert [(s.id, s.seat, s.upgrades) for s in ships] == [
        ("luke-skywalker", 0, ()),
        ("dark-curse", 1, ()),
        ("academy-pilot", 1, ()),
    ]


def test_xw_2_the_steps_of_the_set_up():
    """XW-2: forces are told, asteroids and edge, ships on the table, then the first round."""
    state = GAME.new(asteroids=1)
    assert kinds(state)[0] == "joins"
    steps = []
    while state.round == 0:
        steps.append(asked(state))
        state = state.apply(state.legal_moves()[0])
    assert list(dict.fromkeys(steps)) == ["place asteroid", "choose edge", "place ship"]
    assert asked(state) == "set dial"


def test_xw_9_cards_lie_open():
    """XW-9: both seats see pilots and upgrades of both."""
    state = GAME.new(rebel="x-wing/luke-skywalker + r2-f2", points=100)
    luke = state.ships[0]
    assert luke.upgrades == ("r2-f2",)
    for seat in (0, 1):
        seen = state.seen_by(seat).ships
        assert [(s.pilot, s.upgrades) for s in seen] == [(s.pilot, s.upgrades) for s in state.ships]


def test_xw_10_xw_11_shields_and_the_whole_deck():
    """XW-10, XW-11."""
    state = GAME.new()
    assert [ship.shields for ship in state.ships] == [2, 0, 0]
    assert len(state.deck) == 33
    assert state.settings.width == state.settings.depth == 900


def test_xw_7_ships_are_placed_in_ascending_skill():
    """XW-7."""
    state = GAME.new()
    order = []
    while asked(state) == "place ship":
        move = state.legal_moves()[0]
        order.append(move.ship)
        assert state.ships[state.number(move.ship)].seat == state.to_move
        state = state.apply(move)
    assert order == ["academy-pilot", "dark-curse", "luke-skywalker"]
    assert state.round == 1


def test_xw_7_only_the_next_ship_is_placed():
    """XW-7."""
    state = GAME.new()
    assert why(state, "place luke-skywalker 450.0 50.0 90.0").startswith("XW-7")
    assert why(state, "pass").startswith("XW-7")


@pytest.mark.parametrize(
    ("y", "heading", "legal"),
    [
        (820.0, 270.0, True),
        (819.99, 270.0, False),
        (828.2843, 225.0, True),
        (828.27, 225.0, False),
        (871.7157, 225.0, True),
        (871.73, 225.0, False),
    ],
)
def test_tv_28_inside_range_1_of_the_own_edge(y, heading, legal):
    """XW-8, XW-159: any orientation, all of the base in the strip, exactly."""
    reason = why(GAME.new(), f"place academy-pilot 450.0 {y} {heading}")
    assert (reason is None) == legal
    assert legal or reason.startswith("XW-8")


def test_xw_159_not_on_another_ship():
    """XW-159."""
    state = go(GAME.new(), "place academy-pilot 450.0 850.0 270.0")
    assert "overlaps" in why(state, "place dark-curse 489.0 850.0 270.0")
    assert why(state, "place dark-curse 490.0 850.0 270.0") is None
    assert not state.complete_moves


def test_tv_40_squads():
    """XW-94, XW-95, XW-96."""

    def wrong(text, points):
        return squads.why_illegal(squads.parse(text), points)

    assert wrong(f"{LUKE} + r2-f2", 31) == ()
    assert wrong(f"{LUKE} + r2-d2", 31) == ("XW-95: it costs 32, more than 31",)
    assert wrong("tie-fighter/mauler-mithel, tie-fighter/black-squadron-pilot", 31) == ()
    assert wrong(f"{LUKE}, {LUKE}", 100) == ("XW-96: Luke Skywalker is unique, here 2 times",)


@pytest.mark.parametrize(
    ("squad", "rule"),
    [
        (f"{LUKE}, {ACADEMY}", "XW-1"),
        (f"{ACADEMY} + marksmanship", "XW-101"),
        (f"{LUKE} + r2-d2 + r2-f2", "XW-101"),
        ("tie-fighter/mauler-mithel + r2-d2", "XW-101"),
        (f"{LUKE} + r2-d2, x-wing/biggs-darklighter + r2-d2", "XW-96"),
        ("z-95-headhunter/nashtah-pup-pilot", "XW-94"),
    ],
)
def test_illegal_squads_are_refused_with_the_rule(squad, rule):
    with pytest.raises(ValueError, match=rule):
        GAME.new(rebel=squad)


@pytest.mark.parametrize(
    ("squad", "said"),
    [
        (
            f"{LUKE}, {ACADEMY}, tie-fighter/dark-curse",
            (
                'XW-1: its ships are of several factions: Academy Pilot, "Dark Curse" (imperial); '
                "Luke Skywalker (rebel)"
            ),
        ),
        (
            f"{ACADEMY} + marksmanship",
            "XW-101: Academy Pilot has no elite slot, so no room for Marksmanship",
        ),
        (
            f"{LUKE} + r2-d2 + r2-f2",
            "XW-101: Luke Skywalker has 1 astromech slot, so no room for R2-D2, R2-F2",
        ),
        (
            "y-wing/gold-squadron-pilot + proton-torpedoes + proton-torpedoes + proton-torpedoes",
            (
                "XW-101: Gold Squadron Pilot has 2 torpedo slots, so no room for Proton Torpedoes, "
                "Proton Torpedoes, Proton Torpedoes"
            ),
        ),
        (
            "y-wing/syndicate-thug + r2-d2",
            (
                "XW-101: R2-D2 is only for the faction rebel, not Syndicate Thug; "
                "XW-101: Syndicate Thug has no astromech slot, so no room for R2-D2"
            ),
        ),
    ],
)
def test_xw_101_a_refusal_names_pilot_and_upgrade(squad, said):
    """XW-1, XW-101."""
    with pytest.raises(ValueError) as caught:
        GAME.new(rebel=squad)
    assert str(caught.value) == f"option rebel: {said}"


def test_xw_1_allies_fly_together():
    """XW-1, A-31: Resistance with Rebels, First Order with Imperials."""
    assert GAME.new(rebel=f"{LUKE}, t-70-x-wing/blue-squadron-novice").ships[1].seat == 0
    with pytest.raises(ValueError, match="XW-1"):
        GAME.new(rebel=f"{LUKE}, tie-fo-fighter/epsilon-squadron-pilot")


@pytest.mark.parametrize(
    ("ship", "pilot", "bar"),
    [
        ("x-wing", "luke-skywalker", "elite torpedo astromech"),
        ("x-wing", "biggs-darklighter", "torpedo astromech"),
        ("x-wing", "red-squadron-pilot", "torpedo astromech"),
        ("x-wing", "rookie-pilot", "torpedo astromech"),
        ("tie-fighter", "mauler-mithel", "elite"),
        ("tie-fighter", "dark-curse", ""),
        ("tie-fighter", "night-beast", ""),
        ("tie-fighter", "black-squadron-pilot", "elite"),
        ("tie-fighter", "obsidian-squadron-pilot", ""),
        ("tie-fighter", "academy-pilot", ""),
        ("k-wing", "warden-squadron-pilot", "turret torpedo torpedo missile crew bomb bomb"),
        ("yt-1300", "outer-rim-smuggler", "crew crew"),
        ("y-wing", "syndicate-thug", "turret torpedo torpedo salvaged-astromech"),
    ],
)
def test_xw_204_upgrade_bars(ship, pilot, bar):
    """XW-101, XW-204: the core pilots as the specification lists them, and odd ones."""
    assert " ".join(cards.pilot_card(ship, pilot).slots) == bar


def test_xw_101_pilots_of_a_ship_differ_in_talent_alone():
    """XW-101: the same bar for all of a ship and faction, with or without an elite slot.

    All first-edition ships were printed so, but for the cheapest YT-1300 and the Nashtah Pup.
    """
    odd = set()
    for ship, pilots in catalogue().pilots.items():
        bars = {}
        for pilot in pilots.values():
            assert pilot.slots.count("elite") <= 1
            bar = tuple(slot for slot in pilot.slots if slot != "elite")
            bars.setdefault(squads.side(pilot.faction), Counter())[bar] += 1
        for side, seen in bars.items():
            (usual, _), *_ = seen.most_common()
            odd |= {
                (ship, pilot.id)
                for pilot in pilots.values()
                if squads.side(pilot.faction) == side
                and tuple(slot for slot in pilot.slots if slot != "elite") != usual
            }
    assert odd == {("yt-1300", "outer-rim-smuggler"), ("z-95-headhunter", "nashtah-pup-pilot")}


def test_a_squad_is_written_as_it_is_read():
    """XW-94."""
    text = "x-wing/luke-skywalker + r2-f2 + proton-torpedoes, x-wing/rookie-pilot"
    assert squads.text(squads.parse(text)) == text


def test_unknown_cards_are_named_one_by_one():
    with pytest.raises(ValueError, match=r"no pilot 'lukas'.*no upgrade 'r2d2'.*no ship 'y'"):
        GAME.new(rebel="x-wing/lukas + r2d2, y/x")
    with pytest.raises(ValueError, match="no pilot 'luke' of x-wing; did you mean 'luke-sky"):
        GAME.new(rebel="x-wing/luke")
    with pytest.raises(ValueError, match="no pilot 'nn' of x-wing; there are wedge-antilles"):
        GAME.new(rebel="x-wing/nn")
    with pytest.raises(UnknownName, match="did you mean 'rebel'"):
        GAME.new(rebels=LUKE)


def test_tv_41_initiative():
    """XW-88, XW-98: the cheaper squad, of equals the Imperial one."""

    def has(rebel, imperial):
        return GAME.new(rebel=rebel, imperial=imperial).initiative

    assert has("x-wing/rookie-pilot", "tie-fighter/black-squadron-pilot + marksmanship") == 1
    assert has("x-wing/rookie-pilot", f"{ACADEMY}, {ACADEMY}") == 0
    assert GAME.new().initiative == 1  # 28 against 28


def test_xw_97_copies_have_ids_of_their_own():
    """XW-97."""
    state = GAME.new(imperial=f"{ACADEMY}, {ACADEMY}, tie-fighter/dark-curse")
    assert [ship.id for ship in state.ships[1:]] == [
        "academy-pilot-1",
        "academy-pilot-2",
        "dark-curse",
    ]


def test_xw_210_players_place_asteroids_in_turn_beginning_with_initiative():
    """XW-210."""
    state = GAME.new(asteroids=6)
    seats = []
    while asked(state) == "place asteroid":
        seats.append(state.to_move)
        state = state.apply(state.legal_moves()[0])
    assert seats == [1, 0] * 3
    assert len({rock[0] for rock in state.rocks}) == 6
    assert asked(state) == "choose edge"
    assert state.to_move == 0  # the player without initiative
    state = go(state, "edge left")
    assert state.edges == ("left", "right")
    assert asked(state) == "place ship"
    assert why(state, "place academy-pilot 850.0 450.0 180.0") is None
    assert why(state, "place academy-pilot 450.0 850.0 270.0").startswith("XW-8")


def test_xw_210_asteroids_keep_away_from_edges_and_from_each_other():
    """XW-210: all of it beyond 200 from every edge, and beyond 100 from other asteroids."""
    state = GAME.new(asteroids=2)
    # asteroid-6 is 38.6 long along its heading 0 (the x axis) and 41.8 across
    assert why(state, "rock asteroid-6 219.3 450.0 0.0").startswith("XW-210")
    assert why(state, "rock asteroid-6 219.31 450.0 0.0") is None
    state = go(state, "rock asteroid-6 450.0 450.0 0.0")
    assert why(state, "rock asteroid-6 250.0 450.0 0.0").startswith("XW-210")
    near = 450.0 + 19.3 + 100.0 + 21.6  # asteroid-1 is 43.2 long
    assert "range 1" in why(state, f"rock asteroid-1 {near} 450.0 0.0")
    assert why(state, f"rock asteroid-1 {near + 0.001} 450.0 0.0") is None
    assert why(state, "rock asteroid-9 450.0 250.0 0.0").startswith("XW-210")


def test_no_room_for_more_asteroids():
    """XW-210: a small area has room for a few only; the game goes on."""
    state = GAME.new(asteroids=6, width=600, depth=600)
    while asked(state) == "place asteroid":
        state = state.apply(state.legal_moves()[-1])
        assert state.to_move != OVER
    assert len(state.rocks) < 6
    assert "no room for more asteroids" in kinds(state)


def test_a_ship_that_finds_no_room_is_out_of_the_game():
    """XW-8: six large ships on a short edge, set down as far apart as is unkind."""
    many = ", ".join(["vt-49-decimator/patrol-leader"] * 6)
    state = GAME.new(imperial=many, points=300, width=600, depth=600)
    told = []
    while asked(state) == "place ship":
        mine = [move for move in state.legal_moves() if move.heading % 90 == 0]
        unkind = [m for m in mine if min(m.x % 150, 150 - m.x % 150) < 40] or mine
        state = state.apply(unkind[len(unkind) // 2])
        told += kinds(state)
    assert told.count("is placed") + told.count("finds no room") == 7
    assert sum(ship.fate == "destroyed" for ship in state.ships) == told.count("finds no room") > 0
    assert state.round == 1


def test_xw_239_abilities_that_are_not_played_are_said():
    """XW-239."""
    state = GAME.new(
        rebel="a-wing/tycho-celchu", imperial="alpha-class-star-wing/nu-squadron-pilot"
    )
    told = [dict(e.details)["what"] for e in state.events if e.rules == ("XW-239",)]
    assert told == ["the ability of Tycho Celchu", "the action reload"]


def test_options_are_checked():
    with pytest.raises(ValueError, match="option width"):
        GAME.new(width=500)
    with pytest.raises(ValueError, match="2 seats"):
        GAME.new(seats=3)


def test_moves_of_other_decisions_are_refused():
    state = GAME.new()
    for text in ("edge top", "rock asteroid-1 450.0 450.0 0.0", "done", "spend focus"):
        assert why(state, text).startswith("XW-7")
    assert len(texts(state)) == 36
