"""The tools of the board in a real browser: ways, pushes, areas, with mouse, keys and fingers.

Without a browser these tests fail: what is skipped for ever proves nothing.
"""

import json

import pytest

import tablesim as ts
from tablesim.verdict import length

from .page import Page

pytestmark = pytest.mark.slow

WALL = ts.example("over-the-wall")
ROOF = ts.example("roof-edge")
GRENADE = ts.example("grenade")


def opened(browser, table, *picked, **options):
    page = Page(browser, table, **options)
    page.pick(*picked)
    return page


def answer(page):
    return page.text(".card .answer")[0]


def question(page):
    """Return what the tool asks, as the page holds it: the words of the card in focus."""
    return page.text(".card .words")[0]


def end(page):
    return json.loads(page.tab.run("document.querySelector('.end').title"))


def grip(page, n=0):
    """Return where a grip is, on the page."""
    return page.tab.run(
        f"(() => {{ const m = document.querySelectorAll('.grip .knob')[{n}].getScreenCTM();"
        " return [m.e, m.f] })()"
    )


def corners(page):
    """Return the numbers in the fields of each corner of a way, or of an aim."""
    found = page.tab.run(
        "[...document.querySelectorAll('.corner')].map(c => "
        "[...c.querySelectorAll('input')].map(i => i.value).filter(Boolean))"
    )
    return [[float(value) for value in row] for row in found]


def focused(page):
    return page.tab.run("document.activeElement.getAttribute('aria-label')")


def names(page):
    """Return the accessible names of the grips."""
    return page.tab.run(
        "[...document.querySelectorAll('.grip')].map(n => n.getAttribute('aria-label'))"
    )


# Ways


def test_a_way_is_laid_with_the_mouse_and_gone(browser):
    page = opened(browser, WALL, "runner")
    page.press("Way")
    page.press_at(9.6, 8.2)
    page.press_at(10.5, 8.2)
    laid = corners(page)
    assert [*laid[0], *laid[1]] == pytest.approx([9.6, 8.2, 10.5, 8.2], abs=0.02)
    verdict = ts.judge(WALL).path("runner", laid)
    assert answer(page) == verdict.answer
    assert page.text(".steps:not(.margins) li") == [
        f"walk {length(leg.length, 'in')}, takes {length(leg.cost, 'in')}"
        for leg in verdict.chosen.legs
    ]
    assert page.text(".margins li") == [str(margin) for margin in verdict.margins]
    assert page.session.table == WALL  # only looked at
    shown = end(page)
    page.shot("way")
    page.press("Go there")
    page.agree()
    assert page.session.table == verdict.table
    there = page.session.table["runner"].pose
    assert (shown["x"], shown["y"], shown["heading"]) == pytest.approx(
        (there.x, there.y, there.heading), abs=1e-9
    )
    assert page.text(".steps li") == [] and names(page) == []
    page.press("Undo")
    assert page.session.table == WALL
    page.close()


def test_a_way_that_cannot_be_gone_says_why_and_cannot_be_done(browser):
    page = opened(browser, WALL, "runner")
    page.press("Way")
    page.press_at(11, 12)
    assert "with a passed Move test" in answer(page)
    page.press_at(16, 7)
    assert "cannot go there" in answer(page) and "(UF-67)" in answer(page)
    assert page.text(".label.role-contact").count("no") == 2
    assert page.tab.run("document.querySelector('.tool .take').hidden")
    page.shot("way-not-legal")
    page.press("Remove the last")
    assert "with a passed Move test" in answer(page)
    page.press("Clear")
    assert names(page) == [] and page.text(".card .answer") == []
    page.close()


def test_a_way_is_laid_by_keys_alone(browser):
    page = opened(browser, WALL)
    page.focus("runner")
    page.tab.key("Enter")
    page.settle()
    page.tab.run("[...document.querySelectorAll('.tool button')][0].focus()")
    page.tab.key("Enter")
    page.settle()
    page.tab.run("document.querySelector('.form .row button').focus()")
    page.tab.key("Enter")  # adds a corner, and takes it in hand
    page.settle()
    assert focused(page) == "Corner 1 at (7, 12)"
    for key in ("ArrowRight", "ArrowUp"):
        page.tab.key(key)
    page.tab.key("ArrowRight", shift=True)
    page.settle()
    assert focused(page) == "Corner 1 at (8.1, 12.1)"
    assert answer(page) == ts.judge(WALL).path("runner", [(8.1, 12.1)]).answer
    assert answer(page) in page.status()
    page.type("Corner 1: level", "0")
    assert question(page) == "path runner 8.1,12.1,0"
    page.press("Add a corner")
    page.tab.key("Delete")
    page.settle()
    assert names(page) == ["Corner 1 at (8.1, 12.1, 0)"]
    assert focused(page) == "Corner 1 at (8.1, 12.1, 0)"
    page.tab.run("document.querySelector('.tool .take').focus()")
    page.tab.key("Enter")
    page.agree()
    assert page.session.table["runner"].pose.point == (8.1, 12.1)
    page.close()


def test_a_corner_is_dragged_and_the_judge_follows(browser):
    page = opened(browser, WALL, "runner")
    page.press("Way")
    page.press_at(8, 8)
    page.tab.drag(".grip .knob", 30, -20)
    page.agree()
    ((x, y),) = corners(page)
    scale = page.tab.run("document.querySelector('.world').getScreenCTM().a")
    assert (x - 8, y - 8) == pytest.approx((30 / scale, 20 / scale), abs=0.03)
    assert answer(page) == ts.judge(WALL).path("runner", [(x, y)]).answer
    assert end(page)["x"] == pytest.approx(x, abs=1e-9)
    assert page.session.table == WALL
    page.tab.key("Escape")  # puts the tool away
    page.settle()
    assert names(page) == []
    page.close()


def test_the_tool_goes_on_with_the_way_that_the_file_asks_about(browser):
    page = opened(browser, WALL)  # which shows the first question of its file
    assert question(page) == "path runner 11,12"
    page.pick("runner")
    page.press("path runner 9.6,8.2 10.5,8.2")
    page.press("Way")
    assert names(page) == ["Corner 1 at (9.6, 8.2)", "Corner 2 at (10.5, 8.2)"]
    page.close()


# Reach


def test_the_reach_stays_below_the_way(browser):
    page = opened(browser, WALL, "runner")
    page.press("Way")
    page.tab.run("document.querySelector('.tool input[type=checkbox]').click()")
    page.settle()
    page.press_at(9.6, 8.2)
    assert page.tab.run("document.querySelectorAll('.low .role-clear').length") > 0
    assert page.tab.run("document.querySelectorAll('.low .role-template').length") == 1
    last = "[...document.querySelectorAll('.low .mark')].at(-1).getAttribute('class')"
    assert "role-clear" not in page.tab.run(last)
    page.shot("reach-below")
    page.press("Link")
    address = page.tab.run("location.hash")
    other = Page(browser, ROOF)
    other.tab.again(address)
    other.tab.wait("document.querySelector('h2')?.textContent.startsWith('Over')")
    other.settle()
    assert other.tab.run("document.querySelectorAll('.low .role-clear').length") > 0
    other.close()
    page.close()


# Pushes


def test_a_push_is_aimed_with_the_arrow_and_done(browser):
    page = opened(browser, ROOF, "sentry")
    page.press("Push")
    page.tab.drag(".grip .knob", -60, 30)
    page.settle()
    said = question(page).split()
    angle, distance = float(said[2]), float(said[3])
    x, y = page.session.table["sentry"].pose.point
    tip = grip(page)
    cx, cy = page.on_page(x, y)
    scale = page.tab.run("document.querySelector('.world').getScreenCTM().a")
    assert ((tip[0] - cx) ** 2 + (tip[1] - cy) ** 2) ** 0.5 / scale == pytest.approx(distance, 1e-4)
    verdict = ts.judge(ROOF).push("sentry", angle, distance)
    assert answer(page) == verdict.answer and "falls 3.75 in" in answer(page)
    assert "falls 3.75 in" in page.text(".label.role-contact")
    shown = end(page)
    assert (shown["x"], shown["y"]) == pytest.approx(verdict.moved.end, abs=1e-9)
    page.shot("push")
    page.press("Push it")
    page.agree()
    assert page.session.table == verdict.table
    page.press("Undo")
    assert page.session.table == ROOF
    page.close()


def test_a_push_is_set_by_slider_field_and_keys(browser):
    page = opened(browser, ROOF, "attacker")
    page.press("Push")
    page.type("Direction", "10.3")
    assert question(page) == "push attacker 10.3 2"
    page.type("Direction, exactly", "12.25")
    page.type("Distance, exactly", "7.5")
    assert question(page) == "push attacker 12.25 7.5"
    page.tab.run("document.querySelector('.grip').focus()")
    page.tab.key("[", code="BracketLeft")
    page.tab.key("ArrowUp")
    page.tab.key("ArrowRight", shift=True)
    page.settle()
    assert question(page) == "push attacker 11.35 7.6"
    assert focused(page) == "Direction 11.35°"
    assert answer(page) == ts.judge(ROOF).push("attacker", 11.35, 7.6).answer
    assert "stopped: crate" in answer(page)
    page.close()


# Areas


def test_an_area_is_aimed_at_models_and_places_and_turned(browser):
    page = opened(browser, GRENADE, "thrower")
    page.press("Area")
    page.tab.click("[data-id=near] .area")
    page.settle()
    judge = ts.judge(GRENADE)
    assert answer(page) == judge.area("hand-grenade", "near", by="thrower").answer
    assert page.text(".steps li")[0].startswith("near is caught, 2.13 in under it")
    page.shot("area")
    page.type("Weapon", "teardrop")
    page.tab.run("document.querySelector('.grip').focus()")
    page.tab.key("[", code="BracketLeft", shift=True)  # one degree around the thrower
    page.settle()
    (shown,) = corners(page)
    assert answer(page) == judge.area("teardrop", shown, by="thrower").answer
    page.shot("area-turned")
    page.type("Aim at", "sheltered")
    assert answer(page) == judge.area("teardrop", "sheltered", by="thrower").answer
    page.tab.drag(".grip .knob", 25, -60)
    page.settle()
    (shown,) = corners(page)
    assert answer(page) == judge.area("teardrop", shown, by="thrower").answer
    origin = page.tab.run("document.querySelectorAll('.pinned .role-contact .dot').length")
    assert origin == len(judge.area("teardrop", shown, by="thrower").hit)
    page.close()


def test_a_grenade_scatters_and_is_followed(browser):
    page = opened(browser, GRENADE, "thrower")
    page.press("Area")
    page.tab.click("[data-id=near] .area")
    page.settle()
    page.press("Scatter")  # which keeps the aim
    page.type("Die", "D3")
    page.type("It shows, exactly", "7")
    page.type("Its tip points to, exactly", "100")
    verdict = ts.judge(GRENADE).scatter("near", 7, 100.0, die="D3")
    assert answer(page) == verdict.answer
    page.shot("scatter")
    page.press("Whom it catches there")
    (shown,) = corners(page)
    assert shown == pytest.approx([*verdict.end, verdict.level], abs=1e-9)
    caught = ts.judge(GRENADE).area("hand-grenade", [*verdict.end, verdict.level], by="thrower")
    assert answer(page) == caught.answer
    page.shot("scatter-followed")
    page.close()


# Heights, and what the eye sees


def test_a_level_is_typed_and_cover_follows(browser):
    page = opened(browser, ROOF, "attacker", "sentry")
    page.tab.wait("document.querySelector('.eye svg') !== null", 30)
    assert answer(page) == ts.judge(ROOF).cover("attacker", "sentry").answer
    page.shot("eye")
    label = "[...document.querySelectorAll('.hand label')].find(l => l.textContent === 'level')"
    page.tab.run(
        f"(f => {{ f.value = '0'; f.dispatchEvent(new Event('change')) }})({label}.lastChild)"
    )
    page.agree()
    assert page.session.table["sentry"].state["level"] == 0
    judge = ts.judge(page.session.table)
    assert answer(page) == judge.cover("attacker", "sentry").answer
    assert page.text(".card .detail")[0] == judge.cover("attacker", "sentry").detail
    page.close()


# A phone, and names for everything


def test_fingers_lay_a_way_and_drag_a_corner(browser):
    page = opened(browser, WALL, width=412, height=860, touch=True)
    page.tab.touch([page.tab.middle("[data-id=runner] .area")])
    page.settle()
    page.press("Way")
    page.tab.touch([page.on_page(8, 8)])
    page.settle()
    assert len(names(page)) == 1
    x, y = grip(page)
    page.tab.touch([(x + 4 * step, y - 3 * step) for step in range(10)])
    page.settle()
    ((a, b),) = corners(page)
    assert a > 9 and b > 8.5
    assert answer(page) == ts.judge(WALL).path("runner", [(a, b)]).answer
    assert page.tab.run("document.documentElement.scrollWidth") <= 412
    page.shot("way-phone")
    page.close()


@pytest.mark.parametrize("tool", ["Way", "Push", "Area", "Scatter", "Shot"])
def test_everything_in_a_tool_has_a_name(browser, tool):
    page = opened(browser, GRENADE, "near", "thrower")
    page.press(tool)
    if tool == "Way":
        page.press("Add a corner")
    page.press("Light or dark")
    page.shot(f"dark-{tool.lower()}")
    nameless = page.tab.run(
        "[...document.querySelectorAll('button, input, select, [role=button]')].filter(n => "
        "!n.hidden && !n.textContent.trim() && !n.getAttribute('aria-label') && "
        "!n.closest('label')).length"
    )
    assert nameless == 0
    small = page.tab.run(
        "[...document.querySelectorAll('.tool button, .tool select, .grip .hit')].filter(n => "
        "n.getBoundingClientRect().height < 24 && n.getBoundingClientRect().height > 0).length"
    )
    assert small == 0
    page.close()
