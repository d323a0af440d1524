"""What UNFORGED has to print: area templates, a ruler, bases with front and rear."""

from __future__ import annotations

from collections.abc import Iterator

import shapely

from ...geometry import Pose
from ...geometry.area import Circle
from ...scene import Mark, Scene
from ...table import Piece, picture
from ...table.units import per_mm
from .areas import Size, shape
from .catalogue import UnforgedCatalogue, catalogue

_HERE = Pose(0, 0)


def parts() -> Iterator[Scene]:
    """Yield everything, each thing as a scene in inches (UF-39, UF-42, UF-51, UF-53, UG-1).

    >>> [scene.headline for scene in parts()][:2]
    ['teardrop', 'beam']
    """
    unforged = catalogue()
    for name, numbers in unforged.areas.items():
        area = shape(numbers, name).at(_HERE).polygon
        yield _scene(name, Mark(area, "template", label=name))
    yield from _circles(unforged)
    yield _ruler(unforged.measuring.measure)
    for size in unforged.sizes:
        yield _base(unforged, size)


def _scene(name: str, *marks: Mark) -> Scene:
    unit = UnforgedCatalogue.unit
    return Scene(marks, headline=name, unit=unit, per_mm=per_mm(unit))


def _circles(unforged: UnforgedCatalogue) -> Iterator[Scene]:
    """Yield a circle for each diameter that a weapon has, in the open or in a room (UF-51)."""
    texts = {text for card in unforged.missiles.values() for text in (card.area, card.inner)}
    sizes = [Size.parse(text, unforged.areas) for text in sorted(texts) if text]
    for diameter in sorted({d for size in sizes for d in (size.open, size.enclosed) if d}):
        circle = Circle(diameter / 2).at(_HERE).polygon
        center = shapely.Point(0, 0)
        name = f'{diameter:g}"'
        yield _scene(f"circle {name}", Mark(circle, "template", label=name), Mark(center, "end"))


def _ruler(length: float) -> Scene:
    """Return a ruler of the length that any model may measure, an inch wide, with whole inches."""
    body = Mark(shapely.box(0, 0, length, 1), "template")
    inches = [
        Mark(shapely.box(inch, 0, min(inch + 1, length), 0.5), "template", label=f"{inch + 1}")
        for inch in range(int(length))
    ]
    return _scene(f'ruler {length:g}"', body, *inches)


def _base(unforged: UnforgedCatalogue, size: str) -> Scene:
    """Return a base with the line between its front and its rear sector (UF-39, UG-3)."""
    base = Piece(size, base=size, at=(0, 0)).on(unforged)
    radius = unforged.sizes[size].base.radius
    line = shapely.LineString([(0, -radius), (0, radius)])
    return _scene(f"{size} base", *picture.base(base), Mark(line, "arc-edge"))
