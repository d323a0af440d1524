"""The board in a real browser: the page of the server, and replays in a file.

Without a browser these tests fail: what is skipped for ever proves nothing.
"""

import math
import os
import re
import time
from pathlib import Path

import numpy as np
import pytest
import shapely

import tablesim as ts
from tablesim.explore.front import replay_page
from tablesim.explore.photo import rectify
from tablesim.explore.replayer import replay_data
from tablesim.protocol import play

from .page import Page
from .test_photo import ABOVE, CORNERS, MAT, png

pytestmark = pytest.mark.slow

SHOT = ts.example("disputed-shot")


@pytest.fixture
def page(browser):
    page = Page(browser, SHOT)
    yield page
    page.close()


def test_the_file_opens_with_its_first_question_answered(page):
    assert page.text("h2") == [SHOT.title]
    (answer,) = page.text(".card .answer")
    assert answer == ts.judge(SHOT).attack("luke", "academy").answer
    assert answer in page.status()
    page.agree()
    page.shot("first")


def test_dragging_moves_the_piece_and_python_follows(page):
    page.pick("luke", "academy")
    before = page.session.table["academy"].pose
    scale = page.tab.run("document.querySelector('.world').getScreenCTM().a")
    page.tab.drag("[data-id=academy] .area", 40, -60)
    page.agree()
    after = page.session.table["academy"].pose
    assert after.x - before.x == pytest.approx(40 / scale, abs=0.1)
    assert after.y - before.y == pytest.approx(60 / scale, abs=0.1)  # up is up
    judge = ts.judge(page.session.table)
    assert page.text(".card .answer")[0] == judge.attack("luke", "academy").answer
    assert page.text(".card .detail")[0] == judge.attack("luke", "academy").detail
    length = f"{judge.attack('luke', 'academy').distance:.2f}".rstrip("0").rstrip(".")
    assert f"{length} mm" in page.text(".label.role-measure")
    page.shot("dragged")


def test_the_handle_turns(page):
    page.pick("luke")
    page.tab.drag(".handle circle:last-child", -70, 30)
    page.agree()
    pose = page.session.table["luke"].pose
    assert pose.point == SHOT["luke"].pose.point
    assert pose.heading != 68 and pose.heading == round(pose.heading, 1)
    x, y = page.tab.middle(".handle circle:last-child")
    center = page.tab.run(
        "(() => { const m = document.querySelector('[data-id=luke]').getScreenCTM(); "
        "return [m.e, m.f] })()"
    )
    seen = math.degrees(math.atan2(center[1] - y, x - center[0])) % 360
    assert seen == pytest.approx(pose.heading, abs=0.5)


def test_undo_and_redo(page):
    page.tab.drag("[data-id=luke] .area", 25, 25)
    page.settle()
    moved = page.session.table
    assert moved != SHOT
    page.tab.key("z", ctrl=True)
    page.agree()
    assert page.session.table == SHOT
    page.press("Redo")
    page.agree()
    assert page.session.table == moved


def test_keys_alone_do_everything(page):
    page.focus("luke")
    for key in ("ArrowRight", "ArrowRight", "ArrowUp"):
        page.tab.key(key)
    page.tab.key("ArrowLeft", shift=True)
    page.tab.key("[", code="BracketLeft")
    page.agree()
    assert page.session.table["luke"].pose == ts.Pose(401.2, 318.1, 68.1)
    assert "luke (x-wing) at (401.2, 318.1), heading 68.1°" in page.status()
    page.tab.key("Enter")
    page.focus("academy")
    page.tab.key("Enter")
    page.settle()
    assert page.text(".card .words")[0] == "attack luke academy"
    page.tab.key("x")
    page.settle()
    assert page.text(".card .words")[0] == "attack academy luke"
    page.tab.key("s")
    page.agree()
    assert min(page.session.table.gap("academy", t.id).distance for t in SHOT.terrain) < 1e-7
    page.tab.key("Escape")
    page.settle()
    assert page.tab.run("document.querySelectorAll('[aria-pressed=true].thing').length") == 0


def test_every_thing_is_reached_by_tab_and_has_a_name(page):
    page.tab.run("document.querySelector('.stage').focus()")
    names = []
    for _ in range(len(SHOT.pieces) + len(SHOT.terrain)):
        page.tab.key("Tab")
        names.append(page.tab.run("document.activeElement.getAttribute('aria-label')"))
    assert len(set(names)) == len(names) and "luke (x-wing) at (402, 318), heading 68°" in names
    nameless = page.tab.run(
        "[...document.querySelectorAll('button, input, select')].filter(n => !n.hidden && "
        "!n.textContent.trim() && !n.getAttribute('aria-label') && !n.closest('label')).length"
    )
    assert nameless == 0


def test_numbers_can_be_typed_and_stepped(page):
    page.pick("luke")
    field = "document.querySelector('.fields input')"
    page.tab.run(f"{field}.value = '410.05'; {field}.dispatchEvent(new Event('change'))")
    page.settle()
    assert page.session.table["luke"].pose == ts.Pose(410.05, 318, 68)
    page.tab.run(f"{field}.focus()")
    page.tab.key("ArrowUp")
    page.agree()
    assert page.session.table["luke"].pose.x == 410.15
    page.press("Turn left")
    assert page.session.table["luke"].pose.heading == 68.1


def test_a_maneuver_is_previewed_and_flown(page):
    page.pick("luke")
    page.tab.click('[data-words="turn left 2"]')
    page.settle()
    move = ts.judge(SHOT).maneuver("luke", "turn left 2")
    assert page.text(".card .answer")[0] == move.answer
    assert page.session.table == SHOT  # only looked at
    assert page.tab.run("document.querySelectorAll('.role-ghost').length") > 0
    assert "touch" in page.text(".label.role-contact")
    page.shot("maneuver")
    page.press("Fly it")
    page.agree()
    assert page.session.table == move.table


def test_a_slide_stays_on_the_legal_places(browser):
    table = ts.example("barrel-roll")
    asked = next(q for q in table.questions if q.ask == "barrel_roll")
    verdict = ts.judge(table).ask(asked)
    page = Page(browser, table)
    page.pick(verdict.id)
    page.tab.click(f'[data-words="barrel roll {verdict.id} {asked.parameters["side"]}"]')
    page.settle()
    slider = "document.querySelector('.slide input')"
    size = sum(hi - lo for lo, hi in verdict.intervals)
    assert page.tab.run(f"Number({slider}.max)") == pytest.approx(size, abs=1e-9)
    page.tab.run(f"{slider}.value = 0; {slider}.dispatchEvent(new Event('input'))")
    page.settle()
    page.shot("slide")
    page.press("Set it down")
    page.agree()
    end = page.session.table[verdict.id].pose
    assert end == verdict.end(verdict.intervals[0][0])
    page.close()


def test_the_reach_of_a_dial_is_shown(page):
    page.pick("luke")
    page.press("reach luke")
    assert page.tab.run("document.querySelectorAll('.high .mark').length") > 15
    page.shot("reach")


def test_files_are_opened_downloaded_and_saved(page, tmp_path):
    other = ts.example("ruin")
    path = other.save(tmp_path / "ruin.toml")
    page.tab.upload("input[type=file]", path)
    page.tab.wait("document.querySelector('h2').textContent.includes('ruin')")
    page.agree()
    assert page.session.table == other
    page.press("Save")
    page.tab.wait("!document.querySelector('.notice').hidden")
    assert page.saved == [other]
    assert page.text(".notice") == ["Saved shot.toml."]
    page.tab.run(
        "window.made = []; URL.createObjectURL = blob => { made.push(blob); return '#' };"
        "HTMLAnchorElement.prototype.click = function () { made.push(this.download) }"
    )
    page.press("Download")
    assert page.tab.run("made[0].text()") == other.dumps()
    assert (
        page.tab.run("made[1]") == "is-the-guard-on-the-ruin-s-floor-in-cover-from-the-scout.toml"
    )


def test_a_link_brings_position_and_view_back(browser, page):
    page.tab.drag("[data-id=luke] .area", 12, 8)
    page.pick("dark-curse")  # luke is picked since the drag
    page.press("Zoom in")
    page.press("Link")
    moved, address = page.session.table, page.tab.run("location.hash")
    other = Page(browser, ts.example("ruin"))
    other.tab.again(address)
    other.tab.wait("document.querySelector('h2')?.textContent.startsWith('Luke')")
    other.agree()
    assert other.session.table == moved
    assert other.text(".card .words")[0] == "attack luke dark-curse"
    scale = "document.querySelector('.world').getScreenCTM().a"
    assert other.tab.run(scale) == pytest.approx(page.tab.run(scale), rel=0.01)
    other.close()


def test_a_bad_link_is_told_and_the_board_works(page):
    page.tab.again("#nonsense")
    page.tab.wait("document.querySelector('[role=alert]')?.hidden === false")
    assert "no link to a position" in page.text("[role=alert]")[0]
    page.agree()


def test_zoom_and_pan_move_the_view_and_not_the_table(page):
    scale = "document.querySelector('.world').getScreenCTM().a"
    before = page.tab.run(scale)
    x, y = page.tab.middle("[data-id=rock-4] .area")
    page.tab.mouse("mouseWheel", x, y, deltaX=0, deltaY=-400)
    page.settle()
    assert page.tab.run(scale) > 1.5 * before
    assert page.tab.middle("[data-id=rock-4] .area") == pytest.approx((x, y), abs=30)
    page.tab.drag(".stage", 0, 200)
    page.agree()
    assert page.session.table == SHOT
    page.press("Show the whole table")
    assert page.tab.run(scale) == pytest.approx(before, rel=1e-6)


def test_terrain_moves_only_when_it_is_let(page):
    page.tab.drag("[data-id=rock-5] .area", 50, 0)
    page.agree()
    assert page.session.table == SHOT
    page.press("Show the whole table")
    page.tab.run("[...document.querySelectorAll('.list input')].at(-1).click()")
    page.tab.drag("[data-id=rock-5] .area", 50, 0)
    page.agree()
    assert page.session.table["rock-5"].pose.x > SHOT["rock-5"].pose.x


def test_layers_and_themes(page):
    page.tab.run("document.querySelector('.list input').click()")
    shown = "getComputedStyle(document.querySelector('.role-band')).display"
    assert page.tab.run(shown) == "none"
    page.tab.run("document.querySelector('.list input').click()")
    assert page.tab.run(shown) != "none"
    light = page.tab.run("getComputedStyle(document.querySelector('.ts')).backgroundColor")
    page.press("Light or dark")
    dark = page.tab.run("getComputedStyle(document.querySelector('.ts')).backgroundColor")
    assert (light, dark) == ("rgb(255, 255, 255)", "rgb(20, 26, 33)")
    page.shot("dark")


def test_cover_comes_with_what_the_eye_sees(browser):
    page = Page(browser, ts.example("ruin"))
    page.pick("scout", "guard")
    page.tab.wait("document.querySelector('.eye svg') !== null", 30)
    assert page.text(".card .answer")[0].startswith("guard is in PARTIAL cover from scout")
    assert {"3 in", "6 in"} <= set(page.text(".label.role-contour"))
    page.tab.drag("[data-id=scout] .area", 30, 0)
    page.agree()
    page.shot("cover")
    page.close()


def test_what_is_added_can_be_used_and_removed(page):
    page.tab.run("[...document.querySelectorAll('details')].forEach(d => d.open = true)")
    page.press("Add")
    added = page.session.table.pieces[-1]
    assert len(page.session.table.pieces) == len(SHOT.pieces) + 1
    page.agree()
    page.focus(added.id)
    page.tab.key("Delete")
    page.agree()
    assert page.session.table == SHOT


def test_no_name_on_the_table_becomes_part_of_the_page(browser):
    name = '"><img src=x onerror="window.hit = 1"></script>'
    table = ts.Table(game="unforged", area=(24, 24), title=name).add(
        ts.Piece(name, base="normal", at=(7, 4), heading=60, seat=0),
        ts.Piece("guard", base="normal", at=(11, 13), heading=250, seat=1),
        ts.Terrain(f"wall {name}", kind="low-wall", at=(9, 8), heading=10),
    )
    page = Page(browser, table)
    page.focus("guard")
    page.tab.key("Enter")
    page.tab.key("Tab", shift=True)
    page.tab.key("Enter")
    page.tab.wait("document.querySelector('.eye svg') !== null", 30)
    assert page.text("h2") == [name]
    assert name in page.text(".label.role-base")
    assert page.tab.run("document.images.length") == 0
    assert page.tab.run("window.hit") is None
    page.close()


def test_a_file_too_large_is_refused_before_it_is_sent(page, tmp_path):
    (tmp_path / "big.toml").write_bytes(b"#" * 5_000_001)
    page.tab.upload("input[type=file]", tmp_path / "big.toml")
    page.tab.wait("!document.querySelector('[role=alert]').hidden")
    assert page.text("[role=alert]") == ["big.toml is larger than any position file"]


def test_a_bad_file_is_refused_with_its_place(page, tmp_path):
    (tmp_path / "bad.toml").write_text('format = 1\ngame = "xwnig"\n')
    page.tab.upload("input[type=file]", tmp_path / "bad.toml")
    page.tab.wait("!document.querySelector('[role=alert]').hidden")
    assert "bad.toml:2:8: game: no game 'xwnig'" in page.text("[role=alert]")[0]
    page.agree()
    assert page.session.table == SHOT


# A phone


def test_fingers_drag_and_pinch(browser):
    page = Page(browser, SHOT, width=412, height=860, touch=True)
    x, y = page.tab.middle("[data-id=luke] .area")
    page.tab.touch([(x + 3 * step, y + 2 * step) for step in range(10)])
    page.agree()
    pose = page.session.table["luke"].pose
    assert pose.x > SHOT["luke"].pose.x and pose.y < SHOT["luke"].pose.y
    scale = "document.querySelector('.world').getScreenCTM().a"
    before = page.tab.run(scale)
    x, y = page.tab.middle(".stage")
    page.tab.touch(
        [(x - 20 - 6 * step, y) for step in range(10)],
        [(x + 20 + 6 * step, y) for step in range(10)],
    )
    page.settle()
    assert page.tab.run(scale) > 2 * before
    assert page.session.table["luke"].pose == pose
    wide = page.tab.run("document.documentElement.scrollWidth")
    assert wide <= 412  # nothing sticks out
    page.shot("phone")
    page.close()


def test_a_small_base_can_be_met_by_a_finger(browser):
    page = Page(browser, SHOT, width=412, height=860, touch=True)
    x, y = page.tab.middle("[data-id=luke] .area")
    met = page.tab.run(
        f"[[0, -12], [12, 0], [0, 12], [-12, 0]].map(([dx, dy]) => "
        f"document.elementFromPoint({x} + dx, {y} + dy).closest('[data-id]')?.dataset.id)"
    )
    assert met == ["luke"] * 4  # 24 pixels across, though the base has 16
    page.close()


# A photo under the board


def photo_of(table, size, spot_of):
    """Draw a table as a camera sees it: each pixel asks what is at its place."""
    plane = rectify([spot_of(corner) for corner in CORNERS], CORNERS)
    width, height = size
    u, v = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    spots = np.stack([u.ravel(), v.ravel(), np.ones(u.size)])
    x, y, w = plane.seen @ spots
    x, y = x / w, y / w
    on_mat = (w > 0) & (abs(x - MAT / 2) <= MAT / 2) & (abs(y - MAT / 2) <= MAT / 2)
    pixels = np.where(on_mat[:, None], (40, 60, 90), (150, 120, 90))
    for thing in (*table.pieces, *table.terrain):
        here = on_mat & shapely.contains_xy(thing.polygon, x, y)
        pixels[here] = (200, 60, 60) if thing in table.pieces else (120, 120, 120)
    return png(pixels.reshape(height, width, 3))


def test_a_photo_lies_under_the_board_and_verdicts_carry_its_error(page, tmp_path):
    path = tmp_path / "table.png"
    size = (1000, 750)

    def spot_of(place):
        return tuple(0.25 * number for number in ABOVE.spot(place))

    path.write_bytes(photo_of(SHOT, size, spot_of))
    page.tab.run("document.querySelector('.photo').open = true")
    page.tab.upload(".photo input[type=file]", path)
    page.tab.wait("document.querySelector('.desk [data-id=\"4\"]') !== null")
    page.settle()
    page.shot("photo-corners")
    # A press in the photo sets a point, and takes the next one in hand.
    places = [*CORNERS, (MAT / 2, MAT / 2)]
    page.press("One more point")
    page.tab.run("document.querySelector('.point button').click()")
    for place in places:
        x, y = page.tab.run(
            "(() => { const m = document.querySelector('.desk .world').getScreenCTM(); const p = "
            f"new DOMPoint({spot_of(place)[0]}, 750 - {spot_of(place)[1]}).matrixTransform(m); "
            "return [p.x, p.y] })()"
        )
        page.tab.mouse("mousePressed", x, y, button="left", clickCount=1)
        page.tab.mouse("mouseReleased", x, y, button="left", clickCount=1)
    page.settle()
    # Keys move a point by a pixel.
    spots = "[...document.querySelectorAll('.desk .thing')].map(t => t.getAttribute('transform'))"
    before = page.tab.run(spots)
    page.tab.run("document.querySelector('.desk [data-id=\"5\"]').focus()")
    for key in ("ArrowRight", "ArrowUp", "ArrowUp"):
        page.tab.key(key)
    page.settle()
    after = page.tab.run(spots)
    (x0, y0), (x1, y1) = (
        map(float, re.findall(r"-?[\d.]+", text)[:2]) for text in (before[4], after[4])
    )
    assert (round(x1 - x0, 6), round(y1 - y0, 6)) == (1, 2) and before[:4] == after[:4]
    assert "5 points miss by" in page.text(".photo [role=status]")[0]
    page.shot("photo-points")
    page.press("Lay it under the board")
    page.tab.wait("document.querySelector('.photographed') !== null")
    page.shot("photo")
    # The picture lies where Python says, and the verdict says how exactly.
    found = [tuple(map(float, re.findall(r"-?[\d.]+", text)[:2])) for text in after]
    plane = rectify([(x, 750 - y) for x, y in found], places)
    for spot in [(500, 400), (300, 300), (800, 600)]:
        drawn, asked = page.tab.run(
            "(() => { const image = document.querySelector('.under img');"
            "const m = new DOMMatrix(image.style.transform);"
            f"const p = m.transformPoint(new DOMPoint({spot[0]}, {spot[1]}));"
            "const box = document.querySelector('.under').getBoundingClientRect();"
            "const c = document.querySelector('.world').getScreenCTM();"
            f"const q = new DOMPoint({plane.place(spot)[0]}, {plane.place(spot)[1]})"
            ".matrixTransform(c);"
            "return [[box.left + p.x / p.w, box.top + p.y / p.w], [q.x, q.y]] })()"
        )
        assert drawn == pytest.approx(asked, abs=0.05)  # styles are told with six digits
    error = plane.worst((MAT, MAT), size)
    assert page.session.table.quantum.length == pytest.approx(2 * error, rel=0.01)
    assert "too close to call from places that are rounded" in page.text(".card .detail")[0]
    page.agree()
    page.press("Undo")
    assert page.session.table == SHOT
    page.press("Take it away")
    assert page.tab.run("document.querySelector('.photographed, .under img')") is None


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"GIF89a" + bytes(90), "a PNG or a JPEG"),
        (png(np.zeros((9, 9, 3)))[:45], "bad.png is broken"),
        (png(np.zeros((9, 9, 3)))[:33] + bytes(40), "bad.png is broken"),
    ],
    ids=["gif", "half", "empty"],
)
def test_a_picture_that_is_none_is_refused_and_the_board_works(page, tmp_path, data, why):
    (tmp_path / "bad.png").write_bytes(data)
    page.tab.upload(".photo input[type=file]", tmp_path / "bad.png")
    page.tab.wait("!document.querySelector('[role=alert]').hidden")
    assert why in page.text("[role=alert]")[0]
    assert page.tab.run("document.querySelector('.stage.desk').hasAttribute('hidden')")
    page.agree()


# The server is gone


def test_a_board_that_lost_its_server_says_so(page):
    nothing = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    page.tab.call("Network.emulateNetworkConditions", offline=True, **nothing)
    page.focus("luke")
    page.tab.key("ArrowUp")
    page.tab.wait("!document.querySelector('[role=alert]').hidden")
    assert "cannot be reached" in page.text("[role=alert]")[0]
    page.tab.call("Network.emulateNetworkConditions", offline=False, **nothing)
    page.tab.key("ArrowUp")
    page.settle()
    assert page.session.table["luke"].pose.y == 318.1
    assert page.tab.run("document.querySelector('[role=alert]').hidden")
    page.tab.browser.events.clear()  # the failed requests are what was wanted


# Replays


@pytest.fixture(
    scope="module", params=["guardians", "number_fields", "wild_patterns", "xwing", "unforged"]
)
def game(request):
    return play(ts.game(request.param), ["random", "random"], seed=3)


def test_a_game_is_played_stepped_and_jumped_in_a_file(browser, game, tmp_path):
    data = replay_data(game)
    path = tmp_path / "game.html"
    path.write_text(replay_page(data), encoding="utf-8")
    tab = browser.open(path.as_uri())
    tab.wait("document.querySelectorAll('.mark').length > 0")
    last = len(game.steps)

    def now():
        return tab.run("document.querySelector('.replay .answer').textContent")

    def shown():
        return tab.run("document.querySelectorAll('.low .mark, .high .mark').length")

    assert now() == "0: the start"
    tab.key("ArrowRight")
    assert now() == data["moments"][1]["head"]
    tab.key("End")
    assert now() == data["moments"][last]["head"]
    assert shown() == len(data["moments"][last]["marks"])
    assert tab.run("document.querySelector('[aria-current]').textContent").startswith(f"{last}: ")
    if folder := os.environ.get("TABLESIM_SCREENSHOTS"):
        tab.screenshot(Path(folder) / f"replay-{game.game.name}.png")
    tab.run("document.querySelectorAll('.log button')[3].click()")
    assert now().startswith("3: ")
    slider = "document.querySelector('.tools input')"
    tab.run(f"{slider}.value = 5; {slider}.dispatchEvent(new Event('input'))")
    assert now().startswith("5: ")
    tab.run(
        "(s => { s.value = 10; s.dispatchEvent(new Event('change')) })"
        "(document.querySelector('.tools select'))"
    )
    tab.key(" ")
    tab.wait("parseInt(document.querySelector('.replay .answer').textContent) > 7")
    tab.key(" ")
    stopped = now()
    time.sleep(0.3)
    assert now() == stopped
    assert tab.requested() == [path.as_uri()]
    assert tab.complaints() == []
    tab.call("Page.close")
