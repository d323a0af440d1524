"""The X-Wing judge: the one place where the measuring rules meet the geometry.

People ask it, and the rules of the game ask it, so a preview and a move cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from numbers import Integral
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...errors import UnknownName, did_you_mean, expect
from ...geometry import Beam, Gap, Placed, Sector, depth, gap, nearest_of
from ...protocol.shapes import outsider
from ...table import Piece, TableJudge
from ...verdict import length
from ..edges import EDGES
from . import rules
from .catalogue import XWingCatalogue
from .catalogue import catalogue as own_catalogue
from .components import SIDES
from .drops import Drop
from .flight import Flight
from .maneuvers import Maneuver, every_maneuver
from .moves import Move, Reach
from .reposition import Reposition
from .shooting import friends, shot
from .slides import Slide
from .verdicts import Arcs, Attack, Deploy, Lock, Range, Threats, XWingVerdict

if TYPE_CHECKING:
    from ...table import Question, Survey, Table
    from .ships import Ship
    from .weapons import Weapon

POLICIES: Mapping[str, tuple[Any, ...]] = MappingProxyType(
    {
        "attack_range": ("in_arc", "closest"),
        "attack_from": ("base", "arc_edge"),
        "guides": (False, True),
    }
)
"""The readings one may choose, the default first; ``arc`` besides: a set of ``arcs.toml``."""


class Judge(TableJudge[XWingVerdict]):
    """Answers questions about one X-Wing table.

    Parameters
    ----------
    table
        A table of the game ``xwing``.
    **policies
        Readings where the rules leave room, each with its default first:
        ``attack_range`` ``"in_arc"`` or ``"closest"`` (XW-166, A-1); ``attack_from`` ``"base"`` or
        ``"arc_edge"`` (XW-166, A-2); ``arc``, a named set of arc constants (XW-164, A-4);
        ``guides`` False or True, whether guides count for overlap (XW-168, A-6).

    Raises
    ------
    TablesimError
        If the table is not of this game.
    UnknownName
        If there is no such policy, or it has no such value.

    >>> import tablesim as ts
    >>> table = ts.Table(game="xwing").add(
    ...     ts.Piece("luke", kind="x-wing", at=(450, 300), heading=90, seat=0),
    ...     ts.Piece("academy", kind="tie-fighter", at=(470, 480), heading=270, seat=1),
    ... )
    >>> print(ts.judge(table).attack("luke", "academy").answer)
    luke can shoot academy: in arc at range 2.
    """

    game = "xwing"
    title = "X-Wing"
    catalogue: XWingCatalogue

    def __init__(self, table: Table, **policies: Any) -> None:
        super().__init__(table)
        catalogue = table.catalogue
        self.catalogue = catalogue if isinstance(catalogue, XWingCatalogue) else own_catalogue()
        choices = {**POLICIES, "arc": tuple(self.catalogue.arcs)}
        self._require(policies, choices)
        for name, value in policies.items():
            if why := outsider(value, choices[name]):
                raise UnknownName(f"policy {name}: {why}")
        defaults = {name: values[0] for name, values in choices.items()}
        self.policies = MappingProxyType({**defaults, **policies})

    # Questions

    def survey(self, question: Question, poses: Mapping[str, NDArray[np.float64]]) -> Survey | None:
        """Return what a table would read in many positions: of ranges, attacks and threats.

        See :class:`~tablesim.table.Surveyor`.
        """
        from .surveys import survey

        return survey(self, question, poses)

    def range(self, a: str, b: str) -> Range:
        """Measure the range between any two things, base to base in any direction (XW-162).

        Parameters
        ----------
        a, b
            Ids of ships or obstacles.

        Raises
        ------
        UnknownName
            If one of them is not on the table.
        """
        measured = self._base_gap(a, b)
        return Range(self.table, self.said(), a, b, *measured)

    def attack(
        self, by: str, on: str, *, arc: str | None = None, weapon: str | None = None
    ) -> Attack:
        """Judge whether a ship can shoot at another (XW-62 to XW-68, XW-207).

        Parameters
        ----------
        by, on
            Ids of attacker and target.
        arc
            Fire from this arc only; None tries all the arcs that the weapon has.
        weapon
            The secondary weapon to fire, for instance ``"proton-torpedoes"``; None fires the
            primary one.  Whether the ship carries it is not asked.

        Raises
        ------
        UnknownName
            If one of them is not on the table, there is no such weapon, or it has no such arc.
        """
        attacker, target = self.table.piece(by), self.table.piece(on)
        card = None if weapon is None else self.catalogue.weapon(weapon)
        sectors = self.firing_arcs(attacker, card, arc)
        shots = [shot(self, attacker, target, sector, card) for sector in sectors.items()]
        legal = [shot for shot in shots if shot.legal] or shots
        hits = [shot for shot in legal if shot.in_arc]
        # The attacker picks the arc: the shortest range; of none in arc, the nearest miss.
        nearest = min((shot.distance for shot in hits), default=0.0) + rules.MM.limit
        best = [shot for shot in hits if shot.distance <= nearest]
        return max(best or legal, key=lambda shot: shot.arc_margin)

    def arcs(self, id: str) -> Arcs:
        """Judge whom a ship has in its arcs, and at which range.

        Raises
        ------
        UnknownName
            If it is not on the table.
        """
        ship = self.table.piece(id)
        others = [p for p in self.table.pieces if p is not ship and not friends(ship, p)]
        shots = sorted((self.attack(id, p.id) for p in others), key=lambda shot: shot.distance)
        return Arcs(self.table, self.said("attack_range", "attack_from", "arc"), id, tuple(shots))

    def threats(self, id: str) -> Threats:
        """Judge who has a ship in an arc, and at which range: :meth:`arcs` from the other side.

        Raises
        ------
        UnknownName
            If it is not on the table.

        >>> import tablesim as ts
        >>> print(ts.judge(ts.example("disputed-shot")).threats("luke").answer)
        luke can be shot by dark-curse at range 2 and academy at range 2.
        """
        ship = self.table.piece(id)
        others = [p for p in self.table.pieces if p is not ship and not friends(ship, p)]
        shots = sorted((self.attack(p.id, id) for p in others), key=lambda shot: shot.distance)
        said = self.said("attack_range", "attack_from", "arc")
        return Threats(self.table, said, id, tuple(shots))

    def lock(self, by: str, on: str) -> Lock:
        """Judge whether a ship can get a target lock on another (XW-54).

        Raises
        ------
        UnknownName
            If one of them is not on the table.
        """
        locking, locked = self.table.piece(by), self.table.piece(on)
        measured = self._base_gap(by, on)
        reasons = []
        if locking is locked or friends(locking, locked):
            reasons.append(f"{on} is no enemy (XW-54)")
        if measured[2] is None:
            far = length(measured[0].distance, "mm")
            reasons.append(f"{on} is beyond range {len(measured[3])}, {far} away (XW-54)")
        return Lock(self.table, self.said(), by, on, *measured, tuple(reasons))

    def deploy(self, id: str) -> Deploy:
        """Judge whether a ship stands where its owner may place it (XW-8, XW-159, XW-225).

        The owner's edge is the table's ``edges`` entry of its seat; without one, seat 0 owns the
        bottom edge and seat 1 the top edge.

        Raises
        ------
        UnknownName
            If it is not on the table.
        """
        ship = self.table.piece(id)
        edge = self._edge(ship)
        base = self.base_of(ship)
        inside = rules.deployment(ship.placed, self.table.area, edge, self.catalogue.ruler)
        others = self.others(ship)
        overlapped = tuple(p.id for p, b in others if rules.overlapping(base, b))
        room, nearest = nearest_of(base, [b for _, b in others])
        return Deploy(
            self.table,
            self.said("guides"),
            id=id,
            edge=edge,
            zone_margin=inside,
            overlapped=overlapped,
            nearest=None if nearest is None else others[nearest][0].id,
            room=room,
        )

    def maneuver(self, id: str, text: str | Maneuver, *, at: str = "middle") -> Move:
        """Judge where a maneuver ends: fits, bumps, hits or flees (XW-23 to XW-28, XW-36 to XW-41).

        Parameters
        ----------
        id
            The ship.
        text
            The maneuver in words, for instance ``"turn left 2"``.
        at
            The place at the end of the template, of a Tallon roll: ``"middle"``, ``"front"`` or
            ``"back"`` (XW-231).

        Raises
        ------
        UnknownName
            If the ship is not on the table, or there is no such place.
        NotAMove
            If no template makes that maneuver.
        """
        ship = self.table.piece(id)
        maneuver = Maneuver.parse(text) if isinstance(text, str) else text
        expect(maneuver, Maneuver, "a maneuver is text, for instance 'turn left 2'")
        expect(at, str, "the place at the end of a template is text, for instance 'middle'")
        bearing = self.catalogue.maneuvers.bearings[maneuver.bearing]
        if at not in bearing.places:
            places = ", ".join(bearing.places)
            raise UnknownName(f"{maneuver.notation()!r} cannot end at {at!r}; it can at {places}")
        return Flight(self, ship, maneuver).move(at)

    def reach(self, id: str) -> Reach:
        """Judge every maneuver of a ship's dial; of a bare base, every maneuver there is.

        Raises
        ------
        UnknownName
            If it is not on the table.
        """
        dial = self.dial(self.table.piece(id))
        entries = list(dial) if dial else every_maneuver(self.catalogue.maneuvers)
        moves = {entry: self.maneuver(id, entry) for entry in entries}
        return Reach(
            self.table, self.said("guides"), id, MappingProxyType(moves), readings=self.policies
        )

    def barrel_roll(self, id: str, side: str) -> Slide:
        """Find all places where a barrel roll may end (XW-51, XW-160, XW-161, XW-170).

        Parameters
        ----------
        id
            The ship.
        side
            ``"left"`` or ``"right"``.

        Raises
        ------
        UnknownName
            If the ship is not on the table, or there is no such side.
        """
        return self._reposition(id, "barrel-roll", side, "barrel roll")

    def boost(self, id: str, how: str) -> Slide:
        """Judge whether a ship can boost (XW-234).

        Parameters
        ----------
        id
            The ship.
        how
            The template: ``"straight"``, ``"bank left"`` or ``"bank right"``.

        Raises
        ------
        UnknownName
            If the ship is not on the table, or there is no such way.
        """
        return self._reposition(id, "boost", how, "boost")

    def decloak(self, id: str, how: str) -> Slide:
        """Find all places where a cloaked ship may appear (XW-235).

        Parameters
        ----------
        id
            The ship.
        how
            ``"left"`` or ``"right"`` for a barrel roll, ``"straight"`` for a boost.

        Raises
        ------
        UnknownName
            If the ship is not on the table, or there is no such way.
        """
        return self._reposition(id, "decloak", how, "decloak")

    def drop(self, id: str, *, speed: int = 1) -> Drop:
        """Judge where a device comes to lie that a ship drops behind it (XW-240).

        Parameters
        ----------
        id
            The ship.
        speed
            Of the straight template that is laid from the middle of its rear edge.

        Raises
        ------
        UnknownName
            If the ship is not on the table or a bare footprint, or there is no such template.
        """
        ship = self.table.piece(id)
        expect(speed, Integral, "the speed of a template is a whole number")
        templates = self.catalogue.maneuvers.templates
        if not ship.base:
            raise UnknownName(f"{id} has no base of the game, so no template fits it")
        if ("straight", speed) not in templates:
            known = ", ".join(str(s) for family, s in templates if family == "straight")
            raise UnknownName(f"no straight template has speed {speed}; there are {known}")
        template = templates["straight", speed]
        start = ship.pose.forward(-self.catalogue.bases[ship.base].depth / 2)
        at = start.forward(-template.length)
        width, depth = self.table.area
        inside = min(at.x, at.y, width - at.x, depth - at.y)
        return Drop(self.table, self.said(), id, template, start, at, inside)

    # What the questions share

    def _reposition(self, id: str, action: str, how: str, words: str) -> Slide:
        ship = self.table.piece(id)
        if not ship.base:
            raise UnknownName(f"{id} has no base of the game, so no template fits it")
        known = self.catalogue.actions.moves[action]
        ways = (*(SIDES if known.roll else ()), *known.boosts)
        if how not in ways:
            expect(how, str, f"a {words} is said in text, for instance {ways[0]!r}")
            hint = did_you_mean(how, ways) or f"; it can do so {', '.join(ways)}"
            raise UnknownName(f"{id} cannot {words} {how!r}{hint}")
        flight = Reposition(self, ship, action, f"{words} {how}")
        if known.roll and how in SIDES:
            return flight.roll(known.roll, how)
        return flight.boost(*known.boosts[how])

    @cached_property
    def obstacles(self) -> tuple[tuple[str, Placed], ...]:
        """The obstacles of the table with their ids."""
        return tuple((t.id, t.placed) for t in self.table.terrain)

    def card(self, ship: Piece) -> Ship | None:
        """Return the type of a ship; None for a bare base."""
        expect(ship, Piece, "a ship is a piece of the table")
        return self.catalogue.ships.get(ship.kind) if ship.kind else None

    def dial(self, ship: Piece) -> Mapping[Maneuver, str]:
        """Return the dial of a ship with its colors; empty for a bare base."""
        card = self.card(ship)
        return card.dial if card else {}

    def base_of(self, ship: Piece) -> Placed:
        """Return the base that counts for overlap: with its guides if the policy says so."""
        expect(ship, Piece, "a ship is a piece of the table")
        if self.policies["guides"] and ship.base:
            return Placed(self.catalogue.guided_bases[ship.base], ship.pose)
        return ship.placed

    def others(self, ship: Piece) -> list[tuple[Piece, Placed]]:
        """Return all other ships with the bases that count for overlap."""
        expect(ship, Piece, "a ship is a piece of the table")
        return [(p, self.base_of(p)) for p in self.table.pieces if p is not ship]

    def _edge(self, ship: Piece) -> str:
        seat = ship.seat or 0
        stated = self.table.state.get("edges")
        edges = [str(edge) for edge in stated] if isinstance(stated, tuple) else EDGES
        if seat >= len(edges):
            raise UnknownName(
                f"seat {seat} of {ship.id} owns no edge; the table's edges are {', '.join(edges)}"
            )
        return edges[seat]

    def _base_gap(self, a: str, b: str) -> tuple[Gap, float, int | None, tuple[float, ...]]:
        one, other = self.table[a].placed, self.table[b].placed
        ruler = self.catalogue.ruler
        measured = gap(one, other)
        deep = depth(one, other) if measured.distance == 0.0 else 0.0
        return measured, deep, rules.band(measured.distance, ruler), ruler.edges

    def firing_arcs(
        self, ship: Piece, weapon: Weapon | None = None, arc: str | None = None
    ) -> dict[str, Sector | Beam]:
        """Return the arcs of a weapon by name; a bare base has the front arc of its size.

        XW-207: a secondary weapon has the primary arc, unless its card says otherwise.

        Parameters
        ----------
        ship, weapon
            Who fires, and the secondary weapon; None fires the primary one.
        arc
            The one arc that is asked for; None asks for all of them.

        Raises
        ------
        UnknownName
            If the ship is a bare footprint, or the weapon does not have the arc.
        """
        card = self.card(ship)
        arcs = self.catalogue.arc_set(self.policies["arc"])
        if not ship.base:
            raise UnknownName(f"{ship.id} has no base of the game, so no arc is known of it")
        looks = str(ship.state.get("arc", "front"))
        front = self.catalogue.bases[ship.base].depth / 2
        names = (weapon.arc,) if weapon else card.arcs if card else ("front",)
        if arc is not None and arc not in names:
            expect(arc, str, f"an arc is text, for instance {names[0]!r}")
            who = ship.id if weapon is None else f"{ship.id} with {weapon.id}"
            raise UnknownName(f"{who} has no arc {arc!r}; it has {', '.join(names)}")
        return {
            name: rules.firing_arc(name, ship.base, arcs, front=front, direction=looks)
            for name in names
            if arc in (None, name)
        }
