"""Questions about units, the set-up, the turn, and what a side has reached (pb:PB-SETUP-1, pb:PB-WIN-1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen
from attrs import fields as attrs_fields

from core.book.asks import HEX, UNIT, Answer, a_hex
from core.event import SideId
from core.panzerblitz import sequence
from core.panzerblitz.course import set_up, victory
from core.panzerblitz.course.orders import Place
from core.panzerblitz.pieces.unit import Unit
from core.panzerblitz.state import BlitzState


@frozen(kw_only=True)
class UnitOf:
    """All that is known of a unit, and what stands on its counter (pb:PB-FACT-5)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """Its fields; name; counter: id, name, kind, weapon_class, attack, range, half_range, defense, movement,
        armored, vehicular, mover, capacity, manned; passenger; values, marks: on the map."""
        unit = state.unit(self.unit)
        type_ = state.type(unit.id)
        shown = next((c for c in system.face.counters(state) if c.id == unit.id), None)
        named = {a.name: getattr(unit, a.name) for a in attrs_fields(Unit)}
        counter = {a.name: getattr(type_, a.name) for a in attrs_fields(type(type_))}
        return {
            **named,
            "name": state.name(unit.id),
            "counter": {
                **counter,
                "half_range": type_.half_range,
                "mover": type_.mover,
                "manned": type_.manned,
                "indirect": type_.indirect,
            },
            "passenger": state.passenger(unit.id),
            "values": shown.values if shown else None,
            "marks": [m.id for m in shown.marks] if shown else [],
        }


@frozen(kw_only=True)
class MayPlace:
    """Whether a counter may be set up in a hex (pb:PB-SETUP-1)."""

    unit: str = field(metadata=UNIT)
    hex: str = field(metadata=HEX)
    inside: bool = False
    hidden: bool = False

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """Refused if it may not."""
        unit = state.unit(self.unit)
        order = Place(unit=unit.id, hex=a_hex(state, self.hex), inside=self.inside, hidden=self.hidden)
        set_up.check_place(state, unit.side, order)
        return {"allowed": True}


@frozen(kw_only=True)
class Reached:
    """What a side has reached of its goals (pb:PB-WIN-1)."""

    side: str

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """level: the highest; values, levels: of each goal; lost: units lost that count."""
        goals = [g for g in state.situation.goals if g.side == self.side]
        return {
            "level": victory.level_of(state, SideId(self.side)).name.lower(),
            "values": [victory.value(state, g) for g in goals],
            "levels": [victory.reached(state, g).name.lower() for g in goals],
            "lost": victory.lost(state, SideId(self.side)),
        }


@frozen(kw_only=True)
class Turn:
    """Where in the sequence of play the game is (pb:PB-SEQ-0)."""

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """turn, step, kind; phasing: whose Player-Turn it is; player: who acts; mines: fields still to attack."""
        return {
            "turn": state.turn,
            "step": state.step,
            "kind": sequence.kind_of(state.step),
            "phasing": sequence.phasing(state),
            "player": sequence.player_of(state),
            "mines": state.mines_due,
            "announced": [a.hex for a in state.announced],
        }


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "may-place": MayPlace,
    "reached": Reached,
    "turn": Turn,
    "unit": UnitOf,
}
