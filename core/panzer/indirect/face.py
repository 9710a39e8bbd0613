"""How indirect fire shows itself: impact counters, the mission board, the layer of SHEAFs, rows on cards (na:6.5.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.event import SideId, UnitId
from core.hexes import Hex, distance, in_hexes
from core.panzer.indirect.called import caller_refusal
from core.panzer.indirect.observers import capacity, observer_row, off_map, where
from core.panzer.indirect.planned import left_words
from core.panzer.indirect.prospects import target_hexes
from core.panzer.indirect.response import endangered, response_terms
from core.panzer.indirect.sheafs import hexes
from core.panzer.indirect.sources import may_observe, rows, sources
from core.panzer.indirect.step import announceable, waiting
from core.panzer.pieces.advanced_tables import Attachment
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.missions import Aim, Mission, Plan, Sheaf, aim_words
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence, Unit
from core.panzer.sequence import INDIRECT_STEPS, PLOTTING
from core.panzer.state import PanzerState
from core.presentation import Card, Counter, Overlay, OverlayCell, OverlayKind, Row, Section, Sheet, SheetKind

KIND: Final = SheetKind("missions", "Mission board", "m")
OVERLAY: Final = OverlayKind("sheaf", "SHEAF Patterns and Danger Close", "h", "hex")
_NOTE: Final = "Factors are what a d10 with its modifiers must reach; an unmodified 1 never responds (na:6.5.1.12)."
_LEVELS: Final = (Attachment.ATTACHED, Attachment.ORGANIC, Attachment.UNATTACHED)


def remaining(state: PanzerState, side: SideId) -> str:
    """What a side has left to plot, or to maintain and to announce, in words."""
    if state.step == PLOTTING:
        return f"{left_words(state, side)} to plot"
    missions, plans = len(waiting(state, side)), len(announceable(state, side))
    left = (
        f"{missions} mission{'s' * (missions > 1)} to maintain" if missions else "",
        f"{plans} plan{'s' * (plans > 1)} to announce" if plans else "",
    )
    return ", ".join(words for words in left if words)


# -- the map ---------------------------------------------------------------------------------------


def counters(state: PanzerState) -> Iterator[Counter]:
    """The ARTILLERY IMPACT counters, numbered, each in its Target Point hex (na:6.5.1.5a)."""
    for mission in state.indirect.missions:
        if mission.fired and mission.aim.hex in state.board:
            yield Counter(
                id=f"impact:{mission.side}:{mission.number}",
                kind="mark",
                hex=mission.aim.hex,
                side=mission.side,
                short=f"#{mission.number}"[:2],
                name=f"Impact {mission.number}",
                values=mission.aim.type.value,
                label=f"ARTILLERY IMPACT {mission.number}, {aim_words(mission.aim)}",
            )


def overlay(state: PanzerState, side: SideId | None, hex_: Hex | None, unit: Unit | None) -> Overlay:
    """The SHEAFs of the missions in force; round a hex those of a battery, and who would be in danger there."""
    cells: dict[Hex, OverlayCell] = {}
    legend: list[tuple[str, str]] = []
    if hex_ is not None and hex_ in state.board:
        for sheaf, tone in ((Sheaf.OPEN, "band-2"), (Sheaf.CLOSED, "band-1")):
            for h in hexes(state.board, Aim(hex_, sheaf=sheaf), state.edition, on_map=False):
                cells[h] = OverlayCell(tone, "", f"in the {sheaf.value} SHEAF of a battery on {hex_}", "na:6.5.1.5")
        legend += [("band-1", "Closed SHEAF, 7 hexes"), ("band-2", "Open SHEAF, 19 hexes, GP -20")]
        close = f"within {in_hexes(state.edition.indirect.danger_close)}: Danger Close"
        for own in endangered(state, side, hex_) if side is not None else ():
            at = state.units[own].hex
            if at is not None:
                why = f"{state.name(own)} is spotted and {close}"
                cells[at] = OverlayCell("threat", "!", why, "na:6.5.1.10")
        legend.append(("threat", f"own spotted units {close}"))
    for mission in state.indirect.missions:
        for area in mission.patterns:
            for h in area:
                words = f"mission {mission.number}, {aim_words(mission.aim)}"
                cells[h] = OverlayCell("blocked", str(mission.number), words, "na:6.5.1.5a")
    if state.indirect.missions:
        legend.append(("blocked", "Barrages of the missions in force, by number"))
    title = f"SHEAFs on {hex_}" if hex_ is not None else OVERLAY.title
    return Overlay(OVERLAY.id, title, cells, tuple(legend))


# -- cards -----------------------------------------------------------------------------------------


def unit_rows(state: PanzerState, unit: Unit) -> list[Row]:
    """What a card says of an observer, of a battery and of any unit that fires in a mission."""
    if not state.has(Switch.INDIRECT_FIRE):
        return []
    found: list[Row] = []
    row = observer_row(state, unit.id)
    if row is not None:
        most = capacity(state, unit.id)
        factors = ", ".join(f"{level.value} {state.advanced.response[row][level]}+" for level in _LEVELS)
        words = f"{row}: {most} source{'s' if most > 1 else ''}; {factors}"
        found.append(Row("Calls fire", words, "na:6.5.1.1"))
    if rows(state, unit.id) and off_map(state, unit.id):
        found.append(Row("Battery", _belongs(state, unit.id), "na:6.5.1.3"))
    for mission in state.indirect.missions:
        if unit.id in (*mission.sources, mission.observer):
            what = "observes" if unit.id == mission.observer else "fires"
            words = f"{what}: {aim_words(mission.aim)}"
            found.append(Row(f"Mission {mission.number}", words, "na:6.5.1.5a", hex=mission.aim.hex))
    return found


def acted(state: PanzerState, unit: Unit) -> Row:
    """That a unit has fired, or has done in its place what lets it do nothing else in the turn."""
    if unit.id in state.indirect.observing:
        return Row("Observed", "this turn, and does nothing else", "na:6.5.1c")
    if unit.id in state.indirect.spent and unit.id not in state.fire.fired:
        return Row("Called", "it did not respond, and does nothing else this turn", "na:6.5.1.7a")
    card = state.card(unit.id)
    if isinstance(card, VehicleCard) and card.dismounts_as and unit.id not in state.fire.fired:
        return Row("Remounted", "its gun has used its MOVE, and does not fire this turn", "na:4.2b")
    return Row("Fired", "this turn", "na:4.4.1c")


def hex_rows(state: PanzerState, hex_: Hex) -> list[Row]:
    """The missions whose Target Point is a hex."""
    return [
        Row(f"Mission {m.number}", f"{state.scenario.side(m.side).name}: {aim_words(m.aim)}", "na:6.5.1.5a")
        for m in state.indirect.missions
        if m.fired and m.aim.hex == hex_
    ]


def _belongs(state: PanzerState, source: UnitId) -> str:
    member = state.scenario.by_id[source]
    if not off_map(state, source):
        return f"Attached to {member.formation}"
    level = member.attachment or Attachment.ATTACHED
    return f"{level.value} to {member.formation or 'no formation'}"


# -- the mission board -----------------------------------------------------------------------------


def sheet(state: PanzerState, side: SideId | None) -> Sheet:
    """Missions in force of both sides; of one's own the sources, the observers with their factors, and the plots."""
    cards = [_mission(state, mission) for mission in state.indirect.missions]
    for own in (s.id for s in state.scenario.sides if side in (None, s.id)):
        cards += [card for card in (_sources(state, own), _observers(state, own), _plots(state, own)) if card.sections]
    return Sheet(KIND.title, "na:6.5.1", tuple(cards), _NOTE)


def _mission(state: PanzerState, mission: Mission) -> Card:
    found: list[Row] = []
    if mission.observer is not None:
        found.append(Row("Observer", state.name(mission.observer), "na:6.5.1.1", unit=mission.observer))
    else:
        found.append(Row("Planned", "it follows its plot", "na:6.5.1.11"))
    found.append(Row("Target Point", aim_words(mission.aim), "na:6.5.1.5", hex=mission.aim.hex))
    for source in mission.sources:
        how = next((f"range {f.range} = {f.factor}" for f in mission.fired if f.unit == source and f.range), "")
        found.append(Row(state.name(source), how or _belongs(state, source), "na:6.5.1.3", unit=source))
    if mission.danger_close:
        found.append(Row("Danger Close", "it checks in the next turn", "na:6.5.1.10", tone="bad"))
    elif mission.reconnaissance:
        found.append(Row("Reconnaissance by fire", "it checks in the next turn", "or:7.37", tone="warn"))
    elif not mission.planned and mission.turn != state.turn:
        found.append(Row("This turn", "to be continued, adjusted or checked", "na:6.5.1.8", tone="warn"))
    title = f"Mission {mission.number}"
    return Card(title, state.scenario.side(mission.side).name, mission.side, (Section("", tuple(found)),))


def _sources(state: PanzerState, side: SideId) -> Card:
    found = [
        Row(state.name(u), rule="na:6.5.1.2", cells=(_belongs(state, u), _ranges(state, u), _busy(state, u)), unit=u)
        for u in sources(state, side)
    ]
    section = Section("", tuple(found), heading=("Source", "Attachment", "Range", "Now"))
    return Card("Sources", state.scenario.side(side).name, side, (section,) if found else ())


def _ranges(state: PanzerState, source: UnitId) -> str:
    row = rows(state, source)[0][2]
    return f"{row.min_range}-{row.range[4]}"


def _busy(state: PanzerState, source: UnitId) -> str:
    mission = state.indirect.firing_in(source)
    if mission is not None:
        return f"mission {mission.number}"
    if source in state.indirect.spent:
        return "done this turn"
    held = next((p for p in state.indirect.plans if p.battery == source and p.holds(state.turn)), None)
    if held is not None:
        return f"unavailable to turn {held.last + 1}"
    return "free"


def _observers(state: PanzerState, side: SideId) -> Card:
    """Each observer: his row; for each source the factor, in the step its chance at the nearest target."""
    able = sources(state, side)[:6]
    there = [
        u
        for u in state.units.values()
        if u.side == side and may_observe(state, u.id) and u.presence in (Presence.ON_MAP, Presence.CARRIED)
    ]
    found = [
        Row(
            state.name(u.id),
            rule="na:6.5.1.12",
            cells=(
                observer_row(state, u.id) or "",
                *(_factor(state, u.id, s) for s in able),
                _may_call(state, side, u.id),
            ),
            unit=u.id,
        )
        for u in there
    ]
    heading = ("Observer", "Row", *(state.name(s) for s in able), "Now")
    return Card(
        "Observers", state.scenario.side(side).name, side, (Section("", tuple(found), heading),) if found else ()
    )


def _factor(state: PanzerState, observer: UnitId, source: UnitId) -> str:
    origin = where(state, observer)
    if origin is None:
        return ""
    seen = target_hexes(state, observer) if state.step in INDIRECT_STEPS else ()
    nearest = min((h for h, _ in seen), key=lambda h: (distance(origin, h), h), default=None)
    terms = response_terms(state, observer, source, Aim(nearest or origin))
    chance = f" {terms.chance:.0%}" if nearest is not None else ""
    return f"{terms.factor}+{chance}"


def _may_call(state: PanzerState, side: SideId, observer: UnitId) -> str:
    if state.step not in INDIRECT_STEPS:
        return ""
    refused = caller_refusal(state, side, observer)
    if refused is not None:
        return refused.reason
    seen = target_hexes(state, observer)
    return f"spots {', '.join(h.id for h, _ in seen[:4])}" if seen else "spots nobody"


def _plots(state: PanzerState, side: SideId) -> Card:
    found = [
        Row(f"Point {p.hex}", ", ".join(state.name(b) for b in p.batteries), "na:6.5.1.4", hex=p.hex)
        for p in state.indirect.points
        if p.side == side
    ]
    for held in state.indirect.plans:
        if held.side == side:
            found += _plan(state, held)
    given = state.scenario.side(side)
    if (given.registered_points or given.planned_missions) and side not in state.ended:
        found.append(Row("Left to plot", left_words(state, side), "na:6.5.1.4"))
    return Card("Plots, secret", given.name, side, (Section("", tuple(found)),) if found else ())


def _plan(state: PanzerState, held: Plan) -> Iterator[Row]:
    begun = f"begun in turn {held.begun}" if held.begun else f"plotted for turn {held.turn}, one earlier or later"
    yield Row(state.name(held.battery), begun, "na:6.5.1.11.2", unit=held.battery)
    for at, aim in enumerate(held.turns):
        turn = (held.begun or held.turn) + at
        tone = "dim" if held.begun and turn < state.turn else ""
        yield Row(f"  turn {turn}", aim_words(aim), "na:6.5.1.11.1", hex=aim.hex, tone=tone)
