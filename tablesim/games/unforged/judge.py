"""The UNFORGED judge: the one place where the measuring rules meet the geometry.

People ask it, and the rules of the game ask it, so a preview and a move cannot disagree.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from numbers import Integral
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ...errors import NotAMove, UnknownName, did_you_mean, expect
from ...geometry import Point, gap
from ...geometry.push import flight, scattered
from ...table import TableJudge
from . import rules
from .areas import Blast, Size, blast, emitted
from .catalogue import UnforgedCatalogue
from .catalogue import catalogue as own_catalogue
from .cover import Surroundings
from .ground.melee import can_strike, engaged_with, in_melee
from .ground.movement import way
from .ground.pushes import push
from .ground.region import reach
from .ground.surfaces import Arena, why_crowded, why_no_ground
from .models import Model
from .numbers import dice
from .numbers.profiles import Body
from .numbers.strikes import Combatant
from .options import options, policies
from .pieces import body_of, combatant_of, model_of
from .places import corners, number, place
from .terrain import Battlefield, battlefield
from .verdicts.areas import Area, Scatter
from .verdicts.attacks import Shot, Strike, need
from .verdicts.base import Range, Sector, UnforgedVerdict
from .verdicts.cover import Cover, Sight
from .verdicts.moves import Engaged, Path, Push, Region

if TYPE_CHECKING:
    from ...table import Table

_MOVING = (
    "drop_cost",
    "drop_extra_move",
    "charge_shift",
    "pass_friends",
    "pass_enemies",
    "contact",
    "engage_reach",
)
"""The policies that a move rests on."""


class Judge(TableJudge[UnforgedVerdict]):
    """Answers questions about one UNFORGED table.

    Parameters
    ----------
    table
        A table of the game ``unforged``.
    **chosen
        The house rulings about measuring that the group has chosen differently, by their names in
        ``templates/unforged/options.toml``, for instance ``gap_mode="plan"`` (HR-24).

    Attributes
    ----------
    table
        The table.
    policies
        All house rulings about measuring.
    options
        The same as one value.

    Raises
    ------
    TablesimError
        If the table is not of this game.
    UnknownName
        If there is no such ruling, or it has no such value.

    >>> import tablesim as ts
    >>> table = ts.Table(game="unforged").add(
    ...     ts.Piece("scout", base="normal", at=(10, 10), heading=0),
    ...     ts.Piece("guard", base="normal", at=(13, 10), heading=180, level=2),
    ... )
    >>> print(ts.judge(table).range("scout", "guard").answer)
    scout and guard are 2.65 in apart (1.74 in on the plane, 2 in of height).
    """

    game = "unforged"
    title = "UNFORGED"
    catalogue: UnforgedCatalogue

    def __init__(self, table: Table, **chosen: Any) -> None:
        super().__init__(table)
        known = policies()
        self._require(chosen, known)
        catalogue = table.catalogue
        self.catalogue = catalogue if isinstance(catalogue, UnforgedCatalogue) else own_catalogue()
        self.options = options(**chosen)
        self.policies = MappingProxyType({name: getattr(self.options, name) for name in known})

    # Questions

    def range(self, a: str, b: str) -> Range:
        """Measure how far two models are apart, base to base (UF-41, UG-2).

        Raises
        ------
        UnknownName
            If one of them is not on the table.
        """
        one, other = self.model(a), self.model(b)
        measured = gap(one.base, other.base)
        return Range(
            self.table,
            self.said("gap_mode", "round_measurements"),
            one,
            other,
            distance=rules.gap(one, other, self.options),
            plan=rules.plan_gap(one, other),
            drop=abs(one.level - other.level),
            segment=(measured.a, measured.b),
            measurable=self.catalogue.measuring.measure,
        )

    def sector(self, of: str, seen_from: str) -> Sector:
        """Judge in which sector of a model another one stands (UF-39, UF-40, UG-3).

        Parameters
        ----------
        of
            The model whose sectors they are.
        seen_from
            The model that stands in one of them.

        Raises
        ------
        UnknownName
            If one of them is not on the table.
        """
        one, other = self.model(of), self.model(seen_from)
        ahead = rules.front_margin(one, other, self.options)
        return Sector(self.table, self.said("sector_test"), one, other, ahead)

    def sight(self, a: str, b: str) -> Sight:
        """Judge whether one model sees another (UF-47, UG-10).

        Parameters
        ----------
        a, b
            Who looks at whom.

        Raises
        ------
        UnknownName
            If one of them is not on the table.
        """
        policy = self.said("models_obscure")
        return Sight(self.table, policy, self.surroundings.look(self.model(a), self.model(b)))

    def cover(self, by: str, on: str) -> Cover:
        """Judge in which cover a target is from a viewer (UF-47 to UF-50, UG-5 to UG-13).

        Parameters
        ----------
        by, on
            Who looks at whom.

        Raises
        ------
        UnknownName
            If one of them is not on the table.
        """
        policy = self.said(
            "cover_eye",
            "models_obscure",
            "between_mode",
            "touch_side",
            "ignore_viewer_contact",
            "hidden_tol",
        )
        return Cover(self.table, policy, self.surroundings.look(self.model(by), self.model(on)))

    def shot(self, by: str, on: str, weapon: str) -> Shot:
        """Judge what a shot needs to hit (UF-89 to UF-96, HR-84 to HR-93).

        Parameters
        ----------
        by, on
            Shooter and target.
        weapon
            What is fired or thrown, for instance ``"crossbow"``.

        Raises
        ------
        UnknownName
            If one of them is not on the table, or there is no such weapon.
        TablesimError
            If the range depends on the Strength of a shooter without a profile.
        """
        shooter, target = self.model(by), self.model(on)
        known = self.catalogue.missiles
        expect(weapon, str, "a weapon is text, for instance 'crossbow'")
        if weapon not in known:
            hint = did_you_mean(weapon, known) or f"; known: {', '.join(known)}"
            raise UnknownName(f"nothing to shoot is called {weapon!r}{hint}")
        body = need(self._body(by), shooter)
        return Shot(
            self.table,
            self.said("gap_mode", "sector_test", "cover_eye", "hidden_tol"),
            cover=self.cover(by, on),
            sector=self.sector(by, on),
            weapon=known[weapon],
            ranges=known[weapon].ranges(body, self.options),
            distance=rules.gap(shooter, target, self.options),
            engaged=engaged_with(self.arena, shooter),
            melee=engaged_with(self.arena, target),
            shooter=body,
            target=self._body(on),
            options=self.options,
        )

    def strike(self, by: str, on: str) -> Strike:
        """Judge whether a model can strike another, and with how many dice (UF-79 to UF-83).

        Raises
        ------
        UnknownName
            If one of them is not on the table.
        """
        striker, target = self.model(by), self.model(on)
        return Strike(
            self.table,
            self.said("gap_mode", "sector_test"),
            striker,
            target,
            can=can_strike(self.arena, striker, target),
            back=can_strike(self.arena, target, striker),
            behind=not rules.in_front(target, striker, self.options),
            striker=self._combatant(by),
            target=self._combatant(on),
            options=self.options,
        )

    def engaged(self, a: str, b: str) -> Engaged:
        """Judge whether two models are in melee, and who can strike whom (UF-74, UG-25, UG-27).

        Raises
        ------
        UnknownName
            If one of them is not on the table.
        """
        one, other = self.model(a), self.model(b)
        policy = self.said("gap_mode", "sector_test", "engage_reach", "rear_to_rear")
        return Engaged(self.table, policy, one, other, in_melee(self.arena, one, other))

    def path(self, id: str, points: str | Iterable[Sequence[float]]) -> Path:
        """Judge whether a model may go a way, and what it takes (UF-67 to UF-76, UG-20 to UG-22).

        Parameters
        ----------
        id
            The model.
        points
            The corners of the way, each ``(x, y)`` or ``(x, y, level)``; or the same as text,
            ``"10,5 12,5,3"``.  What the straight line meets is climbed, vaulted, dropped from.

        Raises
        ------
        UnknownName
            If it is not on the table.
        NotAMove
            If the points are none.
        TablesimError
            If the model has no Move.
        """
        model, stops = self.model(id), corners(points)
        leave = bool(engaged_with(self.arena, model))
        plain = way(self.arena, model, stops, leave=leave)
        tested = None
        if not plain.legal and plain.climbs:
            tested = way(self.arena, model, stops, climb_test=True, leave=leave)
        return Path(self.table, self.said(*_MOVING), model, plain, tested)

    def reach(self, id: str) -> Region:
        """Find all places that a model may come to with one move (UG-23).

        Raises
        ------
        UnknownName
            If it is not on the table.
        TablesimError
            If the model has no Move.
        """
        model = self.model(id)
        found = reach(self.arena, model, leave=bool(engaged_with(self.arena, model)))
        return Region(self.table, self.said(*_MOVING), model, found)

    def push(self, id: str, angle: float, distance: float) -> Push:
        """Judge where a pushed model ends (UF-85 to UF-87, UG-28).

        Parameters
        ----------
        id
            The model.
        angle, distance
            In which direction, in degrees, and how far, in inches.

        Raises
        ------
        UnknownName
            If it is not on the table.
        TablesimError
            If it goes back, or falls and has no Move to compare the height with, or a number is
            not finite.
        """
        model = self.model(id)
        angle = number(angle, "an angle is a number of degrees")
        distance = number(distance, "a distance is a number of inches")
        moved = push(self.arena, model, angle, distance)
        return Push(self.table, self.said("push_after_fall", "edge"), model, moved)

    def area(self, weapon: str, at: str | Sequence[float], *, by: str | None = None) -> Area:
        """Judge whom an area weapon catches (UF-51 to UF-53, UG-14 to UG-18).

        Parameters
        ----------
        weapon
            An area weapon, for instance ``"hand-grenade"``, or an area: ``"3/5"``, ``"teardrop"``.
        at
            A model, or a place: ``[x, y]`` or ``[x, y, level]``, or the same as text.  A circle
            lies there; a shape that a model emits points there.
        by
            The model that fires; shapes need one.

        Raises
        ------
        UnknownName
            If a model is not on the table, or there is no such place.
        NotAMove
            If there is no such weapon or area, or nobody emits a shape.
        """
        expect(weapon, str, "a weapon or an area is text, for instance 'hand-grenade' or '3/5'")
        known = self.catalogue.missiles
        card = known.get(weapon)
        if card is not None and not card.area:
            raise NotAMove(f"{card.name} is no area weapon; ask for its cover and its range")
        name = weapon if card is None else card.name
        there, level = place(at, self.models)
        thrown = [id for id, other in known.items() if other.area]
        blasts = [
            self._blast(Size.parse(size, self.catalogue.areas, thrown), there, level, by)
            for size in ([s for s in (card.area, card.inner) if s] if card else [weapon])
        ]
        policy = self.said("pair_meaning", "big_ruin", "template_hit", "blast_walls")
        return Area(self.table, policy, name, *blasts)

    def scatter(
        self, aim: str | Sequence[float], raw: int, angle: float, *, die: str = "D10"
    ) -> Scatter:
        """Tell where an area weapon comes down that scatters (UF-100, UF-11, HR-91).

        Parameters
        ----------
        aim
            The model or the place aimed at, as in :meth:`area`.
        raw
            What the die shows, 0 to 9.
        angle
            Where its tip points, in degrees.
        die
            The direction die: ``"D10"``, or ``"D6"`` or ``"D3"``, read off the same die.

        Raises
        ------
        UnknownName
            If the model is not on the table, or there is no such place or die.
        NotAMove
            If the die cannot show that.
        GeometryError
            If the angle is not finite.
        """
        there, level = place(aim, self.models)
        expect(raw, Integral, "a die shows a whole number, 0 to 9")
        raw, angle = int(raw), number(angle, "an angle is a number of degrees")
        try:
            inches = float(dice.die(die).value(raw))
        except ValueError as error:
            raise NotAMove(str(error)) from None
        end, stop = scattered(there, inches, angle), None
        if self.options.scatter_walls:
            walls = [s for s in self.terrain.solids if s.blocks_move and s.top > level]
            flown = flight(there, end, [s.shape for s in walls])
            end, stop = flown.end, None if flown.index is None else walls[flown.index].piece
        width, depth = self.table.area
        on_table = 0.0 <= end[0] <= width and 0.0 <= end[1] <= depth
        below = self.arena.highest_below(end, level) if on_table else None
        return Scatter(
            self.table,
            self.said("scatter_walls"),
            aim=there,
            die=die,
            raw=raw,
            angle=angle,
            distance=inches,
            end=end,
            level=below.level if below else 0.0,
            on_table=on_table,
            stopped_by=stop,
        )

    # What the questions share

    def _blast(self, size: Size, at: Point, level: float, by: str | None) -> Blast:
        if not size.shape:
            return blast(self.surroundings, size, at, level)
        if by is None:
            raise NotAMove(f"a {size.shape} is emitted by a model: say by which one, by=...")
        firer = self.model(by)
        (x, y), (cx, cy) = at, firer.center
        return emitted(self.surroundings, size, firer, math.degrees(math.atan2(y - cy, x - cx)))

    def _body(self, id: str) -> Body | None:
        return body_of(self.table.piece(id), self.catalogue)

    def _combatant(self, id: str) -> Combatant | None:
        return combatant_of(self.table.piece(id), self.catalogue)

    def standing(self, id: str, at: Point) -> Table | None:
        """Return the table with a model put at a point, on the highest that bears it (UG-19).

        Parameters
        ----------
        id
            The model.
        at
            Where its center would be.

        Returns
        -------
        Table or None
            None where it cannot stand: inside a wall, on another model, over an edge.

        Raises
        ------
        UnknownName
            If it is not on the table.

        >>> import tablesim as ts
        >>> judge = ts.judge(ts.example("ruin"))
        >>> judge.standing("guard", (12, 14))["guard"].state["level"]
        3.0
        """
        model, arena = self.model(id), self.arena
        at, _ = place(at, {})
        for level in sorted({surface.level for surface in arena.under(at)}, reverse=True):
            figure = (at, level, model.radius, model.height)
            if why_no_ground(arena, *figure) or why_crowded(arena.others(model), *figure):
                continue
            return self.table.place(id, at=at, level=level)
        return None

    def model(self, id: str) -> Model:
        """Return a model as the measuring rules see it.

        Raises
        ------
        UnknownName
            If it is not on the table.
        """
        piece = self.table.piece(id)
        return self.models[piece.id]

    @cached_property
    def models(self) -> Mapping[str, Model]:
        """All models by id."""
        pieces = self.table.pieces
        return MappingProxyType({p.id: model_of(p, self.catalogue, self.options) for p in pieces})

    @cached_property
    def terrain(self) -> Battlefield:
        """The terrain as the rules see it (UG-5)."""
        return battlefield(self.table, self.catalogue.terrain)

    @cached_property
    def surroundings(self) -> Surroundings:
        """All that can hide something on the table (UG-8)."""
        return Surroundings(self.terrain, self.models, self.catalogue, self.options)

    @cached_property
    def arena(self) -> Arena:
        """All that bears, bars and fights a model that moves."""
        return Arena(
            self.terrain,
            tuple(self.models.values()),
            self.options,
            self.catalogue.measuring,
            self.table.area,
        )
