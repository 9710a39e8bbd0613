"""The odds panel of called fire: who responds, and what its fire would do to everybody in the SHEAF (na:6.5.1.12)."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from core.choice import Partial
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzer.firing.ammunition import basic_limit, short_from, special_limit
from core.panzer.gp.fire import limited_odds
from core.panzer.gp.odds import crew_rows, moving_rows, terrain_rows, unseen_rows
from core.panzer.ground import water
from core.panzer.indirect.aims import Picked, read
from core.panzer.indirect.called import still_able
from core.panzer.indirect.impact import LIMITED, firing, gp_source, struck, terrain_strikes, unit_strikes
from core.panzer.indirect.observers import off_map
from core.panzer.indirect.response import ResponseTerms, endangered, response_terms
from core.panzer.indirect.scatter import scatter_chance
from core.panzer.indirect.sheafs import hexes
from core.panzer.pieces.gp import Strike
from core.panzer.pieces.missions import Aim, FireType, Mission, Sheaf, aim_words
from core.panzer.pieces.results import GP_WORDS, Result
from core.panzer.state import PanzerState
from core.presentation import OddsReport, Row


def report(state: PanzerState, side: SideId, partial: Partial) -> OddsReport | None:
    """The chances of a call or of an adjustment, as far as it has been picked; None before its Target Point."""
    kind, _, value = partial[0].partition(":")
    if kind == "call" and len(partial) > 1:
        return _report(state, side, UnitId(value), None, read(state, partial[1:]))
    mission = state.indirect.mission(side, int(value)) if kind == "mission" else None
    if mission is None or mission.observer is None:
        return None
    if len(partial) > 2 and partial[1] == "adjust":
        return _report(state, side, mission.observer, mission, read(state, partial[2:]))
    return None


#: The tone of what is told of one's own units under a pattern.
_OWN: Final = "warning"


def _report(
    state: PanzerState, side: SideId, observer: UnitId, mission: Mission | None, picked: Picked
) -> OddsReport | None:
    if picked.hex is None:
        return None
    aim = picked.aim or Aim(picked.hex, picked.type or FireType.GP, _round(picked.sheaf))
    firing_now = still_able(state, mission, aim, continued=False) if mission is not None else ()
    units = (*firing_now, *(u for u in picked.units if u in state.units))
    each = [(u, response_terms(state, observer, u, aim, already=u in firing_now)) for u in units]
    called = Mission(0, side, aim, units, observer)
    rows = [_response_row(state, unit, terms) for unit, terms in each]
    area: set[Hex] = set()
    for unit, _ in each:
        area |= hexes(state.board, aim, state.edition, on_map=not off_map(state, unit))
        rows += _strike_rows(state, called, unit) if aim.type is FireType.GP else _rounds_rows(state, called, unit)
    rows += _moving(state, called) if aim.type is FireType.GP else []
    near = endangered(state, side, aim.hex)
    if near:
        names = ", ".join(state.name(u) for u in near)
        rows.append(
            Row("Danger Close", f"on a 1 the enemy moves the fire onto one of: {names}", "na:6.5.1.12a", tone="bad")
        )
    # What one would do to one's own comes before all that one wants.
    rows.sort(key=lambda row: row.tone not in (_OWN, "bad"))
    outcomes = _outcomes([terms for _, terms in each], danger=bool(near))
    tally = each[0][1].tally.reasons if len(each) == 1 else ()
    return OddsReport(aim_words(aim), outcomes, tuple(rows), tally, path=tuple(sorted(area - {aim.hex})))


def _round(sheaf: Sheaf | None) -> Sheaf:
    """The SHEAF to show before the direction of a line has been picked."""
    return sheaf if sheaf is not None and sheaf is not Sheaf.LINEAR else Sheaf.CLOSED


def _outcomes(each: list[ResponseTerms], *, danger: bool) -> tuple[tuple[str, float], ...]:
    """For one unit its response; for several whether any of them responds, none does, any is moved."""
    if not each:
        return ()
    called, silent, safe = 1.0, 1.0, 1.0
    for terms in each:
        called *= 1 - terms.chance
        silent *= 1 - terms.chance - (0.1 if danger else 0.0)
        safe *= 0.9
    first = "responds" if len(each) == 1 else "one or more respond"
    found = [(first, 1 - called), ("no response", silent)]
    if danger:
        found.append(("Danger Close", 1 - safe))
    return tuple(found)


def _response_row(state: PanzerState, unit: UnitId, terms: ResponseTerms) -> Row:
    text = f"{terms.row}, {terms.attachment.value}: {terms.factor}+ with {terms.tally.total:+d}, {terms.chance:.0%}"
    if scattered := scatter_chance(state, terms):
        text += f", {scattered:.0%} of it scattered"
    return Row(state.name(unit), text, "na:6.5.1.12", unit=unit)


def _strike_rows(state: PanzerState, called: Mission, source: UnitId) -> list[Row]:
    """What the fire of a unit, once it falls, does to everybody in its SHEAF, and to its terrain."""
    one = evolve(called, sources=(source,))
    fire = firing(state, one, source)
    gp = gp_source(state, fire)
    rows = [Row("", f"range {fire.range} = {fire.factor}, GP Factor {gp.gp}, effective to {gp.effectiveness}")]
    limit = None if off_map(state, source) else basic_limit(state, source, fire.weapon)
    if limit is not None:
        rows.append(Row("", f"ammunition: runs short {short_from(state, limit)}, then -10", "na:5.16.2b"))
    for unit in struck(state, called.aim, source):
        rows += [_strike_row(state, called.side, strike, limit) for strike in unit_strikes(state, one, fire, unit.id)]
    area = sorted(hexes(state.board, called.aim, state.edition, on_map=not off_map(state, source)))
    return rows + terrain_rows(state, (s for h in area for s in terrain_strikes(state, one, fire, h)), area, limit)


def _rounds_rows(state: PanzerState, called: Mission, source: UnitId) -> list[Row]:
    """How smoke and illumination may run out before they are fired (na:5.16.2.3, na:5.16.2.5)."""
    kind = LIMITED.get(called.aim.type)
    if kind is None:
        return []
    fire = firing(state, evolve(called, sources=(source,)), source)
    limit = special_limit(state, source, fire.weapon, kind)
    if limit is None:
        return []
    told = f"{called.aim.type.value} runs out {short_from(state, limit)}; nothing is fired then"
    return [Row(state.name(source), told, "na:5.16.2.3", unit=source)]


def _moving(state: PanzerState, called: Mission) -> list[Row]:
    """What the movement of those in the SHEAF would count, that of vehicles in the miniatures edition at the Target
    Point alone (na:6.5.4.3a, na:6.5.4.2.2, min:16.7.2.1)."""
    there = {u.id: u.hex for source in called.sources for u in struck(state, called.aim, source)}
    near = (u for u, hex_ in there.items() if hex_ == called.aim.hex or not state.edition.counts_at_target_point)
    return [*moving_rows(state, near, indirect=True), *unseen_rows(state, there)]


def _strike_row(state: PanzerState, side: SideId, strike: Strike, limit: int | None) -> Row:
    if strike.target is None:
        return Row(strike.terrain)
    found = limited_odds(state, strike, limit)
    odds = water.outcomes(state, strike.target, found, indirect=True)
    told = ", ".join(f"{GP_WORDS[r]} {p:.0%}" for r, p in odds.items() if r is not Result.NO_EFFECT and p >= 0.005)
    own = state.units[strike.target].side == side
    crew = "".join(f"; crew {row.text}" for row in crew_rows(state, strike.target, found))
    text = f"{told or 'no effect'}{crew}; net {strike.tally.total:+d}"
    name = state.name(strike.target)
    if own:
        name = f"{name} ({next(s.name for s in state.scenario.sides if s.id == side)}, yours)"
    return Row(name, text, "na:6.5.4.4", tone=_OWN if own else "", unit=strike.target)
