"""How PanzerBlitz shows itself: headline, prompts, counters; cards, overlays, odds and reports stand beside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from core.choice import Partial
from core.event import Event, SideId, UnitId
from core.hexes import Hex
from core.panzerblitz import choices, face_cards, face_overlays, odds_panel, reports, sequence, set_up
from core.panzerblitz.movement_phase import movable
from core.panzerblitz.reference import Kind, UnitType, WeaponClass
from core.panzerblitz.situation import Situation
from core.panzerblitz.state import BlitzState, Operation, Unit
from core.presentation import (
    Card,
    Counter,
    Mark,
    OddsReport,
    Overlay,
    OverlayKind,
    Prompt,
    Report,
    Row,
    Status,
    TerrainLook,
)

DISPERSED = Mark("dispersed", "▼", "v", "dispersed, face down", "bad")
FIRED = Mark("fired", "☼", "*", "has fired", "warn")
MOVED = Mark("moved", "»", ">", "has moved", "info")
INSIDE = Mark("inside", "▣", "#", "in the fortification", "good")
CARRIED = Mark("carried", "↑", "^", "carried", "dim")
CARRIES = Mark("carries", "≡", "=", "carries a unit", "info")
HIDDEN = Mark("hidden", "?", "?", "hidden from the enemy", "good")

_SHORT = {
    Kind.INFANTRY: "I",
    Kind.ENGINEER: "E",
    Kind.CAVALRY: "C",
    Kind.GUN: "G",
    Kind.MORTAR: "M",
    Kind.MACHINE_GUN: "MG",
    Kind.COMMAND_POST: "CP",
    Kind.WAGON: "W",
    Kind.TRUCK: "Tr",
    Kind.HALFTRACK: "H",
    Kind.ARMORED_CAR: "AC",
    Kind.TANK: "T",
    Kind.TANK_DESTROYER: "TD",
    Kind.ASSAULT_GUN: "AG",
    Kind.SELF_PROPELLED_ARTILLERY: "SP",
    Kind.FORTIFICATION: "F",
    Kind.MINEFIELD: "Mi",
    Kind.BLOCK: "Bl",
}
#: What lies at the bottom of a hex comes first.
_LAYERS = {Kind.MINEFIELD: 0, Kind.BLOCK: 1}


@frozen
class BlitzFace:
    """The presentation of one Situation; see `core.system.Face`. Every method takes a view."""

    on: Situation
    looks: Mapping[str, TerrainLook]

    def terrain(self) -> Mapping[str, TerrainLook]:
        return self.looks

    def status(self, view: BlitzState) -> Status:
        title, turns = self.on.title, self.on.turns
        if view.outcome is not None:
            return Status(title, view.turn, turns, "End", view.outcome.level, (), view.outcome.text)
        step = sequence.step_of(view)
        player = sequence.phasing(view)
        extra = f"{self.on.side(player).name} Player-Turn" if player else ""
        return Status(title, view.turn, turns, step.phase, self._step_title(view), self._acting(view), extra)

    def _step_title(self, view: BlitzState) -> str:
        title = sequence.step_of(view).title
        player = sequence.player_of(view)
        return f"{title} ({self.on.side(player).name})" if player else title

    def _acting(self, view: BlitzState) -> tuple[str, ...]:
        if view.outcome is not None:
            return ()
        side = set_up.setting_up(view) if view.step == sequence.SET_UP else sequence.player_of(view)
        return (side,) if side else ()

    def prompt(self, view: BlitzState, side: SideId | None) -> Prompt:
        if view.outcome is not None:
            return Prompt("End", view.outcome.level, view.outcome.text, view.outcome.rule)
        step = sequence.step_of(view)
        phase = f"{step.phase}: {self._step_title(view)}"
        if side is None or side not in self._acting(view):
            names = " and ".join(self.on.side(SideId(s)).name for s in self._acting(view)) or "the game"
            return Prompt(phase, f"Waiting for {names}", "", step.rule)
        text, rule = _ASKED.get(sequence.kind_of(view.step), ("", step.rule))
        return Prompt(phase, self.on.side(side).name, text, rule, self._remaining(view, side), step.done)

    def _remaining(self, view: BlitzState, side: SideId) -> str:
        kind = sequence.kind_of(view.step)
        if kind is sequence.Kind.SET_UP:
            return f"{len(set_up.unplaced(view, side))} to place"
        if kind in sequence.ANNOUNCING:
            return f"{len(view.announced)} attacks announced"
        if kind in sequence.MOVING:
            return f"{sum(not u.spent for u in movable(view, side))} yet to move"
        return ""

    # -- the map --------------------------------------------------------------------------------

    def counters(self, view: BlitzState) -> Sequence[Counter]:
        found = [Counter(f"block:{hex_}", "mark", hex_, None, "Bl", "Block") for hex_ in sorted(view.rubble)]
        for hex_, sides in sorted(view.wrecks.items()):
            for number, side in enumerate(sides):
                found.append(Counter(f"wreck:{hex_}:{number}", "wreck", hex_, side, "Wr", "Wreck"))
        ordered = sorted(view.units.values(), key=lambda u: (self._layer(view, u), u.id))
        found += [self._counter(view, u) for u in ordered if u.on_map and u.hex is not None]
        return found

    def _layer(self, view: BlitzState, unit: Unit) -> int:
        """Markers lie lowest, then what is in a fortification, the fortification, carried units, and the rest."""
        kind = view.type(unit.id).kind
        if kind is Kind.FORTIFICATION:
            return 4
        if kind in _LAYERS:
            return _LAYERS[kind]
        if unit.inside:
            return 2 if unit.carrier is not None else 3
        return 5 if unit.carrier is not None else 6

    def _counter(self, view: BlitzState, unit: Unit) -> Counter:
        type_ = view.type(unit.id)
        if unit.hex is None:
            raise ValueError(f"{unit.id} is not on the map")
        kind = "unit" if type_.manned or type_.kind is Kind.FORTIFICATION else "mark"
        name = view.name(unit.id)[:14]
        return Counter(
            unit.id, kind, unit.hex, unit.side, _SHORT[type_.kind], name, None, marks(view, unit), values(type_)
        )

    # -- what stands in other modules -----------------------------------------------------------

    def unit_card(self, view: BlitzState, unit: str) -> Card:
        return face_cards.unit_card(view, view.unit(unit))

    def hex_card(self, view: BlitzState, hex_: Hex) -> Card:
        return face_cards.hex_card(view, hex_)

    def undone(self, view: BlitzState, side: SideId) -> tuple[str, ...]:
        return choices.undone(view, side)

    def overlay_kinds(self) -> tuple[OverlayKind, ...]:
        return face_overlays.KINDS

    def overlay(self, view: BlitzState, side: SideId | None, kind: str, hex_: Hex | None, unit: str | None) -> Overlay:
        return face_overlays.overlay(view, side, kind, hex_, UnitId(unit) if unit else None)

    def sight(self, view: BlitzState, origin: Hex, target: Hex) -> tuple[Row, ...]:
        return face_cards.sight_rows(view, origin, target)

    def odds(self, view: BlitzState, side: SideId, partial: Partial) -> OddsReport | None:
        return odds_panel.odds_report(view, side, partial)

    def report(self, state: BlitzState, event: Event) -> Report | None:
        return reports.report(state, event)


_ASKED = {
    sequence.Kind.SET_UP: ("Set up your force", "pb:PB-SETUP-1"),
    sequence.Kind.FIRE: ("Announce all attacks before the first is resolved", "pb:PB-SEQ-2"),
    sequence.Kind.RETURN_FIRE: ("Announce your return fire", "pb:PB-EXP-IMP-1"),
    sequence.Kind.VEHICLES: ("Move vehicles, overrun, load and unload", "pb:PB-SEQ-4"),
    sequence.Kind.OTHERS: ("Move non-vehicular units", "pb:PB-SEQ-5"),
    sequence.Kind.IMPULSE_A: ("Move by up to half of the movement factor", "pb:PB-EXP-IMP-2"),
    sequence.Kind.IMPULSE_D: ("Move what has not fired, overrun", "pb:PB-EXP-IMP-2"),
    sequence.Kind.ASSAULT: ("Close-assault what is next to your infantry", "pb:PB-CAT-B"),
}


def values(type_: UnitType) -> str:
    """The factors of a counter as they are printed: attack, class and range above, defense and movement below."""
    if not type_.manned:
        return f"-{type_.defense}" if type_.defense else ""
    letter = "C" if type_.weapon_class is WeaponClass.NONE and type_.carrier else type_.weapon_class.value
    return f"{type_.attack}{letter}{type_.range} {type_.defense}-{type_.movement}"


def marks(view: BlitzState, unit: Unit) -> tuple[Mark, ...]:
    """The status marks of a counter."""
    found = []
    if unit.dispersed:
        found.append(DISPERSED)
    if unit.fired:
        found.append(FIRED)
    elif unit.entered or unit.operation is Operation.UNLOADED:
        found.append(MOVED)
    if unit.inside:
        found.append(INSIDE)
    if unit.carrier is not None:
        found.append(CARRIED)
    elif view.passenger(unit.id) is not None:
        found.append(CARRIES)
    if unit.hidden:
        found.append(HIDDEN)
    return tuple(found)
