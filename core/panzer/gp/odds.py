"""Chances of GP fire, row by row: the attack, its roll, what it may come to (na:6.5.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from core.event import UnitId
from core.hexes import Hex
from core.panzer.firing import dual_fire
from core.panzer.firing.aim import may_be_moving
from core.panzer.firing.ammunition import short_from
from core.panzer.firing.shot_kinds import title
from core.panzer.gp import fire, mine_clearing
from core.panzer.gp.bail_out import crew_left
from core.panzer.gp.defense import target_type
from core.panzer.gp.modifiers import amounts
from core.panzer.ground import water
from core.panzer.ground.positions import victims
from core.panzer.pieces.cards import LegCard, TowedCard, VehicleCard
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.gp import Strike
from core.panzer.pieces.results import GP_WORDS, Result
from core.panzer.pieces.unit import CommandFace
from core.panzer.state import PanzerState
from core.presentation import OddsReport, Row

#: The least chance that is told.
_TOLD: Final = 0.005


def gp_report(state: PanzerState, shots: tuple[Shot, ...], *, overwatch: bool) -> OddsReport:
    """GP shots at one target or, with Dual Fire, several; the chances are those of one shot, or of any effect."""
    batch = [fire.gp_terms(state, s, overwatch=overwatch) for s in dual_fire.completed(state, shots)]
    rows: list[Row] = []
    for terms in batch:
        rows += gp_rows(state, terms)
    rows += moving_rows(state, (shots[0].target,))
    rows += unseen_rows(state, dict.fromkeys(shot.target for shot in shots))
    if len(batch) == 1:
        odds = water.outcomes(state, batch[0].shot.target, fire.gp_odds(state, batch[0]))
        rows += crew_rows(state, shots[0].target, odds)
        outcomes = tuple((GP_WORDS[result], chance) for result, chance in odds.items())
        return OddsReport(title(state, shots), outcomes, tuple(rows), batch[0].strike.tally.reasons)
    spared = 1.0
    for terms in batch:
        if terms.shot.target == shots[0].target:
            spared *= fire.gp_odds(state, terms).get(Result.NO_EFFECT, 0.0)
    outcomes = (("any effect", 1 - spared), ("no effect", spared))
    return OddsReport(title(state, shots), outcomes, tuple(rows))


def crew_rows(state: PanzerState, target: UnitId, odds: Mapping[Result, float]) -> list[Row]:
    """How likely the crew of a vehicle leaves it for good, which is among the chances of what makes it check
    (na:5.15a)."""
    left = crew_left(state, target, odds)
    return [Row("Crew", f"bails out in {left:.0%}", "na:6.5.2.6.1", unit=target)] if left >= _TOLD else []


def moving_rows(state: PanzerState, targets: Iterable[UnitId], *, indirect: bool = False) -> list[Row]:
    """What it would count if the owners of vehicles showed that these are moving, while they may yet (na:6.5.4.3a)."""
    able = [u for u in targets if isinstance(state.card(u), VehicleCard) and may_be_moving(state, state.units[u])]
    if not able:
        return []
    told = f"the owner may show that: {amounts(state.advanced, indirect=indirect)['target-moving']:+d}"
    if len(able) == 1:
        return [Row("If it is moving", told, "na:6.5.4.3a", unit=able[0])]
    return [Row("If it is moving", f"{', '.join(map(state.name, able))}: {told}", "na:6.5.4.3a")]


def unseen_rows(state: PanzerState, targets: Iterable[UnitId]) -> list[Row]:
    """What the MOVE or SHORT HALT of leg and towed units would count that they may have face down: it counts whether or
    not anybody sees it, unless they crawl in Full Cover (na:6.5.4.2.2)."""
    able: dict[UnitId, int] = {}
    for unit in targets:
        card = state.card(unit)
        if isinstance(card, LegCard | TowedCard) and state.units[unit].on_map and _may_move_unseen(state, unit):
            able[unit] = card.gp_defense.moving
    found: list[Row] = []
    for amount in sorted(set(able.values())):
        units = [unit for unit in able if able[unit] == amount]
        told = f"that counts, seen or not: {amount:+d} to its GP Defense"
        if len(units) == 1:
            found.append(Row("If it is to move", told, "na:6.5.4.2.2", unit=units[0]))
        else:
            found.append(Row("If it is to move", f"{', '.join(map(state.name, units))}: {told}", "na:6.5.4.2.2"))
    return found


def _may_move_unseen(state: PanzerState, unit_id: UnitId) -> bool:
    """Whether a unit may have a MOVE or SHORT HALT that counts against it, for all that a view knows of it."""
    unit = state.units[unit_id]
    hidden = unit.command is None and unit.command_face is CommandFace.DOWN and not state.is_view_of(unit.side)
    return hidden and not (unit.full_cover and isinstance(state.card(unit_id), LegCard))


def gp_rows(state: PanzerState, terms: fire.GpTerms) -> list[Row]:
    """A shot: weapon, range and factors; then each thing that it strikes, with its cell of the table."""
    source = terms.source
    kind = ", Small Arms" if source.small_arms else f", effective to {source.effectiveness}"
    rows = [
        Row(
            state.name(terms.shot.shooter),
            f"{terms.weapon.weapon.name}: range {terms.range} = {source.factor.name}, GP Factor {source.gp}{kind}",
            "na:6.5.4.1",
        )
    ]
    rows += [_strike_row(state, strike) for strike in terms.strikes]
    rows += water.odds_rows(state, terms.shot.target)
    if terms.limit is not None:
        rows.append(Row("", f"ammunition: runs short {short_from(state, terms.limit)}, then -10", "na:5.16.2b"))
    return rows


def terrain_rows(state: PanzerState, strikes: Iterable[Strike], area: Sequence[Hex], limit: int | None) -> list[Row]:
    """The terrain on which fire falls in an area, each with the chance that it is destroyed (na:6.5.4.4.3c), and whom
    it takes along then; of minefields that fall as areas the first hex of each (min:20.6.3.1).

    limit: that of the ammunition, if any.
    """
    rows = []
    for strike in strikes:
        mined = mine_clearing.same_field(state, strike, area)
        if mined and strike.hex != mined[0]:
            continue
        chance = fire.limited_odds(state, strike, limit).get(Result.ELIMINATED, 0.0)
        told = f"destroyed {chance:.0%}{_taken_along(state, strike)}" if chance >= _TOLD else "no effect"
        name = f"{state.tables.terrain[strike.terrain].name} in {strike.hex}"
        text = f"{told}; GP Defense {strike.row}S, net {strike.tally.total:+d}"
        rows.append(Row(name, text, "na:6.5.4.4.3c", hex=strike.hex))
    return rows


def _taken_along(state: PanzerState, strike: Strike) -> str:
    """Whom terrain takes along when it is destroyed, in words (na:6.5.4.4.3d to na:6.5.4.4.3f, min:16.7.4.2.16.1)."""
    lost = victims(state, strike.hex, strike.terrain)
    return f" with {', '.join(map(state.name, lost))}" if lost else ""


def _strike_row(state: PanzerState, strike: Strike) -> Row:
    if strike.target is None:
        name, type_ = state.tables.terrain[strike.terrain].name, "S"
    else:
        name, type_ = state.name(strike.target), target_type(state.card(strike.target))
    n, s = strike.cell
    suppressed = "suppressed above, Pinning Fire" if strike.source.pins else f"suppressed to {s}"
    text = f"GP Defense {strike.row}{type_}: no effect to {n}, {suppressed}; net {strike.tally.total:+d}"
    return Row(name, text, "na:6.5.4.4")
