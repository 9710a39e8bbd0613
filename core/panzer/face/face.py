"""How Panzer shows itself: headline, prompts, counters; cards, overlays and reports stand in modules beside."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from core.book.faces import Asked, BookFace
from core.citing import Names, named
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzer import sequence
from core.panzer.air import face as air_face
from core.panzer.chapters import BOOK
from core.panzer.command import face as command_face
from core.panzer.course import victory
from core.panzer.face import cards, overlays, sheets
from core.panzer.gp import face as gp_face
from core.panzer.ground import face as ground_face
from core.panzer.hidden_units import face as hidden_units_face
from core.panzer.indirect import face as indirect_face
from core.panzer.minefields import face as minefields_face
from core.panzer.morale import face as morale_face
from core.panzer.pieces.cards import LegCard, TowedCard, UnitCard, VehicleCard
from core.panzer.pieces.scenario import Scenario
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, CommandFace, HullDown, Spot, Unit, Wreck
from core.panzer.sight import face as sight_face
from core.panzer.sight.line_of_sight import line_of_sight
from core.panzer.state import PanzerState
from core.panzer.transport import face as transport_face
from core.presentation import (
    Card,
    Counter,
    Mark,
    Outcome,
    Overlay,
    OverlayKind,
    Row,
    Sheet,
    SheetKind,
)

_COMMAND_MARKS = {
    Command.FIRE: Mark("fire", "F", "F", "command FIRE", "bad"),
    Command.MOVE: Mark("move", "M", "M", "command MOVE", "info"),
    Command.SHORT_HALT: Mark("short-halt", "S", "S", "command SHORT HALT", "warn"),
    Command.OVERWATCH: Mark("overwatch", "O", "O", "command OVERWATCH", "good"),
    Command.NONE: Mark("no-command", "·", ".", "no command", "dim"),
}
SHARED = Mark("shared", "∞", "&", "shares its command", "info")
DAMAGED = Mark("damaged", "✖", "x", "damaged", "bad")
TURRET_DAMAGED = Mark("turret-damaged", "✖", "x", "TURRET DMGD", "bad")
HULL_DAMAGED = Mark("hull-damaged", "✗", "x", "HULL DMGD", "bad")
TRACK_HIT = Mark("track-hit", "⊘", "%", "TRACK hit: it moves no more", "bad")
HULL_DOWN = Mark("hull-down", "▂", "_", "Hull Down", "good")
PARTLY_HULL_DOWN = Mark("partial-hull-down", "▁", "_", "Partial Hull Down", "good")
FULL_COVER = Mark("full-cover", "∩", "n", "Full Cover", "good")
SPOT_FIRE = Mark("spot-fire", "☼", "*", "SPOT/FIRE", "warn")
SPOT_SMALL_ARMS = Mark("spot-fire-sa", "∗", "'", "SPOT/FIRE SA", "warn")
SPOT_MOVE = Mark("spot-move", "»", "=", "SPOT/MOVE", "info")

_CLASS_LETTERS = {"tank": "T", "assault gun": "G", "tank destroyer": "D", "self-propelled gun": "P"}


@frozen(eq=False, repr=False)
class PanzerFace(BookFace[PanzerState, Scenario]):
    """The presentation of one scenario; see `core.system.Face`. Every method takes a view."""

    book = BOOK

    @property
    def names(self) -> Names:
        return self.on.tables.rule_names

    def player(self, view: PanzerState) -> SideId | None:
        return sequence.player_of(view)

    def won(self, view: PanzerState) -> Outcome | None:
        end = victory.by_points(view)
        return Outcome(end.winner, end.level, end.text, end.rule)

    def extra(self, view: PanzerState) -> str:
        first = view.commands.first_player
        told = [f"First Player: {view.scenario.side(first).name}"] if first is not None else []
        return "; ".join((*told, *command_face.headline(view)))

    def step_title(self, view: PanzerState) -> str:
        return command_face.step_title(view) or super().step_title(view)

    def asked(self, view: PanzerState, side: SideId) -> Asked:
        found = BOOK.offers(view, side, ())
        if view.question is not None or view.fire.window is not None:
            return Asked(found.prompt, found.rule)
        return Asked(found.prompt, found.rule, BOOK.remaining(view, side), sequence.step_of(view).done)

    # -- the map --------------------------------------------------------------------------------

    def counters(self, view: PanzerState) -> Sequence[Counter]:
        found = [
            Counter(
                id=f"objective:{objective.id}:{hex_}",
                kind="objective",
                hex=hex_,
                side=view.objectives.control.get(objective.id),
                short=str(self.on.at_stake[objective.id])[:2],
                name=objective.name[:14],
                label=objective.name,
                values=self.on.worth_of(objective),
            )
            for objective in self.on.objectives
            for hex_ in objective.hexes
        ]
        for hex_, wreck in sorted(view.counters.wrecks.items()):
            burning = wreck is Wreck.BU
            found.append(
                Counter(
                    id=f"wreck:{hex_}",
                    kind="smoke" if burning else "wreck",
                    hex=hex_,
                    side=None,
                    short=wreck.value,
                    name="Brew-Up" if burning else "Wreck",
                )
            )
        found += indirect_face.counters(view)
        found += ground_face.counters(view)
        found += minefields_face.counters(view)
        found += hidden_units_face.counters(view)
        found += air_face.counters(view)
        found += [self._unit_counter(view, u) for u in view.units.values() if u.on_map and u.hex is not None]
        return found

    def _unit_counter(self, view: PanzerState, unit: Unit) -> Counter:
        card = view.card(unit.id)
        if unit.hex is None:
            raise ValueError(f"{unit.id} is not on the map")
        return Counter(
            id=unit.id,
            kind="unit",
            hex=unit.hex,
            side=unit.side,
            short=_short(card),
            name=view.name(unit.id)[:14],
            label=view.name(unit.id),
            facing=unit.facing,
            marks=(
                *marks(unit, SPOT_MOVE if view.edition.small_arms_show_moving else SPOT_SMALL_ARMS),
                *sight_face.marks(view, unit),
                *gp_face.marks(unit),
                *morale_face.marks(unit),
                *ground_face.marks(view, unit),
                *transport_face.marks(view, unit),
            ),
            values=_values(card),
        )

    # -- what stands in other modules -----------------------------------------------------------

    def unit_card(self, view: PanzerState, unit: str) -> Card:
        return named(cards.unit_card(view, view.unit(unit)), self.names)

    def hex_card(self, view: PanzerState, hex_: Hex) -> Card:
        return named(cards.hex_card(view, hex_), self.names)

    def overlay_kinds(self) -> tuple[OverlayKind, ...]:
        absent = [] if self.on.has(Switch.COMMAND_CONTROL) else [command_face.KIND]
        absent += [] if self.on.has(Switch.AIR) else [air_face.OVERLAY]
        absent += [] if self.on.has(Switch.INDIRECT_FIRE) else [indirect_face.OVERLAY]
        return tuple(k for k in overlays.KINDS if k not in absent)

    def overlay(self, view: PanzerState, side: SideId | None, kind: str, hex_: Hex | None, unit: str | None) -> Overlay:
        found = overlays.overlay(view, side, kind, hex_, UnitId(unit) if unit else None)
        return named(found, self.names)

    def sheet_kinds(self) -> tuple[SheetKind, ...]:
        return sheets.kinds(self.on)

    def sheet(self, view: PanzerState, side: SideId | None, kind: str) -> Sheet:
        return named(sheets.sheet(view, side, kind), self.names)

    def sight(
        self, view: PanzerState, origin: Hex, target: Hex, unit: str | None = None, other: str | None = None
    ) -> tuple[Row, ...]:
        a, b = _there(view, unit, origin), _there(view, other, target)
        up = a.floor if a is not None else 0, b.floor if b is not None else 0
        rows = cards.sight_rows(line_of_sight(view.board, view.tables, origin, target, up))
        if a is not None and b is not None and a.side != b.side and not b.bailed_out:
            rows = (*rows, sight_face.spots_row(view, a, b))
        return named(rows, self.names)


def _there(view: PanzerState, unit: str | None, hex_: Hex) -> Unit | None:
    """A unit that stands in a hex; None for another, or for what is none."""
    found = view.units.get(UnitId(unit)) if unit is not None else None
    return found if found is not None and found.on_map and found.hex == hex_ else None


def marks(unit: Unit, small: Mark = SPOT_SMALL_ARMS) -> tuple[Mark, ...]:
    """The status marks of a unit: its command as far as it is known, SPOT counter, damage (na:3.4).

    small: of who has fired Small Arms, a SPOT (MOVE) in the miniatures edition (min:16.7.4.2.1).
    """
    found: list[Mark] = []
    if unit.command is not None:
        known = _COMMAND_MARKS[unit.command]
        if unit.command_face is CommandFace.DOWN:
            known = Mark(known.id, known.glyph.lower(), known.ascii.lower(), f"{known.meaning}, face down", known.tone)
        elif unit.command_face is CommandFace.SHOWN:
            known = Mark(known.id, known.glyph, known.ascii, f"{known.meaning}, shown, not executed", known.tone)
        found.append(known)
    if unit.group:
        found.append(SHARED)
    small_arms = unit.new_spot_small_arms if unit.new_spot_fire else unit.spot is Spot.SMALL_ARMS
    if small_arms and unit.spot is not Spot.FIRE:
        found.append(small)
    elif unit.spot is Spot.FIRE or unit.new_spot_fire:
        found.append(SPOT_FIRE)
    elif unit.spot is Spot.MOVE:
        found.append(SPOT_MOVE)
    if unit.damaged:
        found.append(DAMAGED)
    for marked, mark in (
        (unit.turret_damaged, TURRET_DAMAGED),
        (unit.hull_damaged, HULL_DAMAGED),
        (unit.track_hit, TRACK_HIT),
        (unit.hull_down is HullDown.FULL, HULL_DOWN),
        (unit.hull_down is HullDown.PARTIAL, PARTLY_HULL_DOWN),
        (unit.full_cover, FULL_COVER),
    ):
        if marked:
            found.append(mark)
    return tuple(found)


def _short(card: UnitCard) -> str:
    """Class letters for the middle zoom."""
    return _CLASS_LETTERS.get(card.unit_class, card.unit_class[:1].upper() or "?")


def _values(card: UnitCard) -> str:
    """Short facts for the close zoom: armor and movement of a vehicle, GP Defense and movement of the others."""
    if isinstance(card, VehicleCard):
        return f"{card.basic_front}/{card.basic_rear} {'-'.join(str(m) for m in card.move)}"
    if isinstance(card, LegCard):
        return f"{card.gp_defense.none} {card.move[0]}L"
    if isinstance(card, TowedCard):
        return f"{card.gp_defense.none} {card.move}L"
    return ""
