"""Arrays of poses: checked, cut into chunks, seen from one another, and moved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...errors import GeometryError
from ..path import Guided
from ..pose import Pose, unit

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

CHUNK = 4096
"""How many pairs are worked on at once: their arrays stay in the fast memory."""

_MOST_ARRAYS = 64
"""How many arrays numpy walks through at once."""

Kernel = Callable[..., tuple[Floats, ...]]
"""Takes the columns of some arrays of poses, of one chunk each, and returns the results."""


def poses_of(poses: Iterable[Pose]) -> Floats:
    """Return poses as an array, shape ``(n, 3)``.

    >>> poses_of([Pose(1, 2, -90)])
    array([[  1.,   2., 270.]])
    """
    return np.array([(p.x, p.y, p.heading) for p in poses], dtype=np.float64).reshape(-1, 3)


def checked(poses: ArrayLike) -> Floats:
    """Return an array of poses, if that is what it is.

    Raises
    ------
    GeometryError
        If it does not have the shape ``(..., 3)``, or a number is not finite.
    """
    array = np.asarray(poses, dtype=np.float64)
    if array.ndim == 0 or array.shape[-1] != 3:
        raise GeometryError(f"poses need the shape (..., 3), got {array.shape}")
    finite = np.isfinite(array)
    if not finite.all():
        at = tuple(int(i) for i in np.argwhere(~finite)[0][:-1])
        raise GeometryError(f"a pose needs finite numbers, got {array[at].tolist()} at {at}")
    return array


def in_chunks(
    kernel: Kernel,
    poses: Sequence[ArrayLike],
    results: int,
    numbers: Sequence[Floats] = (),
) -> Floats:
    """Call a kernel for chunks of the poses, broadcast against each other.

    Parameters
    ----------
    kernel
        What to compute.
    poses
        Arrays of poses, each of which gives three columns.
    results
        How many arrays the kernel returns.
    numbers
        Further columns, which come after those of the poses; they may hold what is no number.

    Returns
    -------
    ndarray
        Shape ``(results, ...)``.

    Raises
    ------
    GeometryError
        If something is no array of poses, they cannot be broadcast, or they are too many.
    """
    arrays = [checked(some) for some in poses]
    shape = common_shape(*(a.shape[:-1] for a in arrays), *(some.shape for some in numbers))
    columns = [array[..., i] for array in arrays for i in range(3)] + list(numbers)
    found = np.empty((results, *shape))
    headings = range(2, 3 * len(arrays), 3)
    varied = [i for i, column in enumerate(columns) if column.ndim]
    if len(varied) + results > _MOST_ARRAYS:
        raise GeometryError(f"{len(varied)} columns of poses are too many for one call")
    read: list[Literal["readonly", "writeonly"]] = ["readonly"]
    write: list[Literal["readonly", "writeonly"]] = ["writeonly"]
    with np.nditer(
        [*(columns[i] for i in varied), *(found[i, ...] for i in range(results))],
        flags=["external_loop", "buffered", "zerosize_ok"],
        op_flags=[read] * len(varied) + [write] * results,
        order="C",
        buffersize=CHUNK,
    ) as chunks:
        for chunk in chunks:
            views = chunk if isinstance(chunk, tuple) else (chunk,)  # one array alone comes bare
            out = views[len(varied) :]
            taken = [v if v.ndim else np.broadcast_to(v, out[0].shape) for v in columns]
            for i, values in zip(varied, views, strict=False):
                taken[i] = values
            for i in headings:
                taken[i] = few_turns(taken[i])
            for place, values in zip(out, kernel(*taken), strict=True):
                place[...] = values
    return found


def common_shape(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the shape that arrays of poses or lengths are broadcast to, of each without the 3.

    Raises
    ------
    GeometryError
        If there is none.
    """
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        said = " and ".join(map(str, shapes))
        raise GeometryError(f"arrays of the shapes {said} do not go together") from None


def few_turns(degrees: Floats) -> Floats:
    """Return headings of a few turns as they are, others taken into one: that loses no digit."""
    return degrees if np.abs(degrees).max(initial=0.0) <= 720.0 else degrees % 360.0


def units(degrees: Floats) -> tuple[Floats, Floats]:
    """Return cosines and sines, exact at the multiples of 90 degrees."""
    quarter = np.rint(degrees / 90.0)
    rest = np.radians(degrees - 90.0 * quarter)
    c, s = np.cos(rest), np.sin(rest)
    turns = quarter.astype(np.int64)
    odd = (turns & 1).astype(np.bool_)
    # The sign bits: cosines are negative in the second and third quarter, sines in the last two.
    return (
        np.where(odd, s, c) * (1 - ((turns + 1) & 2)),
        np.where(odd, c, s) * (1 - (turns & 2)),
    )


class Seen(NamedTuple):
    """Poses seen from others.

    Attributes
    ----------
    x, y
        Where they are, ahead and to the left.
    c, s
        The unit vector of their headings.
    ahead_x, ahead_y
        On the table, the unit vector that is ahead.
    """

    x: Floats
    y: Floats
    c: Floats
    s: Floats
    ahead_x: Floats
    ahead_y: Floats

    @classmethod
    def of(cls, x: Floats, y: Floats, heading: Floats, *to: Floats) -> Seen:
        """Look from some poses at others: the columns of both."""
        to_x, to_y, to_heading = to
        hx, hy = units(heading)
        c, s = units(to_heading - heading)
        dx, dy = to_x - x, to_y - y
        return cls(dx * hx + dy * hy, dy * hx - dx * hy, c, s, hx, hy)

    def taken(self, at: Indices) -> Seen:
        """Return some of them."""
        return Seen(*(v[at] for v in self))

    def turned(self, bearing: float) -> Seen:
        """Return the same as seen by one who looks along a bearing from the heading."""
        if bearing == 0.0:
            return self
        (c, s), (x, y, hx, hy) = unit(bearing), (self.x, self.y, self.ahead_x, self.ahead_y)
        return Seen(
            x * c + y * s,
            y * c - x * s,
            self.c * c + self.s * s,
            self.s * c - self.c * s,
            hx * c - hy * s,
            hx * s + hy * c,
        )

    def to_own(self, x: float | Floats, y: float | Floats) -> tuple[Floats, Floats]:
        """Return points of the frame that is looked from in the frames of the poses seen."""
        dx, dy = x - self.x, y - self.y
        return dx * self.c + dy * self.s, dy * self.c - dx * self.s

    def from_own(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Return points of the frames of the poses seen in the frame that is looked from."""
        return self.x + x * self.c - y * self.s, self.y + x * self.s + y * self.c


def then(poses: ArrayLike, steps: ArrayLike) -> Floats:
    """Return the poses reached by steps that are written in the frame of each pose.

    Parameters
    ----------
    poses, steps
        Shapes ``(..., 3)``; a step is x ahead, y to the left, and the turn of the heading.

    Returns
    -------
    ndarray
        Poses, shape ``(..., 3)``, with headings in ``[0, 360)``.

    Raises
    ------
    GeometryError
        If something is no array of finite poses, or they cannot be broadcast.

    >>> then((100, 0, 90), [(10, 0, 45), (0, 10, -180)])
    array([[100.,  10., 135.],
           [ 90.,   0., 270.]])
    """
    return np.moveaxis(in_chunks(stepped, (poses, steps), 3), 0, -1)


def stepped(x: Floats, y: Floats, heading: Floats, *step: Floats) -> tuple[Floats, ...]:
    """Return the columns of the poses reached by steps: x ahead, y to the left, and the turn."""
    dx, dy, turn = step
    c, s = units(heading)
    # Each is taken into one turn first, as poses do.  Of a tiny negative angle, % makes 360.0; the
    # sum is not negative, and of that it makes less.
    looks = (heading % 360.0 + turn % 360.0) % 360.0
    return x + dx * c - dy * s, y + dx * s + dy * c, looks


def end(guided: Guided, starts: ArrayLike) -> Floats:
    """Return where a base ends that flies one template from many poses.

    Parameters
    ----------
    guided
        The template and the depth of the base.
    starts
        The poses that it starts from, shape ``(..., 3)``.

    Returns
    -------
    ndarray
        Poses, shape ``(..., 3)``.

    Raises
    ------
    GeometryError
        If the starts are no array of finite poses.

    >>> from tablesim.geometry import Turn
    >>> end(Guided(Turn(35, 90), 40), [(0, 0, 90), (0, 0, 0)])
    array([[-55.,  55., 180.],
           [ 55.,  55.,  90.]])
    """
    step = guided.end
    return then(starts, (step.x, step.y, step.heading))
