"""Random tables of the toy game, for the property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from tablesim.errors import GeometryError
from tablesim.geometry import Disc, Ellipse, Hull, Outline, Pose, Rect
from tablesim.table import Piece, Question, Table, Terrain

coordinates = st.floats(-1e6, 1e6) | st.integers(-1000, 1000)
points = st.tuples(coordinates, coordinates)
sizes = st.floats(1e-3, 1e5)
names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6)


@st.composite
def rings(draw):
    """Return a simple ring: corners around a point at growing angles."""
    corners = draw(st.lists(st.floats(1, 100), min_size=3, max_size=9))
    poses = (Pose(0, 0, 360 * i / len(corners)).forward(r) for i, r in enumerate(corners))
    return [pose.point for pose in poses]


@st.composite
def footprints(draw):
    made = draw(
        st.builds(Disc, sizes)
        | st.builds(Ellipse, sizes, sizes)
        | st.builds(Rect, sizes, sizes)
        | rings()
        | st.lists(points, min_size=3)
    )
    if not isinstance(made, list):
        return made
    try:
        return draw(st.sampled_from([Hull, Outline]))(made)
    except GeometryError:
        return Disc(1)


@st.composite
def tables(draw):
    words = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "area": st.tuples(sizes, sizes),
                "title": st.text(st.characters(exclude_categories=["Cs"])),
                "units": st.sampled_from(["mm", "cm", "in"]),
                "edges": st.lists(st.sampled_from(["top", "bottom"])),
                "wind": coordinates,
            },
        )
    )
    ids = draw(st.lists(names, unique=True, max_size=6))
    placed = st.fixed_dictionaries(
        {"at": points}, optional={"heading": st.floats(-1e5, 1e5) | st.integers(-720, 720)}
    )
    own = st.fixed_dictionaries(
        {},
        optional={
            "seat": st.integers(0, 9),
            "tokens": st.integers(0, 5),
            "drawn": st.booleans(),
            "driver": st.just("anna"),
            "height": coordinates,
            "notes": st.dictionaries(names, st.text('ab\n"\\') | coordinates, max_size=2),
        },
    )
    shapes = (
        st.fixed_dictionaries({"kind": st.sampled_from(["cart", "barrel"])})
        | st.fixed_dictionaries({"base": st.sampled_from(["square", "round"])})
        | st.fixed_dictionaries({"footprint": footprints()})
    )
    grounds = st.fixed_dictionaries({"kind": st.just("pond")}) | st.fixed_dictionaries(
        {"footprint": footprints()}
    )
    things: list[Piece | Terrain | Question] = []
    pieces = ids[: draw(st.integers(0, len(ids)))]
    for id in ids:
        if id in pieces:
            lock = draw(st.none() | st.sampled_from(pieces))
            things.append(Piece(id, **draw(shapes), **draw(placed), **draw(own), lock=lock))
        else:
            top = draw(st.none() | st.floats(0, 100))
            things.append(Terrain(id, **draw(grounds), **draw(placed), top=top))
    if pieces:
        some = st.sampled_from(pieces)
        for _ in range(draw(st.integers(0, 2))):
            things.append(Question("push", by=draw(some), on=draw(some), distance=draw(sizes)))
    return Table(game="toy", **words).add(*things)
