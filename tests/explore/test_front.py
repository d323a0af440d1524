"""The front end as text: its script, its style sheet, its pages, and replays."""

import json
import re

import pytest

import tablesim as ts
from tablesim.explore import display, front, looks
from tablesim.explore.replayer import replay_data
from tablesim.protocol import play
from tablesim.render import ROLES
from tablesim.render.style import THEMES, look

from ..protocol.drift import DRIFT
from ..protocol.pig import PIG


def rule(selector):
    """Return the declarations of one rule of the style sheet."""
    found = re.search(rf"^{re.escape(selector)} {{ (.*) }}$", looks.css(), re.MULTILINE)
    assert found, selector
    return dict(re.findall(r"([\w-]+): ([^;]+);", found[1]))


@pytest.mark.parametrize("role", ROLES)
def test_every_role_looks_as_in_pictures(role):
    drawn = look(role, 1)
    hues = {"var(--hue)": THEMES["light"].hues[1], "none": ""}
    colors = {f"var(--{word})": color for word, color in THEMES["light"].colors.items()} | hues
    area, line = rule(f".ts .role-{role} .area"), rule(f".ts .role-{role} .line")
    assert colors[area["fill"]] == drawn.fill and float(area["fill-opacity"]) == drawn.fill_opacity
    assert colors[area["stroke"]] == drawn.stroke and colors[line["stroke"]] == drawn.ink
    assert float(area["stroke-width"].removesuffix("px")) == drawn.width
    label = rule(f".ts .label.role-{role}")
    assert float(label["font-size"].removesuffix("px")) == drawn.size
    assert (label["font-weight"] == "bold") == drawn.bold


@pytest.mark.parametrize("theme", looks.SHOWN)
def test_every_color_of_a_theme_is_there(theme):
    said = rule(f'.ts[data-theme="{theme}"]')
    assert {word: said[f"--{word}"] for word in THEMES[theme].colors} == dict(THEMES[theme].colors)
    assert said["--hue-0"] == THEMES[theme].hues[0]


def luminance(color):
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", looks.SHOWN)
@pytest.mark.parametrize("word", ["ink", "help", "stone-text", "contact-text"])
def test_words_have_the_contrast_that_eyes_need(theme, word):
    colors = THEMES[theme].colors
    light, dark = sorted((luminance(colors[word]), luminance(colors["paper"])), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_the_script_reaches_for_nothing_outside():
    text = re.sub(r"http://www\.w3\.org/2000/svg", "", front.script())
    assert "http" not in text and "import " not in re.sub(
        r"^\s*(//|\*|/\*).*$", "", text, flags=re.M
    )
    assert "url(" not in front.styles()


def test_marks_keep_the_order_of_pictures():
    scene = ts.judge(ts.example("disputed-shot")).attack("luke", "academy").scene()
    roles = [mark["role"] for mark in display.marks(scene.marks, 1.0) if not mark.get("faint")]
    layers = [look(role).layer for role in roles]
    assert layers == sorted(layers) and roles[-1] == "end"


def test_marks_of_a_verdict_leave_out_what_the_board_draws_itself():
    table = ts.example("disputed-shot")
    scene = ts.judge(table).attack("luke", "academy").scene()
    roles = {mark.role for mark in display.extra(scene, table)}
    assert roles == {"band", "band-edge", "arc-edge", "measure", "end"}


# Replays


@pytest.fixture(scope="module")
def record():
    return play(DRIFT, ["random"] * 3, seed=1)


def test_a_replay_has_every_moment_with_its_log(record):
    data = replay_data(record)
    assert len(data["moments"]) == len(record.steps) + 1
    said = [line for moment in data["moments"] for line in moment["log"]]
    assert said == [str(event) for state in record.states() for event in state.events]
    assert data["moments"][0]["head"] == "0: the start"


def test_each_mark_of_a_replay_is_written_once_and_all_of_them_are_shown(record):
    data = replay_data(record)
    texts = [json.dumps(mark) for mark in data["marks"]]
    for moment, state in zip(data["moments"], record.states(), strict=True):
        scene = record.game.scene(state)
        shown = [data["marks"][number] for number in moment["marks"]]
        assert shown == display.marks(scene.marks, scene.per_mm)
    assert len(set(texts)) == len(texts)


def test_a_replay_tells_how_far_it_is():
    told = []
    record = play(PIG, ["random", "random"], seed=7, options={"target": 20})
    replay_data(record, progress=told.append)
    assert told == list(range(1, len(record.steps) + 2))


@pytest.mark.parametrize("name", ["</script><script>alert(1)</script>", "<!--", "@SCRIPT@", "]]>"])
def test_no_name_of_a_player_breaks_out_of_the_page(record, name):
    data = {**replay_data(record), "title": name, "detail": name}
    page = front.replay_page(data)
    assert page.count("</script>") == 2 and "<!--" not in page and page.count("<script") == 2
    held = re.search(r'id="data">(.*?)</script>', page, re.S)[1]
    assert json.loads(held) == data
