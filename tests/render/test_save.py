import os
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import shapely

from tablesim import render
from tablesim.scene import Drawable, Mark, Scene

HEADS = {".svg": b"<svg ", ".png": b"\x89PNG", ".pdf": b"%PDF"}


@pytest.mark.parametrize("ending", HEADS)
def test_the_ending_decides(attack, tmp_path, ending):
    path = tmp_path / f"shot{ending}"
    assert render.save(attack, path) == path
    assert path.read_bytes().startswith(HEADS[ending])
    assert render.save(attack, str(tmp_path / f"SHOT{ending.upper()}")).exists()


@pytest.mark.parametrize("ending", HEADS)
def test_same_bytes_twice(bump, tmp_path, ending):
    first = render.save(bump, tmp_path / f"a{ending}", theme="print").read_bytes()
    assert render.save(bump, tmp_path / f"b{ending}", theme="print").read_bytes() == first


def test_other_endings_are_refused(attack, tmp_path):
    with pytest.raises(ValueError, match=r"'shot\.jpg' ends in '\.jpg': expected \.svg, \.png or"):
        render.save(attack, tmp_path / "shot.jpg")
    with pytest.raises(ValueError, match=r"'shot' has no ending: expected \.svg"):
        render.save(attack, tmp_path / "shot")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("ending", HEADS)
def test_a_failing_picture_leaves_the_old_file(tmp_path, ending):
    path = tmp_path / f"shot{ending}"
    path.write_text("old")
    with pytest.raises(ValueError, match="unknown role"):
        render.save(Scene((Mark(shapely.Point(0, 0), "rocket"),)), path)
    assert [p.name for p in tmp_path.iterdir()] == [path.name]
    assert path.read_text() == "old"


def test_a_failing_replacement_leaves_the_old_file_and_nothing_else(attack, tmp_path, monkeypatch):
    path = tmp_path / "shot.svg"
    path.write_text("old")

    def refuse(self, target):
        raise PermissionError(f"no: {target}")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(PermissionError):
        render.save(attack, path)
    assert [p.name for p in tmp_path.iterdir()] == ["shot.svg"]
    assert path.read_text() == "old"


def test_a_missing_folder_and_a_folder_in_the_way_are_errors(attack, tmp_path):
    with pytest.raises(FileNotFoundError):
        render.save(attack, tmp_path / "no" / "shot.svg")
    (tmp_path / "shot.svg").mkdir()
    with pytest.raises(OSError, match=r"shot\.svg"):
        render.save(attack, tmp_path / "shot.svg")
    assert [p.name for p in tmp_path.iterdir()] == ["shot.svg"]


@pytest.mark.skipif(os.name != "posix", reason="modes are a matter of POSIX")
def test_a_new_file_has_the_usual_mode(attack, tmp_path):
    (tmp_path / "plain").write_text("")
    path = render.save(attack, tmp_path / "shot.svg")
    assert path.stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_drawables_draw_themselves(attack, tmp_path):
    class Shot(Drawable):
        def scene(self):
            return attack

        def __str__(self):
            return attack.headline

    shot = Shot()
    bundle = shot._repr_mimebundle_()
    assert bundle["text/plain"] == attack.headline
    assert ET.fromstring(bundle["image/svg+xml"]).tag.endswith("svg")
    assert shot.save(tmp_path / "shot.svg", theme="dark").read_text() == shot.svg(theme="dark")
    assert shot.plot(whole=True).get_xlim()[0] < 0
