"""The moment of a turn with which a worked example begins: where units stand, in what condition, what lies about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from attrs import evolve

from content.kit.grids import read_hex
from content.kit.load import Proof, one_of
from content.panzer.scenarios.air_file import place_flight, place_sorties
from content.panzer.scenarios.artillery import Artillery
from content.panzer.scenarios.counters import counters
from content.panzer.situations.situation_file import SituationFile, UnitLine
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES
from core.panzer import sequence
from core.panzer.formation_turns import FORMATION_MOVE, NAMING
from core.panzer.pieces.cards import LegCard, LegStep, VehicleCard
from core.panzer.pieces.command import NOT_STAGGERED, Instructions, Staggered
from core.panzer.pieces.concealment.camouflage import Camouflage
from core.panzer.pieces.counters import Counters
from core.panzer.pieces.course import Objectives, Occupation
from core.panzer.pieces.missions import Mission, Streak
from core.panzer.pieces.scenario import Scenario
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, CommandFace, HullDown, Presence, Spot, Suppression, Wreck
from core.panzer.sight.spotting import spotting_phase
from core.panzer.state import PanzerState, initial_state
from core.replaced import replaced

_STEPS: Final = list(sequence.BY_ID)


def facing_of(stated: Any, key: str, proof: Proof) -> int:
    """A facing by its name or number; a mistake if it is none."""
    if stated in DIRECTION_NAMES:
        return DIRECTION_NAMES.index(stated)
    if type(stated) is int and 0 <= stated <= 5:
        return stated
    proof.mistake(key, repr(stated), f"{', '.join(DIRECTION_NAMES)}, or 0 to 5 clockwise from N")
    return 0


def side_of(text: str, key: str, known: Iterable[str], proof: Proof) -> SideId:
    """A side by its id; a mistake if there is none."""
    ids = list(known)
    if text not in ids:
        proof.unknown(key, text, ids, "the side")
    return SideId(text)


class Moment:
    """The state that games on a situation begin with. units: the lines of units, with their keys, by id."""

    def __init__(self, data: SituationFile, units: Mapping[UnitId, tuple[UnitLine, str]], proof: Proof) -> None:
        self.data = data
        self.moment = data.situation
        self.units = units
        self.proof = proof

    def state(self, on: Scenario) -> PanzerState:
        """The state that games on the situation begin with."""
        moment = self.moment
        state = initial_state(on)
        state.step = moment.step or ("set-up" if self.data.scenario else "spotting")
        if state.step not in _STEPS:
            self.proof.unknown("situation.step", state.step, _STEPS, "the step")
            return state
        begun = state.step not in ("plotting", "minefields", "camouflage", "set-up")
        state.turn = moment.turn if moment.turn is not None else int(begun)
        both = frozenset(s.id for s in on.sides)
        if begun:
            state.setting_up = replaced(state.setting_up, order=tuple(s.id for s in on.sides))
        placed = _STEPS.index(state.step) > _STEPS.index("commands")
        if placed:
            state.commands = replaced(state.commands, done=both)
        if moment.first or _STEPS.index(state.step) > _STEPS.index(NAMING):
            first = side_of(moment.first, "situation.first", both, self.proof) if moment.first else on.sides[0].id
            state.commands = replaced(state.commands, first_player=first, initiative_winner=first)
        state.staggered = self._staggered(on)
        for unit in list(state.units):
            if placed and state.units[unit].presence in (Presence.ON_MAP, Presence.WAITING):
                state.change(unit, command=Command.NONE)
        for id_, (line, key) in self.units.items():
            state.change(id_, **self._changes(line, key, on))
        state.fire = replaced(state.fire, fired=tuple(u.id for u in state.units.values() if u.fired))
        self._markers(state)
        lines = self.data.mission
        missions = tuple(Artillery(on.board, on.by_id, self.proof).missions(lines, state.turn))
        state.indirect = evolve(state.indirect, missions=missions)
        state.counter_battery = evolve(state.counter_battery, streaks=self._streaks(missions, state.turn - 1))
        place_sorties(state, moment.sortie, self.proof)
        place_flight(state, moment.flight, self.proof)
        if moment.sighted or moment.spotting is False:
            state.sighted = self._sighted(state)
        elif moment.spotting or _STEPS.index(state.step) > _STEPS.index("spotting"):
            state.sighted = {spotter: frozenset(seen) for spotter, seen in spotting_phase(state).sighted}
        return state

    def _turret(self, line: UnitLine, key: str, on: Scenario) -> int:
        """The way in which a turret faces, by its name or its number, 0 = ahead of the hull."""
        names, card = on.rules.turrets.names, on.by_id[UnitId(line.id)].card if UnitId(line.id) in on.by_id else None
        if line.turret != 0 and not (isinstance(card, VehicleCard) and card.has_turret):
            self.proof.mistake(f"{key}.turret", repr(line.turret), "nothing", "it has no turret")
        elif line.turret in range(len(names)):
            return int(line.turret)
        elif line.turret in names:
            return names.index(line.turret)
        else:
            self.proof.unknown(f"{key}.turret", str(line.turret), names, "the way in which it faces")
        return 0

    def _streaks(self, missions: Iterable[Mission], last: int) -> Mapping[UnitId, Streak]:
        """How long the units of missions in force have fired in them (or:7.28.2)."""
        since = {(line.side, line.number): line.since or last for line in self.data.mission}
        return {u: Streak(m.number, since[m.side, m.number], last) for m in missions for u in m.sources}

    def _staggered(self, on: Scenario) -> Staggered:
        """Whose turn it is of the formations that have won their rolls: in the Movement Phase the last one's."""
        order, known = self.moment.formations, sorted(set(on.formation_units.values()))
        for at, formation in enumerate(order):
            if formation not in known:
                self.proof.unknown(f"situation.formations[{at}]", formation, known, "the formation")
        if not order:
            return NOT_STAGGERED
        moving = self.moment.step == FORMATION_MOVE
        return Staggered(active=order[-1], order=order, to_move=order[:-1] if moving else order)

    def _changes(self, line: UnitLine, key: str, on: Scenario) -> dict[str, Any]:
        """The fields of a unit that its line states."""
        changes: dict[str, Any] = {"damaged": line.damaged, "fired": line.fired, "moved": line.moved}
        if line.hex and (hex_ := read_hex(line.hex, f"{key}.hex", on.board, self.proof)):
            facing = facing_of(line.facing, f"{key}.facing", self.proof)
            changes |= {"hex": hex_, "facing": facing, "presence": Presence.ON_MAP}
        if line.command:
            changes["command"] = one_of(Command, line.command, f"{key}.command", self.proof)
            changes["command_face"] = one_of(CommandFace, line.face, f"{key}.face", self.proof)
        if line.spot:
            changes["spot"] = one_of(Spot, line.spot, f"{key}.spot", self.proof)
        changes |= self._condition(line, key, on)
        if line.fate:
            fate = one_of(Wreck, line.fate, f"{key}.fate", self.proof)
            changes |= {"fate": fate, "presence": Presence.ELIMINATED, "command": None}
        return changes

    def _condition(self, line: UnitLine, key: str, on: Scenario) -> dict[str, Any]:
        """What the Advanced Game adds to a unit's condition."""
        changes: dict[str, Any] = {
            name: getattr(line, name)
            for name in (
                "track_hit",
                "turret_damaged",
                "hull_damaged",
                "bailed_out",
                "under_fire",
                "full_cover",
                "backed_in",
                "buttoned",
                "inside",
                "floor",
                "dismounted_in",
                "group",
            )
        }
        changes["turret"] = self._turret(line, key, on)
        card = on.by_id[UnitId(line.id)].card if UnitId(line.id) in on.by_id else None
        if line.size:
            changes["size"] = one_of(LegStep, line.size, f"{key}.size", self.proof)
            if isinstance(card, LegCard) and changes["size"] not in card.sizes:
                self.proof.mistake(f"{key}.size", repr(line.size), ", ".join(s.value for s in card.sizes))
        if line.suppression:
            changes["suppression"] = one_of(
                Suppression, f"SUPPRESSION/{line.suppression}", f"{key}.suppression", self.proof
            )
        if line.started:
            changes["started"] = read_hex(line.started, f"{key}.started", on.board, self.proof)
        if line.hull_down:
            changes["hull_down"] = one_of(HullDown, line.hull_down, f"{key}.hull_down", self.proof)
        if line.riding:
            changes |= {"presence": Presence.CARRIED, "carrier": UnitId(line.riding)}
        return changes

    def _markers(self, state: PanzerState) -> None:
        """What lies on the map, what is camouflaged, who holds the objectives, and the standing instructions."""
        state.camouflage = self._camouflage(state)
        state.counters = self._counters(state)
        sides = [s.id for s in state.scenario.sides]
        state.objectives = self._objectives(state, sides)
        instructions = dict(state.commands.instructions)
        for text, line in self.moment.instructions.items():
            side_id = side_of(text, "situation.instructions", sides, self.proof)
            instructions[side_id] = Instructions(
                line.show_moving, line.aspect, line.overwatch_from, tuple(UnitId(unit) for unit in line.silent)
            )
        state.commands = replaced(state.commands, instructions=instructions)

    def _camouflage(self, state: PanzerState) -> Camouflage:
        """The units that are camouflaged, in secret or so that everybody knows."""
        stated: dict[str, set[UnitId]] = {"": set(), "secret": set(), "announced": set()}
        for id_, (line, key) in self.units.items():
            if line.camouflage not in stated:
                self.proof.mistake(f"{key}.camouflage", repr(line.camouflage), "secret or announced")
            elif state.has(Switch.CAMOUFLAGE):
                stated[line.camouflage].add(id_)
        return Camouflage(secret=frozenset(stated["secret"]), announced=frozenset(stated["announced"]))

    def _counters(self, state: PanzerState) -> Counters:
        wrecks = dict(state.counters.wrecks)
        for text, name in self.moment.wrecks.items():
            hex_ = read_hex(text, "situation.wrecks", state.board, self.proof)
            wreck = one_of(Wreck, name, f"situation.wrecks.{text}", self.proof)
            if hex_ and wreck:
                wrecks[hex_] = wreck
        works, clouds = counters(self.data.counter, state.scenario.board, state.scenario.by_id, self.proof)
        lying = state.counters
        return replaced(lying, wrecks=wrecks, works=(*lying.works, *works), clouds=(*lying.clouds, *clouds))

    def _objectives(self, state: PanzerState, sides: Sequence[SideId]) -> Objectives:
        moment, known = self.moment, [o.id for o in state.scenario.objectives]
        for text in (*moment.control, *moment.held):
            self.proof.among("situation.control", text, known, "the objective")
        control, occupation = dict(state.objectives.control), dict(state.objectives.occupation)
        for text, side in moment.control.items():
            control[text] = side_of(side, f"situation.control.{text}", sides, self.proof)
        for text, held in moment.held.items():
            side = side_of(held.side, f"situation.held.{text}.side", sides, self.proof)
            occupation[text] = Occupation(side, held.turns)
        return Objectives(control, occupation)

    def _sighted(self, state: PanzerState) -> Mapping[UnitId, frozenset[UnitId]]:
        for spotter, seen in self.moment.sighted.items():
            for text in (spotter, *seen):
                self.proof.among(f"situation.sighted.{spotter}", text, state.units, "the unit")
        sighted = self.moment.sighted.items()
        return {UnitId(spotter): frozenset(UnitId(t) for t in seen) for spotter, seen in sighted}
