"""Questions about indirect fire: who calls whom, who responds, where it falls, what it does (na:6.5.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from core.book.asks import HEX, UNIT, Answer, a_hex, permission, why_not, with_total
from core.event import UnitId
from core.hexes import DIRECTION_NAMES
from core.order import IllegalOrder
from core.panzer.gp.defense import target_type
from core.panzer.gp.fire import strike_odds
from core.panzer.indirect import called, impact, observers, planned, prospects, step
from core.panzer.indirect import sources as indirect_sources
from core.panzer.indirect.response import endangered, registered, response_terms
from core.panzer.indirect.scatter import scatter_chance
from core.panzer.indirect.sheafs import counts_as_open, hexes
from core.panzer.pieces.gp import Strike
from core.panzer.pieces.missions import Aim, FireType, Mission, Sheaf
from core.panzer.state import PanzerState


def _aim(state: PanzerState, hex_: str, type_: str, sheaf: str, direction: str) -> Aim:
    return Aim(a_hex(state, hex_), FireType(type_), Sheaf(sheaf), DIRECTION_NAMES.index(direction))


@frozen(kw_only=True)
class Observes:
    """Whether and how a unit calls fire (na:6.5.1.1)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """row: of the response table, none if it may not call; sources: how many; allowed, refused: now; hexes: onto
        which it may call."""
        unit = UnitId(self.unit)
        refused = called.caller_refusal(state, state.units[unit].side, unit)
        seen = prospects.target_points(state, unit) if observers.observer_row(state, unit) else ()
        return {
            "row": observers.observer_row(state, unit),
            "sources": observers.capacity(state, unit),
            **permission(refused),
            "hexes": [h for h, _ in seen],
        }


@frozen(kw_only=True)
class ResponseOf:
    """What decides whether a unit responds to an observer (na:6.5.1.12). adjusted: it fires in the mission already."""

    observer: str = field(metadata=UNIT)
    source: str = field(metadata=UNIT)
    hex: str = field(metadata=HEX)
    adjusted: bool = False

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """row; attachment; factor; total, tally; chance; scatters: its share; range; danger: units that Danger Close
        could strike; registered."""
        one, source, at = UnitId(self.observer), UnitId(self.source), a_hex(state, self.hex)
        if observers.observer_row(state, one) is None:
            raise IllegalOrder(f"{one} calls no fire", "na:6.5.1.1.3")
        terms = response_terms(state, one, source, Aim(at), already=self.adjusted)
        return {
            "row": terms.row,
            "attachment": terms.attachment.value,
            "factor": terms.factor,
            "chance": terms.chance,
            "scatters": scatter_chance(state, terms),
            "range": indirect_sources.called_range(state, one, source, at),
            "danger": endangered(state, state.units[one].side, at),
            "registered": registered(state, source, at),
            **with_total(terms.tally),
        }


@frozen(kw_only=True)
class MayCall:
    """Whether an observer may call units onto a hex now (na:6.5.1.7)."""

    observer: str = field(metadata=UNIT)
    sources: tuple[str, ...]
    hex: str = field(metadata=HEX)
    type: str = "GP"
    sheaf: str = "Closed"

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowed; refused: rule and reason; distinct: how many distinct sources they are."""
        one, units = UnitId(self.observer), tuple(UnitId(s) for s in self.sources)
        aim = _aim(state, self.hex, self.type, self.sheaf, "N")
        refused = called.call_refusal(state, state.units[one].side, one, units, aim)
        return {
            **permission(refused),
            "distinct": observers.distinct_sources(state, units),
        }


@frozen(kw_only=True)
class SheafOn:
    """The hexes of a SHEAF, and whom it strikes (na:6.5.1.5). source: the unit that fires."""

    source: str = field(metadata=UNIT)
    hex: str = field(metadata=HEX)
    sheaf: str = "Closed"
    direction: str = "N"

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """hexes; count; units; open: whether it counts as Open."""
        source = UnitId(self.source)
        aim = _aim(state, self.hex, "GP", self.sheaf, self.direction)
        on_map = not observers.off_map(state, source)
        area = sorted(hexes(state.board, aim, state.edition, on_map=on_map))
        return {
            "hexes": area,
            "count": len(area),
            "units": [u.id for u in impact.struck(state, aim, source)],
            "open": counts_as_open(aim, state.edition, on_map=on_map),
        }


@frozen(kw_only=True)
class IndirectStrikes:
    """What fire of a unit does in its SHEAF, before its dice (na:6.5.1.13). observer: none = planned fire."""

    source: str = field(metadata=UNIT)
    hex: str = field(metadata=HEX)
    observer: str = ""
    sheaf: str = "Closed"
    direction: str = "N"
    barrage: bool = False

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """range, factor, gp; units, terrain: target or of, defense, type, n, s, net, total, tally, odds of each."""
        source = UnitId(self.source)
        aim = _aim(state, self.hex, "GP", self.sheaf, self.direction)
        watching = UnitId(self.observer) if self.observer else None
        mission = Mission(0, state.units[source].side, aim, (source,), watching)
        fire = impact.firing(state, mission, source)
        area = sorted(hexes(state.board, aim, state.edition, on_map=not observers.off_map(state, source)))
        units = [
            _told(state, strike)
            for unit in impact.struck(state, aim, source)
            for strike in impact.unit_strikes(state, mission, fire, unit.id, barrage=self.barrage)
        ]
        terrain = [_told(state, s) for h in area for s in impact.terrain_strikes(state, mission, fire, h)]
        return {
            "range": fire.range,
            "factor": fire.factor,
            "gp": impact.gp_source(state, fire).gp,
            "units": units,
            "terrain": terrain,
        }


def _told(state: PanzerState, strike: Strike) -> dict[str, Any]:
    kind = "S" if strike.target is None else target_type(state.card(strike.target))
    return {
        "target": strike.target,
        "of": strike.terrain,
        "hex": strike.hex,
        "defense": strike.row,
        "type": kind,
        "n": strike.cell[0],
        "s": strike.cell[1],
        "net": strike.tally.total,
        "odds": {result.value: chance for result, chance in strike_odds(state, strike).items()},
        **with_total(strike.tally),
    }


@frozen(kw_only=True)
class MissionOf:
    """A mission in force, and what may become of it now (na:6.5.1.8, na:6.5.1.9)."""

    side: str
    number: int

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """there; hex, type, sheaf, direction; observer; sources; planned; danger_close; continue, check: allowed or
        why not; automatic: why it checks by itself."""
        mission = next((m for m in state.indirect.missions if (m.side, m.number) == (self.side, self.number)), None)
        if mission is None:
            return {"there": False}
        return {
            "there": True,
            "hex": mission.aim.hex,
            "type": mission.aim.type.value,
            "sheaf": mission.aim.sheaf.value,
            "direction": DIRECTION_NAMES[mission.aim.direction],
            "observer": mission.observer,
            "sources": mission.sources,
            "planned": mission.planned,
            "danger_close": mission.danger_close,
            "continue": why_not(called.continue_refusal(state, mission, mission.aim.type)),
            "check": why_not(called.check_refusal(state, mission)),
            "automatic": called.automatic_check(state, mission) if mission.turn != state.turn else "",
        }


@frozen(kw_only=True)
class Plots:
    """What a side has plotted, and what of it may be announced now (na:6.5.1.4, na:6.5.1.11)."""

    side: str

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """points: hex and batteries; plans: id, battery, turn, length, begun; points_left, plans_left; announceable."""
        side = next(s.id for s in state.scenario.sides if s.id == self.side)
        return {
            "points": [{"hex": p.hex, "batteries": p.batteries} for p in state.indirect.points if p.side == side],
            "plans": [
                {"id": p.id, "battery": p.battery, "turn": p.turn, "length": len(p.turns), "begun": p.begun}
                for p in state.indirect.plans
                if p.side == side
            ],
            "points_left": planned.points_left(state, side),
            "plans_left": planned.plans_left(state, side),
            "announceable": step.announceable(state, side),
        }


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "indirect-strikes": IndirectStrikes,
    "may-call": MayCall,
    "mission": MissionOf,
    "observes": Observes,
    "plots": Plots,
    "response": ResponseOf,
    "sheaf": SheafOn,
}
