"""Who calls indirect fire, and how the units that fire it stand to him (na:6.5.1.1, na:6.5.1.3, na:5.9.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.choice import Refusal
from core.event import SideId, UnitId
from core.hexes import Hex, within_range
from core.own import not_own
from core.panzer.formations.control import exercises_command, formation_key, recon, together
from core.panzer.pieces.advanced_tables import Attachment
from core.panzer.pieces.cards import AircraftCard, BatteryCard
from core.panzer.pieces.scenario import Label
from core.panzer.pieces.unit import Command, Presence, Unit
from core.panzer.sight.radio import without_radio
from core.panzer.sight.spotting import spots, stands
from core.panzer.state import PanzerState

#: Distinct sources that an observer may call in a turn (na:6.5.1.1.1, na:6.5.1.1.2, na:6.5.1.1.3).
SOURCES_OF_FO = 2
SOURCES = 1
FO = "FO"
RECON = "Recon"


def observer_row(state: PanzerState, unit: UnitId) -> str | None:
    """The row of the Called Indirect Fire Response Table for a unit; None if it may not call fire.

    FO before Command (na:6.5.1.1.1, na:6.5.1.1.2, na:5.9.4), Command by its level before Recon; nobody else
    (na:6.5.1.1.3).
    """
    member = state.scenario.by_id[unit]
    if isinstance(member.card, AircraftCard | BatteryCard):
        return None
    if Label.FO in member.labels:
        return FO
    if exercises_command(state, unit) and member.level is not None:
        return f"Command, {member.level.value}"
    return RECON if recon(state, unit) else None


def command_recon(state: PanzerState, unit: UnitId) -> bool:
    """Whether it is a Command Recon Observer (na:6.5.1.12.1b)."""
    return exercises_command(state, unit) and recon(state, unit)


def capacity(state: PanzerState, unit: UnitId) -> int:
    """How many distinct sources an observer may call, all at one hex; a Command FO is an FO (na:6.5.1.1.1).

    In the miniatures edition those of the USA four (min:16.5.1.1.1).
    """
    if observer_row(state, unit) != FO:
        return SOURCES
    american = state.scenario.side(state.units[unit].side).nation == "American"
    return state.edition.indirect.american_sources if american else SOURCES_OF_FO


def observer_refusal(state: PanzerState, side: SideId, unit_id: UnitId) -> Refusal | None:
    """Why a unit cannot call or observe fire now, whatever its target; None if it can (na:6.5.1c).

    With OVERWATCH; a passenger with any command of its vehicle but MOVE (na:6.6.7.2), in the miniatures edition none,
    since it has no OVERWATCH (min:16.3.1.2).
    """
    if (refused := not_own(state, side, unit_id, "na:3.1")) is not None:
        return refused
    unit, name = state.units[unit_id], state.name(unit_id)
    if observer_row(state, unit_id) is None:
        return Refusal(f"{name} is neither FO nor Command nor Recon and calls no fire", "na:6.5.1.1.3")
    if without_radio(state, unit_id):
        return Refusal(f"{name} has no radio and calls no fire", "or:7.4.3")
    if away := absent(state, unit):
        return Refusal(f"{name} {away}", "na:6.5.1.9a")
    if uncommanded := _uncommanded(state, unit):
        return uncommanded
    if unit.fired:
        return Refusal(f"{name} has acted this turn", "na:6.5.1c")
    return None


def absent(state: PanzerState, unit: Unit) -> str:
    """Why a unit is not there to observe, in words; "" if it is."""
    there = carrier_of(state, unit)
    if not there.on_map:
        return "is not on the map"
    return "has bailed out" if unit.bailed_out or there.bailed_out else ""


def carrier_of(state: PanzerState, unit: Unit) -> Unit:
    """The vehicle of a passenger; else the unit itself."""
    return state.units[unit.carrier] if unit.presence is Presence.CARRIED and unit.carrier is not None else unit


def _uncommanded(state: PanzerState, unit: Unit) -> Refusal | None:
    name = state.name(unit.id)
    if unit.presence is Presence.CARRIED:
        if not state.edition.indirect.passengers_observe:
            return Refusal(f"{name} is mounted; an observer needs OVERWATCH, which passengers have not", "min:16.3.1.2")
        if carrier_of(state, unit).command is Command.MOVE:
            return Refusal(f"the vehicle of {name} has MOVE; a passenger observes with any other command", "na:6.6.7.2")
        return None
    if unit.command is not Command.OVERWATCH:
        held = unit.command.value if unit.command is not None else "no command"
        return Refusal(f"{name} has {held}; an observer needs OVERWATCH", "na:6.5.1c")
    return None


def observers(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    """The units of a side that may call or observe fire now."""
    return tuple(u for u, unit in state.units.items() if unit.side == side and _able(state, side, u))


def _able(state: PanzerState, side: SideId, unit: UnitId) -> bool:
    return observer_refusal(state, side, unit) is None


def spotted_by(state: PanzerState, observer: UnitId) -> Iterator[Unit]:
    """The enemy units that an observer itself spots at this moment (na:6.5.1.7)."""
    side = state.units[observer].side
    for unit in state.of(state.scenario.enemy(side)):
        if not isinstance(state.card(unit.id), AircraftCard) and spots(state, observer, unit.id):
            yield unit


def spotted_in(state: PanzerState, observer: UnitId, hex_: Hex) -> tuple[UnitId, ...]:
    """The enemy units that an observer itself spots where a Target Point in a hex is for them: in the hex (na:6.5.1.7),
    in the miniatures edition up to 1 inch from it (min:16.5.1.8)."""
    side = state.units[observer].side
    return tuple(
        u.id
        for near in within_range(hex_, state.edition.indirect.target_point_reach)
        for u in state.in_hex(near)
        if u.side != side and not isinstance(state.card(u.id), AircraftCard) and spots(state, observer, u.id)
    )


def where(state: PanzerState, unit: UnitId) -> Hex | None:
    """Where an observer is, as the vehicle that carries it; None off the map."""
    return stands(state, state.units[unit])[0]


# -- the units that fire --------------------------------------------------------------------------


def attachment(state: PanzerState, observer: UnitId, source: UnitId) -> Attachment:
    """The Attachment Level of a unit that fires, relative to an observer: a column of the response table.

    On-map units are Attached to their own formation alone (na:6.5.1.3.1). A battery serves the formation to which it
    is Attached, or Organic (na:6.5.1.3.2), with all formations below it; to everybody else it is Unattached
    (na:6.5.1.3.3).
    """
    mine, theirs = state.scenario.by_id[observer], state.scenario.by_id[source]
    if not isinstance(theirs.card, BatteryCard):
        same = formation_key(state, observer) == formation_key(state, source)
        return Attachment.ATTACHED if same else Attachment.UNATTACHED
    if mine.side != theirs.side or theirs.formation not in state.scenario.above(mine.side, mine.formation):
        return Attachment.UNATTACHED
    return theirs.attachment or Attachment.ATTACHED


def off_map(state: PanzerState, source: UnitId) -> bool:
    """Whether a unit is an off-map battery (na:6.5.1.2, na:5.3)."""
    return isinstance(state.card(source), BatteryCard)


def distinct_sources(state: PanzerState, units: Iterable[UnitId]) -> int:
    """How many distinct sources units are: each battery one, each on-map unit one, two of them as one where they are
    of the same formation and within its Command Range (na:6.5.1.1.4)."""
    ids = tuple(units)
    batteries = sum(off_map(state, u) for u in ids)
    return batteries + _fewest(state, tuple(u for u in ids if not off_map(state, u)))


def _fewest(state: PanzerState, units: tuple[UnitId, ...]) -> int:
    if not units:
        return 0
    first, rest = units[0], units[1:]
    alone = 1 + _fewest(state, rest)
    pairs = (1 + _fewest(state, tuple(u for u in rest if u != other)) for other in rest if paired(state, first, other))
    return min(alone, *pairs, alone)


def paired(state: PanzerState, one: UnitId, other: UnitId) -> bool:
    """Whether two on-map units may count as one distinct source (na:6.5.1.1.4, min:16.5.1.4)."""
    return formation_key(state, one) == formation_key(state, other) and together(state, one, other)
