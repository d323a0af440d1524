"""Photos of a table: pictures told by their first bytes, planes found from points, their errors."""

import base64
import math
import struct
import tracemalloc
import zlib

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import tablesim as ts
from tablesim.explore import photo
from tablesim.explore.photo import PhotoError, Picture, Plane, picture, rectify
from tablesim.explore.session import Session

MAT = 914.4
CORNERS = [(0, 0), (MAT, 0), (MAT, MAT), (0, MAT)]
MORE = [(MAT / 2, MAT / 2), (MAT / 2, 0), (200, 700), (640, 130), (333, 350), (MAT, MAT / 2)]
SIZE = (4000, 3000)


class Camera:
    """A pinhole above the table: written with rays and axes, not with projective maps."""

    def __init__(self, eye, target=(MAT / 2, MAT / 2, 0), *, roll=0.0, focus=3200.0):
        self.eye = np.array(eye, float)
        self.ahead = np.array(target, float) - self.eye
        self.ahead /= np.linalg.norm(self.ahead)
        flat = np.array([math.sin(math.radians(roll)), math.cos(math.radians(roll)), 0])
        self.right = np.cross(self.ahead, flat)
        self.right /= np.linalg.norm(self.right)
        self.down = np.cross(self.ahead, self.right)
        self.focus = focus

    def spot(self, place):
        ray = np.array([*place, 0.0]) - self.eye
        far = ray @ self.ahead
        assert far > 0
        x, y = (self.focus * (ray @ axis) / far for axis in (self.right, self.down))
        return SIZE[0] / 2 + x, SIZE[1] / 2 + y

    def spots(self, places):
        return [self.spot(place) for place in places]

    def place(self, spot):
        """Where the ray through a spot meets the table."""
        x, y = (spot[0] - SIZE[0] / 2) / self.focus, (spot[1] - SIZE[1] / 2) / self.focus
        ray = self.ahead + x * self.right + y * self.down
        return tuple((self.eye - ray * self.eye[2] / ray[2])[:2])


ABOVE = Camera((MAT / 2, -500, 900))


def cameras():
    """Cameras that a hand can hold: from all sides, from steep to 30 degrees above the table."""
    return st.builds(
        lambda around, up, far, roll: Camera(
            (
                MAT / 2 + far * math.cos(up) * math.cos(around),
                MAT / 2 + far * math.cos(up) * math.sin(around),
                far * math.sin(up),
            ),
            roll=roll,
        ),
        st.floats(0, 2 * math.pi),
        st.floats(math.pi / 6, math.pi / 2 - 0.05),
        st.floats(1200, 2500),
        st.floats(0, 360),
    )


# The plane


@given(camera=cameras(), count=st.integers(0, len(MORE)))
@settings(max_examples=60, deadline=None)
def test_a_known_camera_is_found_again(camera, count):
    places = CORNERS + MORE[:count]
    try:
        spots = camera.spots(places)
    except AssertionError:
        assume(False)
    plane = rectify(spots, places)
    for place in [(0, 0), (100, 850), (457, 457), (914, 3)]:
        assert plane.place(camera.spot(place)) == pytest.approx(place, abs=1e-9 * MAT)
        assert plane.spot(place) == pytest.approx(camera.spot(place), abs=1e-9 * SIZE[0])
    assert plane.rms < 1e-9 * MAT


def test_the_plane_is_that_of_rays_through_the_lens():
    plane = rectify(ABOVE.spots(CORNERS), CORNERS)
    for spot in [(2000, 1500), (1200, 900), (2900, 2400)]:
        assert plane.place(spot) == pytest.approx(ABOVE.place(spot), abs=1e-8)


@pytest.mark.parametrize("unit", [1e-3, 1 / 25.4, 1])
@pytest.mark.parametrize("shift", [0, 9e5])
def test_any_unit_and_any_origin_will_do(unit, shift):
    places = [(x * unit + shift * unit, y * unit) for x, y in CORNERS + MORE]
    plane = rectify(ABOVE.spots(CORNERS + MORE), places)
    found = plane.place(ABOVE.spot((300, 600)))
    assert found == pytest.approx(((300 + shift) * unit, 600 * unit), rel=1e-9)


def noisy(places, sigma, seed, camera=ABOVE):
    shaken = np.random.default_rng(seed).normal(0, sigma, (len(places), 2))
    return [(u + du, v + dv) for (u, v), (du, dv) in zip(camera.spots(places), shaken, strict=True)]


def off_by(plane, spots, places):
    """The sum of squares in the picture, counted with the map of the plane."""
    return sum(math.dist(plane.spot(p), s) ** 2 for s, p in zip(spots, places, strict=True))


@given(seed=st.integers(0, 10**6), count=st.integers(1, len(MORE)))
@settings(max_examples=30, deadline=None)
def test_no_map_nearby_fits_better(seed, count):
    places = CORNERS + MORE[:count]
    spots = noisy(places, 3, seed)
    plane = rectify(spots, places)
    best = off_by(plane, spots, places)
    assert best <= off_by(rectify(ABOVE.spots(places), places), spots, places)
    rng = np.random.default_rng(seed)
    for _ in range(20):
        shown = plane.shown * (1 + rng.normal(0, 1e-5, (3, 3)))
        other = Plane(plane.spots, plane.places, shown, np.linalg.inv(shown))
        assert off_by(other, spots, places) >= best * (1 - 1e-9)


def test_the_order_of_the_points_does_not_matter():
    places = CORNERS + MORE
    spots = noisy(places, 2, 5)
    one, other = rectify(spots, places), rectify(spots[::-1], places[::-1])
    assert one.place((2000, 1500)) == pytest.approx(other.place((2000, 1500)), abs=1e-7)
    assert one.sigma == pytest.approx(other.sigma, rel=1e-7)


def test_turning_the_table_turns_what_is_read_off():
    spots = noisy(CORNERS + MORE, 2, 7)
    places = CORNERS + MORE
    one = rectify(spots, places)
    other = rectify(spots, [(-y + 50, x - 20) for x, y in places])  # a quarter turn and a shift
    x, y = one.place((1800, 1600))
    assert other.place((1800, 1600)) == pytest.approx((-y + 50, x - 20), abs=1e-7)
    assert other.error((-y + 50, x - 20)) == pytest.approx(one.error((x, y)), rel=1e-6)


# Its error


def test_four_points_show_no_error():
    plane = rectify(noisy(CORNERS, 30, 1), CORNERS)
    assert plane.rms < 1e-9 * MAT
    assert plane.sigma is plane.error((0, 0)) is plane.worst((MAT, MAT), SIZE) is None
    assert "set a fifth one" in photo.words(plane, None, "mm")


@pytest.mark.parametrize(("free", "t"), [(2, 4.3027), (4, 2.7764), (10, 2.2281), (32, 2.0369)])
def test_bounds_are_those_of_tables_of_students_t(free, t):
    assert photo._student(free) == pytest.approx(t, abs=1e-4)


def test_an_error_is_that_of_a_map_found_by_differences():
    """The covariance again, from what the fit does when one click after the other is moved."""
    places = CORNERS + MORE[:3]
    spots = np.array(noisy(places, 0.01, 3))
    plane = rectify(spots, places)
    place, step = (700.0, 600.0), 1e-3
    spot = plane.spot(place)
    changes = []
    for k in range(spots.size):
        moved = [spots.copy(), spots.copy()]
        moved[0].flat[k] += step
        moved[1].flat[k] -= step
        there, back = (np.array(rectify(each, places).place(spot)) for each in moved)
        changes.append((there - back) / (2 * step))
    for axis in (0, 1):
        moved = np.array(spot), np.array(spot)
        moved[0][axis] += step
        moved[1][axis] -= step
        changes.append(np.subtract(*(plane.place(tuple(each)) for each in moved)) / (2 * step))
    worst = np.linalg.norm(np.array(changes), ord=2)
    error = photo._student(plane.free) * plane.sigma * worst
    assert plane.error(place) == pytest.approx(error, rel=1e-3)


@pytest.mark.parametrize("place", [(MAT / 2, MAT / 2), (100, 800)])
def test_readings_stay_within_the_error_as_often_as_it_says(place):
    """Read the same place off many noisy photos: each states its own error."""
    places = CORNERS + MORE[:3]
    direction = np.array([0.0, 1.0])  # away from the camera: the worst one
    inside, runs = 0, 600
    for seed in range(runs):
        spots = noisy([*places, place], 2, seed)
        plane = rectify(spots[:-1], places)
        read = np.array(plane.place(spots[-1]))
        inside += abs((read - place) @ direction) <= plane.error(tuple(read))
    assert 0.925 <= inside / runs <= 0.985  # 95 %, and four standard errors of a count


def test_more_points_show_the_error_of_a_click():
    places = CORNERS + MORE + [(90 * k, 80 * (k % 7) + 100) for k in range(1, 11)]
    found = [rectify(noisy(places, 2.5, seed), places).sigma for seed in range(20)]
    assert np.sqrt(np.mean(np.square(found))) == pytest.approx(2.5, rel=0.1)


@given(factor=st.floats(0.1, 10), seed=st.integers(0, 1000))
@settings(max_examples=20, deadline=None)
def test_clicks_that_are_worse_give_a_greater_error(factor, seed):
    places = CORNERS + MORE
    exact = ABOVE.spots(places)
    shaken = np.array(noisy(places, 0.05, seed)) - exact
    one, other = (rectify(np.array(exact) + shaken * k, places) for k in (1, factor))
    assert other.sigma == pytest.approx(factor * one.sigma, rel=0.02)
    assert other.rms == pytest.approx(factor * one.rms, rel=0.02)


def test_far_from_the_camera_and_from_the_points_it_is_worse():
    near = [(0, 0), (400, 0), (400, 400), (0, 400), (200, 220), (300, 100)]
    plane = rectify(noisy(near, 1, 2), near)
    assert plane.error((200, 200)) < plane.error((400, 400)) < plane.error((900, 900))


@given(seed=st.integers(0, 1000), x=st.floats(0, MAT), y=st.floats(0, MAT), camera=cameras())
@settings(max_examples=60, deadline=None)
def test_no_place_in_the_picture_is_worse_than_the_worst(seed, x, y, camera):
    places = CORNERS + MORE
    plane = rectify(noisy(places, 2, seed, camera), places)
    u, v = plane.spot((x, y))
    assume(0 <= u <= SIZE[0] and 0 <= v <= SIZE[1])
    assert plane.error((x, y)) <= plane.worst((MAT, MAT), SIZE) * (1 + 1e-9)


def test_only_what_the_picture_shows_counts():
    places = CORNERS + MORE
    plane = rectify(noisy(places, 2, 2), places)
    whole = plane.worst((MAT, MAT), SIZE)
    assert whole == pytest.approx(max(plane.error(corner) for corner in CORNERS))
    near = plane.spot((MAT / 2, MAT / 3))
    upside = plane.worst((MAT, MAT / 3), SIZE)
    assert upside < whole and near[1] > 0
    with pytest.raises(PhotoError, match="nothing of the table"):
        plane.worst((MAT, MAT), (5, 5))


# Points that no camera shows


def test_points_in_line_are_refused():
    spots = ABOVE.spots(CORNERS)
    with pytest.raises(PhotoError, match="in line"):
        rectify(spots, [(0, 0), (100, 0), (200, 0), (0, 100)])
    with pytest.raises(PhotoError, match="in line"):
        rectify([(0, 0), (10, 10), (20, 20), (5, 90)], CORNERS)
    with pytest.raises(PhotoError, match="in line"):
        rectify([spots[0]] * 5, [*CORNERS, (1, 2)])
    line = [(x, 2 * x) for x in range(0, 600, 100)]
    with pytest.raises(PhotoError, match="in line"):
        rectify(ABOVE.spots([*line, (0, 500)]), [*line, (0, 500)])


def test_points_in_wrong_order_are_refused():
    a, b, c, d = ABOVE.spots(CORNERS)
    with pytest.raises(PhotoError, match="taken in order"):
        rectify([a, c, b, d], CORNERS)
    with pytest.raises(PhotoError, match="as in a mirror"):
        rectify([a, d, c, b], CORNERS)


@pytest.mark.parametrize("count", [0, 3, 21])
def test_too_few_points_and_too_many_are_refused(count):
    with pytest.raises(PhotoError, match=f"4 to 20 points .* got {count} spots"):
        rectify([(k, k * k) for k in range(count)], [(k, k * k) for k in range(count)])


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, 1e7])
def test_points_that_are_nowhere_are_refused(bad):
    with pytest.raises(PhotoError, match="in the picture"):
        rectify([(0, 0), (bad, 0), (9, 9), (0, 9)], CORNERS)
    with pytest.raises(PhotoError, match="on the table"):
        rectify(ABOVE.spots(CORNERS), [*CORNERS[:3], (0, bad)])


@given(st.lists(st.tuples(*[st.floats(-1e6, 1e6)] * 4), min_size=4, max_size=8))
@example([(0, 0, 0, 0), (1e-300, 0, 0, 1), (0, 1e-300, 1, 0), (1e6, 1e6, 1, 1)])
@settings(max_examples=100, deadline=None)
def test_any_points_give_a_plane_or_a_reason(points):
    try:
        plane = rectify([p[:2] for p in points], [p[2:] for p in points])
        worst = plane.worst((MAT, MAT), SIZE)
    except PhotoError:
        return
    assert np.all(np.isfinite(plane.seen)) and math.isfinite(plane.rms)
    assert worst is None if len(points) == 4 else math.isfinite(worst)


# Pictures


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(pixels):
    """Return a PNG file of pixels, height x width x 3."""
    height, width, _ = pixels.shape
    rows = b"".join(b"\0" + row.tobytes() for row in pixels.astype(np.uint8))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def jpeg(width, height, *, before=b"", marker=0xC0):
    """Return the beginning of a JPEG file."""
    app = b"\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0"
    frame = bytes([0xFF, marker]) + struct.pack(">HBHHB", 17, 8, height, width, 3) + bytes(9)
    return b"\xff\xd8" + app + before + frame


def test_sizes_are_read_from_the_first_bytes():
    assert picture(png(np.zeros((3, 7, 3)))) == Picture("image/png", 7, 3)
    assert picture(jpeg(4000, 3000)) == Picture("image/jpeg", 4000, 3000)
    assert picture(jpeg(40, 30, marker=0xC2)) == Picture("image/jpeg", 40, 30)  # progressive
    exif = b"\xff\xe1" + struct.pack(">H", 60_000) + b"\xff\xc0" * 29_999
    tables = b"\xff\xff\xff\xc4\0\x04\xff\xc0"  # a byte that fills; a table is no frame
    assert picture(jpeg(50, 60, before=exif + tables)) == Picture("image/jpeg", 50, 60)


@pytest.mark.parametrize(
    ("head", "why"),
    [
        (b"", "a PNG or a JPEG"),
        (b"GIF89a" + bytes(90), "a PNG or a JPEG"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'>", "a PNG or a JPEG"),
        (b"\x89PNG\r\n\x1a\n", "IHDR"),
        (png(np.zeros((3, 7, 3)))[:30], "IHDR"),
        (b"\x89PNG\r\n\x1a\n" + b"\0\0\0\x0dIDAT" + bytes(40), "IHDR"),
        (b"\x89PNG\r\n\x1a\n" + b"\0\0\0\x0dIHDR" + bytes(40), "0 x 0 pixels"),
        (jpeg(0, 3), "0 x 3 pixels"),
        (jpeg(4000, 3000)[:24], "before its first scan"),
        (b"\xff\xd8\xff", "before its first scan"),
        (b"\xff\xd8" + b"\xff" * 5000, "before its first scan"),
        (b"\xff\xd8\xff\xe0\0\0" + bytes(50), "before its first scan"),
        (b"\xff\xd8\xff\xe0\0\x01" * 50, "before its first scan"),
        (b"\xff\xd8\xff\xda\0\x04\0\0" + jpeg(4, 3)[2:], "before its first scan"),
        (b"\xff\xd8\xff\xe0\xff\xff" + bytes(90), "before its first scan"),
        (jpeg(16_385, 10), "up to 16384 a side"),
        (jpeg(65_535, 65_535), "up to 64 million"),
        (jpeg(8_001, 8_001), "up to 64 million"),
    ],
)
def test_hostile_and_broken_pictures_are_refused(head, why):
    with pytest.raises(PhotoError, match=why):
        picture(head)


def test_a_picture_that_unpacks_to_gigabytes_is_refused_unseen():
    size = struct.pack(">IIBBBBB", 2**31 - 1, 2**31 - 1, 8, 2, 0, 0, 0)
    bomb = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", zlib.compress(bytes(10**6)))
    tracemalloc.start()
    with pytest.raises(PhotoError, match="2147483647 x 2147483647 pixels"):
        picture(bomb)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 100_000


@given(st.binary(max_size=200), st.sampled_from([b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b""]))
@settings(max_examples=200, deadline=None)
def test_any_bytes_give_a_picture_or_a_reason(rest, start):
    try:
        found = picture(start + rest)
    except PhotoError:
        return
    assert 0 < found.width * found.height <= photo.PIXELS


# The board

SHOT = ts.example("disputed-shot")


def asked(session, do, **request):
    return session.reply({"do": do, "see": {"picked": ["luke", "academy"]}, **request})


def points(places, sigma=1.0):
    spots = [[float(u), float(v)] for u, v in noisy(places, sigma, 11)]
    return {"spots": spots, "places": [list(place) for place in places], "size": list(SIZE)}


def test_the_board_tells_what_a_picture_is():
    session = Session(SHOT, ts.judge)
    head = base64.b64encode(png(np.zeros((3, 7, 3)))).decode()
    reply = asked(session, "photo", head=head)
    assert reply["picture"] == {"kind": "image/png", "width": 7, "height": 3}
    assert "a PNG or a JPEG" in asked(session, "photo", head="AAAA")["error"]
    assert "base64" in asked(session, "photo", head="no! base64")["error"]
    assert "head takes text" in asked(session, "photo")["error"]


def test_verdicts_carry_the_error_of_the_photo():
    session = Session(SHOT, ts.judge)
    request = points(CORNERS + MORE)
    shown = asked(session, "rectify", **request)
    plane = rectify(request["spots"], request["places"])
    assert shown["photo"]["matrix"] == plane.seen.tolist()
    assert "10 points miss by" in shown["photo"]["words"]
    assert session.table == SHOT  # only looked at
    asked(session, "rectify", **request, done=True)
    error = plane.worst((MAT, MAT), SIZE)
    assert session.table.quantum.length == pytest.approx(2 * error, rel=0.01)
    turn = math.degrees(math.atan2(math.sqrt(2) * error, 40))  # along the edge of a small base
    assert session.table.quantum.degrees == pytest.approx(2 * turn, rel=0.01)
    verdict = ts.judge(session.table).attack("luke", "academy")
    assert verdict.uncertainty > 2 * error
    assert (session.table.pieces, session.table.questions) == (SHOT.pieces, SHOT.questions)
    assert ts.loads(session.table.dumps()) == session.table
    asked(session, "undo")
    assert session.table == SHOT


def test_four_points_change_nothing_and_ask_for_a_fifth():
    session = Session(SHOT, ts.judge)
    reply = asked(session, "rectify", **points(CORNERS), done=True)
    assert "set a fifth one" in reply["photo"]["words"]
    assert session.table == SHOT


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ({"spots": None}, "spots takes"),
        ({"spots": [[1, 2, 3]]}, "spots takes"),
        ({"spots": [["1", 2]] * 4}, "spots takes a number"),
        ({"places": [[math.nan, 2]] * 4}, "places takes a number"),
        ({"size": [4000]}, "size takes"),
        ({"size": {}}, "size takes"),
        ({"places": [[0, 0]] * 4}, "in line"),
    ],
)
def test_requests_that_mean_nothing_are_refused(bad, why):
    session = Session(SHOT, ts.judge)
    assert why in asked(session, "rectify", **{**points(CORNERS), **bad})["error"]
    assert session.table == SHOT


def test_a_table_without_bases_states_no_step_of_headings():
    assert photo.quantum(ts.Table(area=(900, 900)), 0.5) == {"length": 1.0, "degrees": 0.0}
    drum = ts.Table(area=(900, 900)).add(ts.Piece("a", footprint=ts.Disc(10), at=(9, 9)))
    assert photo.quantum(drum, 0.5)["degrees"] == pytest.approx(4.05, abs=0.01)
