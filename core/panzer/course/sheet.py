"""How things stand, for the summary of a turn: losses, what is hurt or Suppressed, objectives, missions (na:3.6b)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from core.event import SideId
from core.panzer.course import conditions
from core.panzer.course.victory import kept_off, reduced
from core.panzer.pieces.missions import aim_words
from core.panzer.pieces.scenario import ScenarioSide
from core.panzer.pieces.unit import Presence, Unit, Wreck
from core.panzer.state import PanzerState
from core.presentation import Card, Row, Section, Sheet, SheetKind

KIND: Final = SheetKind("summary", "The turn", "s")
#: What is told of an objective that neither side controls for the fire in it (na:3.6c).
CONTESTED: Final = "contested: on fire, with units of both sides beside it"
_FATES: Final = {Wreck.BU: "brewed up", Wreck.KO: "knocked out"}


def sheet(state: PanzerState, side: SideId | None) -> Sheet:
    """The losses of each side as everybody sees them, what is hurt, and who holds the objectives."""
    cards = [_side(state, one) for one in state.scenario.sides]
    objectives = tuple(_objectives(state))
    around = conditions.card(state.scenario)
    if around is not None:
        cards.append(around)
    if objectives:
        cards.append(Card("Objectives", sections=(Section("", objectives),)))
    missions = tuple(_missions(state))
    if missions:
        cards.append(Card("Missions in force", sections=(Section("", missions),)))
    return Sheet(KIND.title, "", tuple(cards))


def _side(state: PanzerState, side: ScenarioSide) -> Card:
    own = [u for u in state.units.values() if u.side == side.id]
    lost = tuple(_row(state, u, _fate(u), "bad") for u in own if _fate(u))
    left = tuple(_row(state, u, _where_left(u), "") for u in own if u.presence is Presence.EXITED)
    here = (u for u in own if not _fate(u) and u.presence is not Presence.EXITED)
    hurt = tuple(_row(state, u, told, "warn") for u in here if (told := _harm(state, u)))
    ready = (u.on_map or u.presence in (Presence.CARRIED, Presence.OFF_MAP) for u in own if not _fate(u))
    fit = sum(ready) - len(hurt)
    named = (("Lost", lost), ("Left the map", left), ("Hurt or Suppressed", hurt))
    sections = tuple(Section(f"{title}: {len(rows)}", rows) for title, rows in named if rows)
    coming = sum(u.presence is Presence.WAITING for u in own)
    later = f", {coming} not on the map yet" if coming else ""
    told = f"{fit} of {len(own)} units in good order{later}"
    return Card(side.name, told, side.id, sections or (Section("", ()),))


def _row(state: PanzerState, unit: Unit, told: str, tone: str) -> Row:
    return Row(state.name(unit.id), told, state.scenario.victory.rule, tone=tone, unit=unit.id, hex=unit.hex)


def _fate(unit: Unit) -> str:
    """How a unit was lost; "" if it was not."""
    if unit.presence is Presence.ELIMINATED:
        return (
            {"BU": "brewed up", "KO": "knocked out"}.get(unit.fate.value, "eliminated") if unit.fate else "eliminated"
        )
    return "its crew has bailed out" if unit.bailed_out and unit.presence is not Presence.EXITED else ""


def _where_left(unit: Unit) -> str:
    """From where a unit has left the map, which is no loss (na:4.5.1.1.9)."""
    return f"from {unit.left_from}, no loss" if unit.left_from is not None else "no loss"


def _harm(state: PanzerState, unit: Unit) -> str:
    """What a unit suffers from that is still there; "" if it is in good order."""
    harms = (
        ("damaged", unit.damaged),
        ("turret damaged", unit.turret_damaged),
        ("hull damaged", unit.hull_damaged),
        ("track hit", unit.track_hit),
        ("reduced to a half-squad", reduced(state, unit)),
        ("Suppressed", unit.suppressed),
    )
    return ", ".join(word for word, so in harms if so)


def _objectives(state: PanzerState) -> Iterable[Row]:
    for objective in state.scenario.objectives:
        holder = state.objectives.control.get(objective.id)
        held = f"held by {state.scenario.side(holder).name}" if holder is not None else "held by nobody"
        held += f", {CONTESTED}" if kept_off(state, objective) else ""
        now = state.objectives.occupation.get(objective.id)
        taking = ""
        if now is not None and now.side != holder:
            name = state.scenario.side(now.side).name
            taking = f"; {name} has been there for {now.turns} of {objective.turns} complete turns"
        text = f"{state.scenario.worth_of(objective)}, {held}{taking}"
        yield Row(objective.name, text, "na:3.6b", hex=min(objective.hexes, default=None))


def _missions(state: PanzerState) -> Iterable[Row]:
    """The missions that are known, with their Target Points (na:6.5.1.5a)."""
    for mission in state.indirect.missions:
        name = state.scenario.side(mission.side).name
        where = mission.aim.hex if mission.aim.hex in state.board else None
        yield Row(f"Mission {mission.number}", f"{name}: {aim_words(mission.aim)}", "na:6.5.1.5a", hex=where)
