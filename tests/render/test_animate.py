"""Strips and films of games: the right moments, one frame, one size."""

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
import shapely
from PIL import Image

from tablesim.protocol import play
from tablesim.protocol.state import step_text
from tablesim.render import save
from tablesim.render.animate import gif, moments, strip
from tablesim.scene import Mark, Scene

from ..protocol.drift import DRIFT


@pytest.fixture(scope="module")
def record():
    return play(DRIFT, ["random"] * 2, seed=1)


def square(x, words):
    return Scene((Mark(shapely.box(x, 0, x + 10, 10), "base", 0),), words)


def test_all_moments_are_the_states_of_the_game(record):
    found = moments(record)
    assert [scene.desc for scene in found] == [str(state) for state in record.states()]
    assert found[0].headline == "0: the start"
    assert found[2].headline == f"2: seat 1, {record.steps[1].notation()}"
    assert found[3].headline == f"3: chance, {step_text(record.steps[2])}"
    assert found[3].detail == str(list(record.states())[3])


@pytest.mark.parametrize("count", [1, 2, 3, 7, 16, 99])
def test_some_moments_are_evenly_spread(record, count):
    numbers = [int(scene.headline.split(":")[0]) for scene in moments(record, count)]
    assert len(numbers) == min(count, 16) and numbers[-1] == 15
    assert numbers[0] == (0 if count > 1 else 15)
    gaps = {b - a for a, b in pairwise(numbers)}
    assert not gaps or max(gaps) - min(gaps) <= 1


def test_no_moment_is_no_number_of_moments(record):
    with pytest.raises(ValueError, match="expected 1 moment or more, got 0"):
        moments(record, 0)


def test_a_strip_shows_the_same_frame_in_every_panel(tmp_path):
    panels = strip([square(0, "a"), square(90, "b")], headline="both")
    assert len({scene.frame for scene in panels.scenes}) == 1
    x0, _, x1, _ = panels.scenes[0].frame
    assert x0 < 0 and x1 > 100
    path = save(panels, tmp_path / "strip.svg")
    words = [e.text for e in ET.parse(path).iter("{http://www.w3.org/2000/svg}text")]
    assert [w for w in words if "mm" not in w] == ["both", "a", "b"]


def test_captions_stand_above_the_panels():
    panels = strip([square(0, "a"), square(0, "b")], ["first", "then"])
    assert [(s.headline, s.detail) for s in panels.scenes] == [("first", "a"), ("then", "b")]
    with pytest.raises(ValueError, match="1 captions for 2 pictures"):
        strip([square(0, "a"), square(0, "b")], ["first"])


def test_a_film_has_every_moment_at_one_size(tmp_path):
    long = "a headline so long that it needs more than a single line above the picture, " * 3
    scenes = [square(0, "short"), square(90, long), square(50, "short")]
    told = []
    path = gif(scenes, tmp_path / "film.gif", fps=4, progress=told.append)
    assert told == [1, 2, 3]
    assert [p.name for p in tmp_path.iterdir()] == ["film.gif"]
    with Image.open(path) as film:
        assert film.format == "GIF" and film.n_frames == 3 and film.info["loop"] == 0
        times, frames = [], []
        for n in range(3):
            film.seek(n)
            times.append(film.info["duration"])
            frames.append(film.convert("RGB"))
    assert times == [250, 250, 3000]
    assert {frame.size for frame in frames} == {film.size}
    # The square of the first moment has left in the last.
    assert frames[0].tobytes() != frames[2].tobytes()
    assert all(frame.getpixel((2, frame.height - 2)) == (255, 255, 255) for frame in frames)


def test_the_same_moments_make_the_same_bytes(tmp_path):
    scenes = [square(0, "a"), square(20, "b")]
    one, two = (gif(scenes, tmp_path / f"{name}.gif", theme="dark") for name in "ab")
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize("fps", [0, -1, 51, float("nan")])
def test_odd_speeds_are_refused(tmp_path, fps):
    with pytest.raises(ValueError, match="expected up to 50 moments in a second"):
        gif([square(0, "a")], tmp_path / "a.gif", fps=fps)


def test_a_film_of_nothing_is_refused_and_an_old_file_stays(tmp_path):
    path = tmp_path / "a.gif"
    path.write_text("old")
    with pytest.raises(ValueError, match="no moment to show"):
        gif([], path)
    with pytest.raises(ValueError, match="unknown role"):
        gif([Scene((Mark(shapely.Point(0, 0), "rocket"),))], path)
    with pytest.raises(FileNotFoundError):
        gif([square(0, "a")], tmp_path / "no" / "a.gif")
    assert path.read_text() == "old" and [p.name for p in tmp_path.iterdir()] == ["a.gif"]
