"""Placement errors: what they are, and the positions that they make."""

import math

import numpy as np
import pytest

import tablesim as ts
from tablesim.errors import UnknownName
from tablesim.studies.placement import PlacementError, Shaken, errors_of, in_words, normals
from tablesim.studies.survey import placed

NONE, HALF = PlacementError(0, 0), PlacementError(0.5, 0.5)


@pytest.fixture
def table():
    return ts.Table(game="xwing").add(
        ts.Piece("luke", base="small", at=(450, 300), heading=90),
        ts.Piece("academy", base="small", at=(450, 540), heading=270),
        ts.Terrain("rock", kind="asteroid-4", at=(600, 420), heading=30),
    )


# ---- the numbers ----------------------------------------------------------------------------


def test_the_numbers_are_normal_and_independent():
    found = np.hstack([normals(1, "luke", 0, 40_000), normals(1, "academy", 0, 40_000)])
    assert abs(found.mean(axis=0)).max() < 4 / math.sqrt(40_000)
    assert abs(np.cov(found.T) - np.eye(6)).max() < 4 * math.sqrt(2 / 40_000)
    for sigmas, share in ((1, 0.682689), (2, 0.954500), (3, 0.997300)):
        error = 5 * math.sqrt(share * (1 - share) / 40_000)
        assert abs((abs(found) < sigmas).mean(axis=0) - share).max() < error


def test_a_sample_depends_on_seed_thing_and_place_alone():
    whole = normals(5, "luke", 0, 100)
    assert (normals(5, "luke", 60, 7) == whole[60:67]).all()
    assert (normals(5, "luke", 99, 1) == whole[99:]).all()
    for other in (normals(6, "luke", 0, 100), normals(5, "lukas", 0, 100)):
        assert not (other == whole).any()


def test_the_stream_is_the_one_that_other_programs_can_draw():
    """Philox 4x64 with the key (seed, hash of the id), one block for each sample."""
    expected = [0.7067805409337152, -0.5741204174920091, -0.5117854162973574]
    assert normals(0, "luke", 0, 1)[0].tolist() == pytest.approx(expected, rel=1e-12)


def test_seeds_have_64_bits():
    assert normals(2**64 - 1, "luke", 0, 1).shape == (1, 3)
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match="a seed is a whole number from 0"):
            normals(seed, "luke", 0, 1)


# ---- errors ---------------------------------------------------------------------------------


def test_pieces_have_errors_and_obstacles_have_none_unless_it_is_said(table):
    errors = errors_of(table, pieces=HALF, terrain=NONE)
    assert errors == {"luke": HALF, "academy": HALF, "rock": NONE}
    errors = errors_of(table, pieces=HALF, terrain=NONE, each={"rock": (1, 2), "luke": (0, 0)})
    assert errors == {"luke": NONE, "academy": HALF, "rock": PlacementError(1, 2)}


def test_unknown_things_and_impossible_errors_are_refused(table):
    with pytest.raises(UnknownName, match="nothing on the table is called 'lukee'; did you mean"):
        errors_of(table, pieces=HALF, terrain=NONE, each={"lukee": (1, 1)})
    for mm, deg in ((-0.1, 0), (0, -1), (math.nan, 0), (0, math.inf)):
        with pytest.raises(ValueError, match="a placement error is zero or more, got"):
            PlacementError(mm, deg)


def test_errors_in_words(table):
    assert in_words(table, errors_of(table, pieces=HALF, terrain=NONE)) == (
        "placement errors of 0.5 mm and 0.5° (each piece), one sigma"
    )
    each = {"luke": (1, 0), "rock": (1, 0), "academy": (0, 0)}
    assert in_words(table, errors_of(table, pieces=HALF, terrain=NONE, each=each)) == (
        "placement errors of 1 mm and 0° (luke, rock), one sigma"
    )
    assert in_words(table, errors_of(table, pieces=NONE, terrain=NONE)) == "no placement errors"


# ---- positions ------------------------------------------------------------------------------


def test_things_without_an_error_stay_where_they_are(table):
    shaken = Shaken(table, errors_of(table, pieces=NONE, terrain=NONE, each={"luke": (1, 0)}))
    poses = shaken.poses(3, 0, 10)
    assert list(poses) == ["luke"] and (poses["luke"][:, 2] == 90).all()
    moved = placed(table, poses, 4)
    assert moved["academy"] is table["academy"] and moved["rock"] is table["rock"]
    assert moved["luke"].pose == ts.Pose(*poses["luke"][4].tolist())
    assert moved["luke"].pose.point != table["luke"].pose.point


def test_errors_grow_with_their_sigma(table):
    errors = {"luke": PlacementError(2, 3)}
    shifts = Shaken(table, errors).poses(1, 0, 5)["luke"] - (450, 300, 90)
    assert shifts == pytest.approx(normals(1, "luke", 0, 5) * (2, 2, 3), abs=1e-12)


def test_many_poses_are_those_of_one_shift_after_another(table):
    """The obstacle turns about its middle, which is not its own point."""
    errors = {"rock": PlacementError(2, 3), "luke": PlacementError(1, 0)}
    shaken = Shaken(table, errors)
    shifts = normals(1, "rock", 0, 5) * (2, 2, 3)
    for shift, pose in zip(shifts, shaken.poses(1, 0, 5)["rock"], strict=True):
        moved = shaken.moved({"rock": shift})["rock"]
        assert moved.pose == ts.Pose(*pose.tolist())
        middle = table["rock"].polygon.centroid
        there = moved.polygon.centroid
        found = (there.x - middle.x, there.y - middle.y)
        assert found == pytest.approx(shift[:2], abs=1e-9)


def test_an_outline_turns_about_its_own_middle():
    """Its pose is the origin of the table, far from where it lies."""
    corners = [(700, 700), (760, 700), (760, 730), (700, 730)]
    table = ts.Table(game="xwing").add(ts.Terrain("wall", outline=corners))
    shaken = Shaken(table, {"wall": PlacementError(0, 1)})
    turned = shaken.moved({"wall": (0.0, 0.0, 90.0)})["wall"].polygon
    assert turned.bounds == pytest.approx((715, 685, 745, 745))


def test_millimetres_are_millimetres_in_a_table_of_inches():
    table = ts.Table(units="in", area=(36, 36)).add(
        ts.Piece("scout", footprint=ts.Disc(0.5), at=(10, 10))
    )
    shaken = Shaken(table, {"scout": PlacementError(25.4, 2)})
    assert shaken.sigmas["scout"].tolist() == [1.0, 1.0, 2.0]
