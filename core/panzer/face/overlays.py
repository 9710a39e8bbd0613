"""Layers over the map: reach of a move, lines of sight, spotting, range bands, fields of fire, threat."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final

from core.event import SideId, UnitId
from core.hexes import Hex, distance, within_range
from core.order import IllegalOrder
from core.panzer.air import face as air_face
from core.panzer.ap.modifiers import own_modifiers
from core.panzer.ap.reach import ap_weapons
from core.panzer.assault import overrun
from core.panzer.command import face as command_face
from core.panzer.firing.platform_mounts import field_of_fire
from core.panzer.firing.turret_fire import bears
from core.panzer.indirect import face as indirect_face
from core.panzer.movement import reach
from core.panzer.movement.allowance import allowance
from core.panzer.movement.foot import walks
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Unit
from core.panzer.pieces.weapons import MountedWeapon, RangeFactor
from core.panzer.sight.ranges import spotted_from
from core.panzer.sight.relief import sees, sight_field
from core.panzer.sight.spotting import eyes, looks_at, sees_hex, vehicle_shows
from core.panzer.state import PanzerState
from core.presentation import Overlay, OverlayCell, OverlayKind

KINDS: Final = (
    OverlayKind("reach", "Hexes in reach", "r", "unit"),
    OverlayKind("route", "Hexes in reach at Path/Road rate", "R", "unit"),
    OverlayKind("sight", "Line of sight from here", "l", "hex"),
    OverlayKind("spotting", "Spotting range", "s", "unit"),
    OverlayKind("bands", "Range bands and hit numbers", "b", "unit"),
    OverlayKind("arc", "Field-of-Fire", "f", "unit"),
    command_face.KIND,
    OverlayKind("threat", "Hexes under enemy guns", "t", ""),
    air_face.OVERLAY,
    indirect_face.OVERLAY,
)
FAR: Final = 40
_BAND_TONES: Final = ("band-1", "band-2", "band-3", "band-4", "band-5")


def overlay(state: PanzerState, side: SideId | None, kind: str, hex_: Hex | None, unit: UnitId | None) -> Overlay:
    """Compute one layer; an empty one with a legend that says what is missing."""
    found = next((k for k in KINDS if k.id == kind), None)
    if found is None:
        raise ValueError(f"there is no layer {kind!r}; there are {', '.join(k.id for k in KINDS)}")
    chosen = state.units.get(unit) if unit else None
    # An aircraft has a hex while it flies, but it does not stand there.
    if found.needs == "unit" and (chosen is None or not (chosen.on_map or state.may_enter(chosen))):
        return Overlay(kind, found.title, {}, (("dim", "choose a unit on the map first"),))
    return _COMPUTE[kind](state, side, hex_, chosen)


def _reach(state: PanzerState, side: SideId | None, hex_: Hex | None, unit: Unit | None) -> Overlay:
    return _reached(state, unit, Rate.CROSS_COUNTRY, "reach")


def _route(state: PanzerState, side: SideId | None, hex_: Hex | None, unit: Unit | None) -> Overlay:
    """At Path or Road rate; on foot, where there is none, at a quickmarch (na:6.6.4.2)."""
    afoot = unit is not None and walks(state, unit)
    return _reached(state, unit, Rate.QUICKMARCH if afoot else Rate.ROUTE, "route")


def _reached(state: PanzerState, unit: Unit | None, rate: Rate, kind: str) -> Overlay:
    title = next(k.title for k in KINDS if k.id == kind)
    if rate is Rate.QUICKMARCH:
        title = "Hexes in reach at a quickmarch"
    if unit is None:
        return Overlay(kind, title)
    active = state.moves.of(unit.id)
    if active is not None and active.rate is not rate:
        return Overlay(kind, title, {}, (("dim", f"the move in progress is at {active.rate.words} rate"),))
    try:
        found = reach.reachable(state, unit.id, active, rate)
    except IllegalOrder as error:
        return Overlay(kind, title, {}, (("dim", f"{error.reason} ({error.rule})"),))
    cells = {
        h: OverlayCell("reach", str(r.cost), f"costs {r.cost}, {r.left} left", "na:4.5.1.1.2a")
        for h, r in found.items()
    }
    total, reasons = allowance(state, unit, rate)
    why = "; ".join(f"{r.label} {r.amount:+d}" for r in reasons)
    legend = [("reach", f"cost to enter, allowance {total}{' (' + why + ')' if why else ''}")]
    if rate is Rate.CROSS_COUNTRY:
        enemies = _to_overrun(state, unit, {unit.hex, *cells})
        cells |= dict.fromkeys(enemies, OverlayCell("warning", "!", "can be Overrun from beside it", "na:6.6.10"))
        legend += [("warning", "can be Overrun from beside it")] if enemies else []
    return Overlay(kind, title, cells, tuple(legend))


def _to_overrun(state: PanzerState, unit: Unit, reached: Collection[Hex | None]) -> list[Hex]:
    """Where those stand whom a vehicle can Overrun after a move to one of these hexes."""
    targets = overrun.possible_targets(state, unit, near=len(state.board.cells))
    hexes = {where for target in targets if (where := state.units[target].hex) is not None}
    return sorted(h for h in hexes if any(near in reached for near in h.neighbours()))


def _sight(state: PanzerState, side: SideId | None, hex_: Hex | None, unit: Unit | None) -> Overlay:
    origin = hex_ or (unit.hex if unit else None)
    title = "Line of sight"
    if origin is None or origin not in state.board:
        return Overlay("sight", title, {}, (("dim", "choose a hex of the map first"),))
    seen = sight_field(state.board, state.tables, origin, FAR)
    cells = {}
    for h in state.board.cells:
        if h in seen:
            cells[h] = OverlayCell("seen", "", "seen", "na:4.1.4")
        else:
            cells[h] = OverlayCell("blocked", "", "not seen; ask why", "na:4.1.4")
    return Overlay("sight", f"{title} from {origin}", cells, (("seen", "seen"), ("blocked", "blocked")))


def _spotting(state: PanzerState, side: SideId | None, hex_: Hex | None, unit: Unit | None) -> Overlay:
    title = "Spotting"
    if unit is None or unit.hex is None:
        return Overlay("spotting", title)
    cells = {}
    look = eyes(state, unit)
    spotted = "can be spotted by a roll" if state.has(Switch.LIMITED_SPOTTING) else "is spotted"
    for h in _seen_by(state, unit, unit.hex):
        if not looks_at(state, unit, h):
            continue
        far = distance(unit.hex, h)
        still, moved, fired = (spotted_from(state.tables, shows, look) for shows in vehicle_shows(state, h))
        if far <= still:
            cells[h] = OverlayCell("seen", "", f"a vehicle here {spotted} (range {far} of {still})", "na:4.1.3a")
        elif far <= moved:
            cells[h] = OverlayCell("maybe", "m", "spotted if it carries SPOT/MOVE or SPOT/FIRE", "na:4.1.3c")
        elif far <= fired:
            cells[h] = OverlayCell("maybe", "f", "spotted if it carries SPOT/FIRE", "na:4.1.3d")
    legend = (("seen", f"any vehicle there {spotted}"), ("maybe", "only after it moved (m) or fired (f)"))
    return Overlay("spotting", f"What {state.name(unit.id)} spots", cells, legend)


def _seen_by(state: PanzerState, unit: Unit, origin: Hex) -> Iterable[Hex]:
    """The hexes that a unit sees, from the storey that it is on (na:6.1.4.3.1e, na:6.1.4.3.1f)."""
    if not unit.floor:
        return sight_field(state.board, state.tables, origin, FAR)
    return [h for h in within_range(origin, FAR) if h in state.board and sees_hex(state, unit, h)]


def _bears(state: PanzerState, unit: Unit, mounted: MountedWeapon, hex_: Hex) -> bool:
    """Whether a weapon bears on a hex as its unit stands; a turret with OVERWATCH turns as far as it may (or:7.8.4)."""
    turning = unit.command is Command.OVERWATCH
    return bears(state, unit, field_of_fire(state, unit.id, mounted), hex_, turning=turning)


def _bands(state: PanzerState, side: SideId | None, hex_: Hex | None, unit: Unit | None) -> Overlay:
    """Hit Numbers of the first AP weapon that bears on each hex: of a Grant's 37 mm gun where its 75 mm does not."""
    title = "Range bands"
    if unit is None or unit.hex is None:
        return Overlay("bands", title)
    weapons = ap_weapons(state, unit.id)
    if not weapons:
        return Overlay("bands", title, {}, (("dim", f"{state.name(unit.id)} has no AP weapon"),))
    cells: dict[Hex, OverlayCell] = {}
    legend: list[tuple[str, str]] = []
    for mounted, row in weapons:
        numbers: dict[RangeFactor, set[int]] = {}
        named = f"{mounted.weapon.name}, " if len(weapons) > 1 else ""
        for h in within_range(unit.hex, row.range[4]):
            if h not in state.board or h in cells or h == unit.hex or not _bears(state, unit, mounted, h):
                continue
            factor = row.at(distance(unit.hex, h))
            if factor is not None and sees(state.board, state.tables, unit.hex, h):
                net = max(-10, min(5, own_modifiers(state, unit, mounted, h, factor)))
                number = state.tables.ap_hit[net][factor.value] or 0
                numbers.setdefault(factor, set()).add(number)
                why = f"{named}{factor.name}: hits on {number}, penetration {row.penetration[factor.value]}"
                cells[h] = OverlayCell(_BAND_TONES[factor.value], f"{number}", why, "na:4.4.3.2.3")
        bands = [
            (
                _BAND_TONES[f.value],
                f"{f.name} to {row.range[f.value]}{_percent(numbers.get(f))}, P {row.penetration[f.value]}",
            )
            for f in RangeFactor
        ]
        legend += bands if not legend else [("dim", f"else {named}{'; '.join(text for _, text in bands)}")]
    names = " and ".join(mounted.weapon.name for mounted, _ in weapons)
    return Overlay("bands", f"{state.name(unit.id)}: {names}", cells, tuple(legend))


def _percent(numbers: Collection[int] | None) -> str:
    """The Hit Numbers of a range band: two on Overwatch, ahead and to the sides; none where no hex of it is seen."""
    return f": {' or '.join(f'{number}%' for number in sorted(numbers, reverse=True))}" if numbers else ""


def _arc(state: PanzerState, side: SideId | None, hex_: Hex | None, unit: Unit | None) -> Overlay:
    title = "Field-of-Fire"
    if unit is None or unit.hex is None:
        return Overlay("arc", title)
    weapons = ap_weapons(state, unit.id)
    cells = {}
    for mounted, row in weapons:
        for h in within_range(unit.hex, row.range[4]):
            if h in state.board and _bears(state, unit, mounted, h):
                cells[h] = OverlayCell("arc", "", f"in the Field-of-Fire of the {mounted.weapon.name}", "na:4.4.3.1")
    return Overlay("arc", f"Field-of-Fire of {state.name(unit.id)}", cells, (("arc", "in the Field-of-Fire"),))


def _threat(state: PanzerState, side: SideId | None, hex_: Hex | None, unit: Unit | None) -> Overlay:
    title = "Threat"
    if side is None:
        return Overlay("threat", title, {}, (("dim", "seen from a side only"),))
    guns: dict[Hex, int] = {}
    for enemy in state.of(state.scenario.enemy(side)):
        if enemy.hex is None or enemy.bailed_out:
            continue
        reached: set[Hex] = set()
        for mounted, row in ap_weapons(state, enemy.id):
            # A turretless gun may turn before it fires in a later turn; shown is what it can hit as it stands.
            for h in sight_field(state.board, state.tables, enemy.hex, row.range[4]):
                if _bears(state, enemy, mounted, h):
                    reached.add(h)
        for h in reached:
            guns[h] = guns.get(h, 0) + 1
    cells = {
        h: OverlayCell(
            "threat", str(n), f"{n} enemy vehicle{'s' if n > 1 else ''} could hit a spotted unit here", "na:4.4.3"
        )
        for h, n in guns.items()
    }
    return Overlay("threat", title, cells, (("threat", "number of enemy vehicles that could fire there"),))


_Compute = Callable[[PanzerState, SideId | None, Hex | None, Unit | None], Overlay]
_COMPUTE: Final[dict[str, _Compute]] = {
    "reach": _reach,
    "route": _route,
    "sight": _sight,
    "spotting": _spotting,
    "bands": _bands,
    "arc": _arc,
    "threat": _threat,
    command_face.KIND.id: command_face.overlay,
    air_face.OVERLAY.id: air_face.overlay,
    indirect_face.OVERLAY.id: indirect_face.overlay,
}
