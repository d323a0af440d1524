"""Solids with heights, and their convex parts in arrays."""

import math
import random
from dataclasses import replace

import numpy as np
import pytest
import shapely

from tablesim.errors import GeometryError
from tablesim.geometry import Convex, Disc, Ellipse, Outline, Placed, Pose, Rect
from tablesim.geometry.terrain import Prism, Relief, Rings

from .sight_oracles import any_scene, box, poly


def test_prisms_without_heights_do_not_exist():
    square = Placed(Rect(2, 2), Pose(0, 0))
    assert Prism(square, 1, 1).height == 0
    with pytest.raises(GeometryError, match="the top of a prism, 1, lies below 2"):
        Prism(square, 2, 1)
    for heights in ((0, math.inf), (math.nan, 1)):
        with pytest.raises(GeometryError, match="finite heights"):
            Prism(square, *heights)


def test_rings_are_found_again():
    triangle, square = [(0, 0), (2, 0), (0, 2)], [(5, 5), (6, 5), (6, 6), (5, 6)]
    rings = Rings.of([triangle, square])
    assert rings.ring(0) == triangle and rings.ring(1) == square
    taken = rings.take(np.array([1, 0, 1]))
    assert [taken.ring(i) for i in range(3)] == [square, triangle, square]
    for i in range(3):
        first, count = taken.first[i], taken.length[i]
        assert taken.after[first : first + count].tolist() == [
            *range(first + 1, first + count),
            first,
        ]
    assert len(Rings.of([]).take(np.zeros(0, dtype=np.intp)).corners) == 0


def test_the_parts_of_a_relief_cover_its_prisms():
    prisms = any_scene(random.Random(4), 30).prisms
    relief = Relief(prisms)
    for i, prism in enumerate(prisms):
        own = np.flatnonzero(relief.prism == i)
        parts = [shapely.Polygon(relief.rings.ring(j)) for j in own]
        assert sum(part.area for part in parts) == pytest.approx(prism.shape.polygon.area)
        whole = shapely.union_all(parts)
        assert whole.symmetric_difference(prism.shape.polygon).area < 1e-9
        assert (relief.bottom[own] == prism.bottom).all() and (relief.top[own] == prism.top).all()
        assert (relief.owner[own] == prism.owner).all()


def test_a_relief_is_told_by_its_prisms_and_made_again_with_others():
    one, other = box(0, 0, 1, 1, 0, 2, 7), box(5, 5, 9, 6, 0, 1, 8)
    relief = Relief([one])
    assert repr(relief) == f"Relief(prisms=({one!r},))"
    more = replace(relief, prisms=(one, other))
    assert more.owner.tolist() == [7, 8] and more.top.tolist() == [2, 1]
    assert len(more.tree) == len(more.prism) == 2


def test_flat_prisms_have_no_parts_and_keep_their_index():
    relief = Relief([box(0, 0, 1, 1, 2, 2), box(0, 0, 1, 1, 0, 2, 9)])
    assert relief.prism.tolist() == [1] and relief.owner.tolist() == [9]
    assert len(Relief([]).prism) == 0


def test_round_parts_stay_round():
    oval = Placed(Ellipse(6, 2), Pose(5, 0, 90))
    relief = Relief([Prism(Placed(Disc(2), Pose(1, 1)), 0, 1), Prism(oval, 0, 1)])
    assert relief.ovals.center.tolist() == [[1, 1], [5, 0]]
    assert np.hypot(*relief.ovals.p.T) == pytest.approx([2, 3])
    assert np.abs(relief.ovals.p[1]) == pytest.approx([0, 3])
    assert np.hypot(*relief.ovals.q.T) == pytest.approx([2, 1])


def test_rounded_parts_are_polygons_and_discs():
    class Shape:
        parts = (Convex(((-2, -1), (2, -1), (2, 1), (-2, 1)), 1.0),)
        reach = 4.0
        polygon = shapely.box(-2, -1, 2, 1).buffer(1, quad_segs=2000)

    relief = Relief([Prism(Placed(Shape(), Pose(0, 0)), 0, 1)])
    assert len(relief.ovals.center) == 4 and len(relief.rings.first) == 1
    whole = [shapely.Polygon(relief.rings.ring(0))]
    whole += [shapely.Point(c).buffer(1, quad_segs=2000) for c in relief.ovals.center]
    assert shapely.union_all(whole).symmetric_difference(Shape.polygon).area < 1e-4


def test_pieces_are_left_out_by_owner():
    relief = Relief([box(0, 0, 1, 1, 0, 1, 3), box(2, 0, 3, 1, 0, 1, 4)])
    assert relief.without(()).tolist() == [True, True]
    assert relief.without({3, 77}).tolist() == [False, True]
    assert relief.without([(3, 77), (1, 2)]).tolist() == [[False, True], [True, True]]


def test_an_outline_with_a_hole_has_no_part_in_the_hole():
    ring = [(0, 0), (10, 0), (10, 10), (0, 10)]
    court = poly(ring, 0, 3, holes=[[(3, 3), (7, 3), (7, 7), (3, 7)]])
    relief = Relief([court])
    assert isinstance(court.shape.footprint, Outline)
    assert len(relief.tree.query(shapely.Point(5, 5), predicate="intersects")) == 0
    assert len(relief.tree.query(shapely.Point(3, 5), predicate="intersects")) > 0


def test_triangles_of_a_shape_are_joined_while_they_are_convex():
    corner = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 5), (0, 5)]
    hole = [(3, 3), (7, 3), (7, 7), (3, 7)]
    court = poly([(0, 0), (10, 0), (10, 10), (0, 10)], 0, 3, holes=[hole])
    for prism, parts in ((poly(corner, 0, 1), 2), (court, 4), (box(0, 0, 1, 1, 0, 1), 1)):
        assert len(Relief([prism]).prism) <= parts < max(2, len(prism.shape.parts))
    rng = random.Random(6)
    for _ in range(30):
        star = Outline(
            [
                (r * math.cos(t), r * math.sin(t))
                for i in range(20)
                for r, t in [(rng.uniform(1, 9), 2 * math.pi * (i + rng.random() / 2) / 20)]
            ]
        )
        relief = Relief([Prism(Placed(star, Pose(3, 4, 50)), 0, 1)])
        parts = [shapely.Polygon(relief.rings.ring(j)) for j in range(len(relief.prism))]
        assert len(parts) < 0.8 * len(star.parts)
        assert sum(part.area for part in parts) == pytest.approx(star.polygon.area)
        for part in parts:
            assert part.convex_hull.area == pytest.approx(part.area, rel=1e-12)
            assert part.exterior.is_ccw
