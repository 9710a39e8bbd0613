"""Questions about area fire: dice, areas, lags, scatter, what batteries allot (pw:10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import HEX, UNIT, Answer, a_hex, why_not
from core.panzerwar.artillery import allocation, batteries, direct, links, loads, odds, scatter
from core.panzerwar.artillery.areas import footprint, inside, laid
from core.panzerwar.pieces.artillery import AreaShot, Sheaf
from core.panzerwar.state import WarState
from core.plane import bearing, centre, gsu_between


@frozen(kw_only=True)
class AreaOf:
    """The area of a battery about a hex, and its dice (pw:10.1.2, pw:10.2, pw:10.3, pw:10.4)."""

    battery: str
    hex: str = field(metadata=HEX)
    shell: str = ""
    open: bool = False
    concentrated: bool = False

    def answer(self, system: Any, state: WarState) -> Answer:
        """length, width: of all of it; dice: at each element inside; inside: who is; chances: of each number of
        possible hits on one of them."""
        organisation = state.organisations[self.battery]
        fired, start = batteries.battery_weapon(state, organisation), batteries.place(state, organisation)
        if fired is None or start is None:
            return {"refused": "it has no weapon"}
        coa, sheaf = centre(a_hex(state, self.hex)), Sheaf.OPEN if self.open else Sheaf.CLOSED
        guns = len(batteries.pieces(state, organisation))
        area = laid(footprint(state.charts, fired), coa, bearing(start, coa), sheaf, guns)
        shell = batteries.shell(state, fired, self.shell)
        thrown = loads.dice(state.charts, fired, shell, sheaf, guns, concentrated=self.concentrated)
        return {
            "length": area.length,
            "width": area.width,
            "dice": thrown,
            "inside": [element.id for element in inside(state, area)],
            "chances": [round(chance, 4) for chance in odds.distribution(state, thrown)],
        }


@frozen(kw_only=True)
class TimeLag:
    """How long the fire of a battery takes to come (pw:10.6.4)."""

    element: str = field(metadata=UNIT)
    battery: str
    reference: bool = False

    def answer(self, system: Any, state: WarState) -> Answer:
        """turns, and what makes them; refused: why the element does not call it."""
        element, organisation = state.element(self.element), state.organisations[self.battery]
        tally = links.lag(state, element, organisation, reference=self.reference)
        refused = links.caller_refusal(state, element, organisation)
        return {"turns": tally.total, "tally": tally.reasons, "refused": why_not(refused)}


@frozen(kw_only=True)
class Allots:
    """What a battery allots to a target (pw:10.9.1)."""

    battery: str
    hex: str = field(metadata=HEX)

    def answer(self, system: Any, state: WarState) -> Answer:
        """turns; priority: the line of the table; refused: why it is denied."""
        found = allocation.allocate(state, state.organisations[self.battery], centre(a_hex(state, self.hex)))
        line = found.priority.id if found.priority is not None else ""
        return {"turns": found.turns, "priority": line, "refused": why_not(found.refusal)}


@frozen(kw_only=True)
class Scatters:
    """How fire scatters (pw:10.5.5, pw:10.6.7). fire: "direct", "indirect", "trp", "rockets-first", "rockets-later"."""

    fire: str
    range: float

    def answer(self, system: Any, state: WarState) -> Answer:
        """times: GSU for each point of a D10; exact: the chance that it falls on its point of aim."""
        band = state.charts.artillery.scatter_of(self.fire, self.range)
        aim = centre(next(iter(sorted(state.board.cells))))
        exact = scatter.places(state.charts, self.fire, aim, 0.0, self.range)[aim]
        return {"times": band.times, "exact": round(exact, 4)}


@frozen(kw_only=True)
class MayFireAt:
    """Whether an element or a battery may fire directly at the area about a hex (pw:10.5)."""

    hex: str = field(metadata=HEX)
    element: str = ""
    battery: str = ""
    arm: str = ""
    shell: str = ""

    def answer(self, system: Any, state: WarState) -> Answer:
        """refused: why not; range: in GSU."""
        at = centre(a_hex(state, self.hex))
        element = state.element(self.element) if self.element else None
        shot = AreaShot(
            side=element.side if element is not None else state.organisations[self.battery].side,
            battery=self.battery,
            element=element.id if element is not None else None,
            arm=self.arm,
            shell=self.shell,
            at=at,
        )
        body = direct.body_of(state, shot)
        away = round(gsu_between(body.where, at), 1) if body is not None else None
        return {"refused": why_not(direct.refusal(state, shot)), "range": away}


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "area-of": AreaOf,
    "call-lag": TimeLag,
    "allots": Allots,
    "scatters": Scatters,
    "may-fire-at-area": MayFireAt,
}
