"""How sure verdicts are: against closed forms, and what the words say."""

import json
import math
from functools import partial

import pytest

import tablesim as ts
from tablesim.errors import TablesimError, UnknownName
from tablesim.studies import PlacementError, confidence
from tablesim.studies.confidence import Share
from tablesim.table import Question
from tablesim.verdict import Verdict


def below(z):
    return (1 + math.erf(z / math.sqrt(2))) / 2


def position(gap, *more):
    """Two small ships face to face, their bases so far apart, and more."""
    return ts.Table(game="xwing").add(
        ts.Piece("luke", base="small", at=(450, 300), heading=90, seat=0),
        ts.Piece("academy", base="small", at=(450, 340 + gap), heading=270, seat=1),
        *more,
    )


def shot(gap, *more, samples=2000, **how):
    return ts.confidence(position(gap, *more), "attack", "luke", "academy", samples=samples, **how)


# ---- against closed forms -------------------------------------------------------------------


@pytest.mark.parametrize("margin", [0.0, 0.3, -0.5, 1.2, -2.0])
@pytest.mark.parametrize(("luke", "academy"), [(0.0, 0.5), (0.5, 0.0), (0.6, 0.8)])
def test_one_gaussian_length_against_its_limit(margin, luke, academy):
    """Parallel faces: only the errors along the line count, so range 2 has Phi(margin / sigma)."""
    found = shot(200 - margin, deg=0, each={"luke": (luke, 0), "academy": (academy, 0)})
    share = found.shares["shot"].get("in arc at range 2", Share(0, 2000))
    exact = below(margin / math.hypot(luke, academy))
    assert abs(share.p - exact) < 4 * math.sqrt(exact * (1 - exact) / 2000) + 1e-9
    if margin:
        stated = exact if margin > 0 else 1 - exact
        assert found.linear.applies
        assert found.linear.p == pytest.approx(stated, abs=1e-6)
        assert found.linear.sigma == pytest.approx(math.hypot(luke, academy), rel=1e-6)


@pytest.mark.parametrize("margin", [0.2, -0.4])
def test_one_gaussian_angle_against_the_arc(margin):
    """XW-164: the attacker turns, the nearest corner stays: in arc has Phi(angle / sigma)."""
    angle = math.radians(90 - 40.45 + margin)  # of that corner, as seen from the middle of luke
    corner = 450 + 150 * math.cos(angle), 300 + 150 * math.sin(angle)
    table = position(100).place("academy", at=(corner[0] + 20, corner[1] - 20))
    found = ts.confidence(table, "attack", "luke", "academy", mm=0, each={"academy": (0, 0)})
    share = found.shares["shot"]["out of arc"]
    assert abs(share.p - below(-margin / 0.5)) < 0.04
    assert found.linear.p == pytest.approx(below(abs(margin) / 0.5), abs=2e-3)
    (only,) = (i for i in found.linear.influences if i.share > 0)
    assert (only.id, only.freedom, only.share) == ("luke", "heading", pytest.approx(1))


def test_the_wilson_interval():
    """Against published values of 0 of 100, 50 of 100, 100 of 100."""
    assert Share(0, 100).interval == pytest.approx((0, 0.036993), abs=1e-6)
    assert Share(50, 100).interval == pytest.approx((0.403832, 0.596168), abs=1e-6)
    assert Share(100, 100).interval == pytest.approx((0.963007, 1), abs=1e-6)


def test_the_interval_holds_the_truth_about_as_often_as_it_says():
    exact, held = below(0.6), 0
    for seed in range(30):
        found = shot(199.7, samples=200, mm=0, deg=0, each={"academy": (0.5, 0)}, seed=seed)
        low, high = found.shares["shot"]["in arc at range 2"].interval
        held += low <= exact <= high
    assert held >= 26


# ---- what is counted ------------------------------------------------------------------------


def test_shares_of_each_aspect_sum_to_one_and_the_most_frequent_is_first():
    found = ts.confidence(ts.example("disputed-shot"), "attack", "luke", "academy", samples=500)
    assert set(found.shares) == {"shot", "obstacles"}
    for seen in found.shares.values():
        counts = [share.count for share in seen.values()]
        assert sum(counts) == 500 and counts == sorted(counts, reverse=True)
    both = [word for word in found.shares["shot"] if found.shares["shot"][word].count]
    assert set(both) == {"in arc at range 2", "in arc at range 3"}


def test_one_seed_one_answer():
    again = [shot(199.9, seed=4, samples=300) for _ in range(2)]
    assert again[0] == again[1] and str(again[0]) == str(again[1])
    assert shot(199.9, seed=5, samples=300).shares != again[0].shares


def test_bystanders_change_no_sample():
    far = ts.Piece("far", base="small", at=(800, 800))
    assert shot(199.9, far, samples=300).shares == shot(199.9, samples=300).shares


def test_greater_errors_make_less_sure():
    shares = [shot(199.5, mm=mm, deg=0, samples=1000).as_stated.p for mm in (0.1, 0.3, 1, 3)]
    assert shares[0] > 0.99 and shares == sorted(shares, reverse=True) and shares[-1] < 0.6


def test_no_errors_no_doubt():
    found = shot(199.99, mm=0, deg=0, samples=10)
    assert found.as_stated.p == 1.0 and found.linear.p == 1.0 and not found.linear.influences
    assert found.condition.startswith("Given no placement errors, ")


def test_obstacles_are_exact_unless_it_is_said():
    rock = ts.Terrain("rock", outline=[(470.2, 400), (500, 400), (500, 420), (470.2, 420)])
    exact = {"mm": 0, "deg": 0, "samples": 400}
    assert list(shot(150, rock, **exact).shares["obstacles"]) == ["clear"]
    table = position(150, rock).place("academy", at=(470.1, 490))
    asked = partial(ts.confidence, table, "attack", "luke", "academy", **exact)
    assert asked().as_stated.p == 1.0
    shaken = asked(terrain=(30, 0))
    assert shaken.as_stated.p < 1.0
    assert shaken.shares == asked(each={"rock": (30, 0)}).shares


def test_policies_are_kept():
    table = ts.example("disputed-shot")
    found = ts.confidence(
        table, "attack", "luke", "dark-curse", policies={"arc": "flycasual"}, samples=10
    )
    assert found.verdict.policy["arc"] == "flycasual"


# ---- contact --------------------------------------------------------------------------------


def test_bases_in_contact_overlap_in_half_of_the_samples():
    """Errors tear a contact apart or make an overlap; neither is what the table shows."""
    found = shot(0.0, deg=0)
    seen = found.shares["shot"]
    assert seen["touching"].count == 0 and found.as_stated.count == 0
    assert abs(seen["overlap"].p - 0.5) < 0.05
    assert seen["overlap"].count + seen["in arc at range 1"].count == 2000
    assert "no sample is as stated: contact, or a length on its limit, bears no error" in str(found)


def test_a_maneuver_out_of_contact_is_flown_all_the_same():
    """XW-38: the overlap at the start is said; where the ship ends is still counted."""
    found = ts.confidence(position(0.0), "maneuver", "luke", "straight 4", samples=300)
    assert set(found.shares["start"]) == {"clear", "overlaps academy"}
    assert found.shares["end"]["fits"].count == 300
    rolled = ts.confidence(position(0.0), "barrel_roll", "luke", "left", samples=50)
    assert rolled.shares["action"]["legal"].count == 50


def test_a_maneuver_may_fit_or_flee():
    """XW-36: its front ends 0.4 mm before the border."""
    table = ts.example("disputed-shot").place("luke", at=(402, 914.4 - 100.4), heading=90)
    found = ts.confidence(table, "maneuver", "luke", "straight 1", mm=1, deg=0, samples=500)
    border = found.shares["border"]
    assert set(border) == {"flees", "stays inside"} and found.shares["end"]["fits"].count == 500
    assert abs(border["flees"].p - below(-0.4)) < 0.08


def test_a_maneuver_may_bump_or_hit():
    """XW-38, XW-211."""
    other = ts.Piece("other", base="small", at=(450, 420.2), heading=90)
    rock = ts.Terrain("rock", outline=[(470.3, 300), (490, 300), (490, 400), (470.3, 400)])
    table = position(500, other, rock)
    found = ts.confidence(table, "maneuver", "luke", "straight 1", samples=200)
    assert set(found.shares["end"]) == {"fits", "bumps other"}
    assert set(found.shares["obstacles"]) == {"clear", "hits rock"}


# ---- whose error matters --------------------------------------------------------------------


def test_whose_error_matters():
    found = shot(199.5, mm=0, deg=0, each={"luke": (1, 0), "academy": (0.1, 0)}, samples=10)
    assert found.linear.by_thing() == pytest.approx({"luke": 1 / 1.01, "academy": 0.01 / 1.01})
    first = found.linear.influences[0]
    assert (first.id, first.freedom) == ("luke", "y")
    assert first.slope == pytest.approx(1, abs=1e-6), "a step towards the target mends the margin"
    assert "luke 99 % (y 99 %)" in str(found)


def test_shares_of_variance_sum_to_one():
    found = ts.confidence(ts.example("disputed-shot"), "attack", "luke", "dark-curse", samples=10)
    assert sum(i.share for i in found.linear.influences) == pytest.approx(1)
    assert {i.id for i in found.linear.influences if i.share > 1e-9} == {"luke", "dark-curse"}
    assert found.linear.influences[0].freedom == "heading"


# ---- the linear estimate --------------------------------------------------------------------


@pytest.mark.parametrize("on", ["academy", "dark-curse"])
def test_the_estimate_is_near_the_sampling_where_the_margin_is_straight(on):
    found = ts.confidence(ts.example("disputed-shot"), "attack", "luke", on)
    assert found.linear.applies
    assert found.linear.p == pytest.approx(found.as_stated.p, abs=0.03)


def test_parallel_faces_have_a_bend():
    """The nearest corner changes sides with the heading: a slope on either side, none between."""
    found = shot(199.5, mm=0.0, deg=0.5, samples=1000)
    assert not found.linear.applies
    assert found.linear.caveats == ("the margin has a bend at the stated position",)
    assert "does not apply, since the margin has a bend" in str(found)


def test_other_limits_that_are_near_are_named():
    """A target whose corner is just in arc and just within range 2."""
    angle = math.radians(90 - 40.45 + 0.05)
    half = 20 * (math.cos(angle) + math.sin(angle))
    reach = half + math.sqrt(half**2 - 800 + 199.8**2)  # so that it is 199.8 from luke's base
    corner = 450 + reach * math.cos(angle), 300 + reach * math.sin(angle)
    table = position(100).place("academy", at=(corner[0] + 20, corner[1] - 20))
    found = ts.confidence(table, "attack", "luke", "academy", samples=200)
    assert "the front arc" in str(found.verdict.margins[0])
    assert any("may be crossed as well" in caveat for caveat in found.linear.caveats)
    assert len(found.shares["shot"]) == 3


def test_no_margin_no_estimate():
    table = position(100).place("academy", seat=0)
    found = ts.confidence(table, "attack", "luke", "academy", samples=20)
    assert found.linear.p is None and not found.linear.applies and not found.linear.influences
    assert found.shares["shot"]["not legal"].count == 20
    assert "does not apply, since no length that is near a limit decides" in str(found)


def test_a_position_on_its_limit_has_no_slope():
    found = shot(200.0, deg=0, samples=50)
    assert "the stated position lies on a limit" in found.linear.caveats


# ---- what it says ---------------------------------------------------------------------------


def test_it_is_no_ruling():
    found = shot(199.9, samples=50)
    words = (
        "Given placement errors of 0.5 mm and 0.5° (each piece), one sigma, "
        "this is how often a table would read it so; it is no ruling."
    )
    assert found.condition == words == found.lines[0]
    assert str(found).startswith(words) and words in found.scene().detail
    data = found.to_json()
    assert data["condition"] == words and data["ruling"] is False


def test_words_show_every_share_with_its_interval():
    found = shot(199.9, samples=50)
    for seen in found.shares.values():
        for word, share in seen.items():
            (line,) = (li for li in found.lines if f" {word} " in li)
            assert str(share) in line
            assert line.endswith("as stated") == (word in found.stated.values())


def test_json():
    found = shot(199.9, samples=50, seed=3)
    data = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert (data["samples"], data["seed"]) == (50, 3)
    assert data["stated"] == {"shot": "in arc at range 2", "obstacles": "clear"}
    assert data["errors"]["luke"] == {"mm": 0.5, "deg": 0.5}
    share = data["shares"]["shot"]["in arc at range 2"]
    assert share["p"] == share["count"] / 50 and share["low"] < share["p"] < share["high"]
    assert sum(i["share"] for i in data["linear"]["influences"]) == pytest.approx(1)
    none = ts.confidence(position(9).place("academy", seat=0), "attack", "luke", "academy")
    assert json.loads(json.dumps(none.to_json(), allow_nan=False))["linear"]["p"] is None


def test_it_draws_bars_as_long_as_the_shares():
    found = shot(199.9, samples=200)
    bars = [mark for mark in found.scene().marks if mark.role in ("clear", "template")]
    shares = [s for seen in found.shares.values() for s in seen.values() if s.count]
    assert [bar.shape.bounds[2] for bar in bars] == pytest.approx([100 * s.p for s in shares])
    assert [bar.role for bar in bars] == ["clear", "template", "clear"]
    assert found.scene().unit == "%"
    assert "in arc at range 3" in found.svg()


def test_nothing_is_shown_on_the_way_unless_on_a_terminal(capsys):
    shot(199.9, samples=50)
    assert capsys.readouterr() == ("", "")


# ---- how it is asked ------------------------------------------------------------------------


def test_parameters_by_place_by_name_and_from_a_file(tmp_path):
    table = position(199.9)
    path = table.save(tmp_path / "shot.toml")
    how = {"samples": 20}
    by_place = ts.confidence(table, "attack", "luke", "academy", "front", **how)
    assert by_place.question == Question("attack", by="luke", on="academy", arc="front")
    assert ts.confidence(table, "attack", on="academy", by="luke", arc="front", **how) == by_place
    assert ts.confidence(path, "attack", "luke", "academy", "front", **how) == by_place


def test_wrong_questions_are_refused():
    table = position(100)
    ask = partial(ts.confidence, table, samples=5)
    with pytest.raises((TablesimError, TypeError, ValueError), match="atack"):
        ask("atack", "luke", "academy")
    with pytest.raises(UnknownName, match="lukee"):
        ask("attack", "lukee", "academy")
    with pytest.raises(TypeError, match="range takes a, b; got 3 names"):
        ask("range", "luke", "academy", "luke")
    with pytest.raises(TypeError, match="multiple values"):
        ask("attack", "luke", by="luke")
    with pytest.raises(ValueError, match="at least one sample, got 0"):
        ask("attack", "luke", "academy", samples=0)
    with pytest.raises(ValueError, match="a seed is"):
        ask("attack", "luke", "academy", seed=-1)
    with pytest.raises(UnknownName, match="no policy 'ark'"):
        ask("attack", "luke", "academy", policies={"ark": 1})


class Side(Verdict):
    """A verdict of another game: on which half of the mat a piece stands."""

    margins, rules, policy = (), (), {}

    def __init__(self, table, id):
        self.right = table[id].pose.x > table.area[0] / 2

    @property
    def answer(self):
        return "right" if self.right else "left"

    def details(self):
        return {}

    def scene(self):
        raise NotImplementedError


def test_any_judge_will_do():
    """The study knows no game; without an outcome of its own a verdict counts by its answer."""

    class Sides:
        def __init__(self, table):
            self.table = table

        def ask(self, question):
            return Side(self.table, question.parameters["id"])

    table = ts.Table(units="in", area=(36, 24)).add(
        ts.Piece("scout", footprint=ts.Disc(0.5), at=(18.25, 10))
    )
    errors = {"scout": PlacementError(25.4, 0)}
    found = confidence(Sides, table, Question("side", id="scout"), errors=errors, samples=3000)
    assert found.stated == {"answer": "right"}
    assert abs(found.shares["answer"]["right"].p - below(0.25)) < 0.04
