"""Questions about the ground, what lies on it, and what a side has reached (pb:PB-TERR-1, pb:PB-WIN-1)."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen
from attrs import fields as attrs_fields

from core.event import SideId
from core.hexes import DIRECTION_NAMES, direction_between, distance, opposite
from core.panzerblitz import sequence
from core.panzerblitz.asks import HEX, UNIT, Answer, a_hex, in_points
from core.panzerblitz.course import set_up, victory
from core.panzerblitz.course.orders import Place
from core.panzerblitz.ground import stacking, terrain
from core.panzerblitz.pieces.reference import ROAD
from core.panzerblitz.sight.line_of_sight import View, line_of_sight
from core.panzerblitz.state import BlitzState, Unit


@frozen(kw_only=True)
class LineOfSight:
    """Whether one hex is seen from another, and what obstructs (pb:PB-LOS-1)."""

    from_: str = field(metadata=HEX)
    to: str = field(metadata=HEX)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """seen, range, reason, rule; where: the obstructing hexside such as "B3/NE"; back: whether seen from there."""
        origin, target = a_hex(state, self.from_), a_hex(state, self.to)
        view: View = line_of_sight(state, origin, target)
        return {
            "seen": view.seen,
            "range": view.range,
            "reason": view.reason,
            "rule": view.rule,
            "where": f"{view.where[0]}/{DIRECTION_NAMES[view.where[1]]}" if view.where else None,
            "back": line_of_sight(state, target, origin).seen,
        }


@frozen(kw_only=True)
class HexOf:
    """What a hex is and what lies in it."""

    hex: str = field(metadata=HEX)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """terrain: lines of the Terrain Effects Chart that fit; elevation; depressed; clear: for overruns; hides; die:
        added to the attacker's roll; costs: points off the road by mover, -1 = prohibited; road; negated: by Wreck or
        Block; label: its printed name; units, wrecks, blocked, partial."""
        hex_ = a_hex(state, self.hex)
        cell = state.cell(hex_)
        effect = terrain.die_effect(state, hex_)
        return {
            "terrain": [e.id for e in terrain.features(state.situation, cell)],
            "elevation": terrain.elevation(cell).name.lower(),
            "depressed": terrain.depressed(cell),
            "clear": terrain.is_clear(cell),
            "hides": terrain.hides(cell),
            "die": effect.die if effect else 0,
            "costs": {m: -1 if c is None else in_points(c) for m, c in terrain.hex_costs(state, hex_).items()},
            "road": ROAD in cell.routes,
            "negated": terrain.road_negated(state, hex_),
            "label": state.board.label(hex_),
            "units": [u.id for u in state.in_hex(hex_)],
            "wrecks": state.wrecks.get(hex_, ()),
            "blocked": state.blocked(hex_),
            "partial": "partial" in cell.marks,
        }


@frozen(kw_only=True)
class HexsideOf:
    """What lies between two adjacent hexes (pb:PB-TERR-2)."""

    from_: str = field(metadata=HEX)
    to: str = field(metadata=HEX)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """symbols, from either hex; road: whether one crosses."""
        here, there = a_hex(state, self.from_), a_hex(state, self.to)
        direction = direction_between(here, there)
        if direction is None:
            raise ValueError(f"{here} and {there} are {distance(here, there)} hexes apart")
        both = state.board.side(here, direction) | state.board.side(there, opposite(direction))
        return {"symbols": sorted(both), "road": state.board.joined(ROAD, here, direction)}


@frozen(kw_only=True)
class Range:
    """How far apart two hexes are."""

    from_: str = field(metadata=HEX)
    to: str = field(metadata=HEX)

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """range in hexes."""
        return {"range": distance(a_hex(state, self.from_), a_hex(state, self.to))}


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
class Room:
    """How full a hex is (pb:PB-STACK-A, pb:PB-STACK-B)."""

    side: str
    hex: str = field(metadata=HEX)
    inside: bool = False

    def answer(self, system: Any, state: BlitzState) -> Answer:
        """stacked: what counts against the limit; limit; wreck_room: whether another Wreck of the side fits."""
        side, hex_ = SideId(self.side), a_hex(state, self.hex)
        return {
            "stacked": stacking.stacked(state, side, hex_, inside=self.inside),
            "limit": stacking.limit(state, side),
            "wreck_room": stacking.wreck_room(state, hex_, side),
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
