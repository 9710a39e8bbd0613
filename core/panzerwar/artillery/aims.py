"""Where a body may fire at an area with its first shell: all hexes, or whether there is any (pw:10.5).

It is what `direct.aim_refusal` says of the centre of every hex, asked from the cheapest to the dearest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from math import sqrt
from typing import Final, NamedTuple

from core.hexes import Hex
from core.panzerwar.artillery import batteries, direct
from core.panzerwar.artillery.areas import BASE
from core.panzerwar.artillery.direct import Body
from core.panzerwar.artillery.seeing import by_ground_alone, veil_refusal
from core.panzerwar.combat.fire_zone import FireZone
from core.panzerwar.ground.heights import height
from core.panzerwar.ground.terrain import Country, country_now
from core.panzerwar.ground.views import View, view
from core.panzerwar.pieces.artillery import Sheaf
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.weapons import MachineGun, Shell
from core.panzerwar.state import WarState
from core.plane import GSU, Point, degrees_of, hex_at, offset

#: Where whether there is any is tried first: so many GSU beyond the nearest that is in range, in so many directions.
_NEARBY: Final = (30.0, 90.0, 180.0, 400.0)
_TRIED: Final = 5


class _Bearer(NamedTuple):
    """A piece that fires: what it sees of the ground, None = nothing; its fire zone (pw:8.1)."""

    piece: Element
    view: View | None
    zone: FireZone

    def shows(self, number: int) -> bool:
        """Whether it sees the ground of a hex."""
        return self.view is not None and self.view.shows(number)

    def ahead(self) -> Sequence[int]:
        """The numbers of all hexes in its fire zone that it sees or may see, and of others."""
        return self.view.ahead(self.zone.arc) if self.view is not None else ()


class _Search(NamedTuple):
    """What is asked of a hex, for one body: its pieces that can fire, its shell; whether the ground alone hides; who of
    its side may be endangered there, within so many square tenths of its centre."""

    state: WarState
    body: Body
    land: Country
    bearers: tuple[_Bearer, ...]
    shell: Shell | None
    by_ground: bool
    friends: tuple[Point, ...]
    danger: int

    @classmethod
    def of(cls, state: WarState, body: Body) -> _Search:
        """All that need not be asked for each hex."""
        fired, mine = body.weapon, {piece.id for piece in body.pieces}
        friends: tuple[Point, ...] = ()
        if direct.automatic(fired):
            friends = tuple(e.where for e in state.on_table() if e.side == body.side and e.id not in mine)
        area = direct.print_of(state, body)
        return cls(
            state,
            body,
            country_now(state),
            tuple(_bearer(state, piece, body) for piece in direct.ready(state, body)),
            None if isinstance(fired, MachineGun) else batteries.shell(state, fired, ""),
            by_ground_alone(state),
            friends,
            round(GSU * (area.length + area.width + 2 * (direct.CLEAR + BASE))) ** 2,
        )

    def may(self, number: int) -> bool:
        """Whether the body may fire at the centre of the hex with this number."""
        at = self.land.places[number][1]
        able = [one for one in self.bearers if one.zone.bears(at)]
        if not able:
            return False
        x, y = able[0].piece.where
        away = sqrt((at[0] - x) ** 2 + (at[1] - y) ** 2) / GSU
        if direct.range_refusal(self.body.weapon, self.shell, away) is not None:
            return False
        if not any(one.shows(number) for one in able):
            return False
        if not self.by_ground and not any(
            one.shows(number) and veil_refusal(self.state, one.piece, at) is None for one in able
        ):
            return False
        if all((at[0] - x) ** 2 + (at[1] - y) ** 2 > self.danger for x, y in self.friends):
            return True
        pieces = tuple(one.piece for one in able)
        return direct.friend_refusal(self.state, self.body, pieces, at, Sheaf.CLOSED) is None

    def ahead(self, bearer: _Bearer) -> Iterator[int]:
        """The numbers of the hexes that are near enough and that a piece may see, in order."""
        first, fired = self.bearers[0], self.body.weapon
        if len(self.bearers) > 1 or not isinstance(fired, MachineGun):
            yield from bearer.ahead()
            return
        (x, y), farthest, places = first.piece.where, (fired.maximum * GSU) ** 2, self.land.places
        for number in bearer.ahead():
            at = places[number][1]
            if (at[0] - x) ** 2 + (at[1] - y) ** 2 <= farthest:
                yield number

    def nearby(self) -> Iterator[int]:
        """The numbers of a few hexes, those first where it is most likely that it may fire."""
        first, fired = self.bearers[0], self.body.weapon
        gun = not direct.automatic(fired)
        half = 180.0 if first.zone.half is None else degrees_of(first.zone.half)
        for gsu in _NEARBY:
            for way in range(_TRIED):
                toward = degrees_of(first.zone.axis) + half * (2 * way + 1 - _TRIED) / _TRIED
                yield from self.land.numbers((hex_at(offset(first.piece.where, toward, gsu + direct.BEYOND * gun)),))


def any_at(state: WarState, body: Body, known: frozenset[Hex]) -> bool:
    """Whether there is any hex at whose centre a body may fire. known: those in which it has enemies in sight."""
    search = _Search.of(state, body)
    if not search.bearers:
        return False
    if any(search.may(number) for number in chain(search.land.numbers(known), search.nearby())):
        return True
    return any(search.may(number) for one in search.bearers for number in search.ahead(one))


def all_at(state: WarState, body: Body, known: frozenset[Hex]) -> Iterator[Hex]:
    """The hexes at whose centres a body may fire, those with enemies in sight first."""
    search = _Search.of(state, body)
    if not search.bearers:
        return
    first = search.land.numbers(known)
    there = {number for one in search.bearers for number in search.ahead(one)}.difference(first)
    for number in (*first, *sorted(there)):
        if search.may(number):
            yield search.land.places[number][0]


def _bearer(state: WarState, piece: Element, body: Body) -> _Bearer:
    sees = None if piece.harm.blind(state.turn) else view(state, piece.where, height(state, piece))
    turns = body.arm.id == batteries.TUBE
    return _Bearer(piece, sees, FireZone(piece.where) if turns else FireZone.of(state, piece, body.arm))
