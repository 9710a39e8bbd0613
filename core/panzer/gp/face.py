"""What is shown of GP fire and Suppression: marks, rows of cards, and the odds panel (na:5.10a, na:6.5.4)."""

from __future__ import annotations

from core.panzer.firing import dual_fire
from core.panzer.gp import fire
from core.panzer.gp.defense import gp_defense, target_type
from core.panzer.pieces.cards import LegStep
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.gp import GpResult, Strike, factor, words
from core.panzer.pieces.modules import Module
from core.panzer.pieces.unit import Presence, Suppression, Unit
from core.panzer.state import PanzerState
from core.presentation import Mark, OddsReport, Row

SUPPRESSED = {
    Suppression.ON: Mark("suppressed-on", "▼", "!", "SUPPRESSION/ON", "warn"),
    Suppression.OFF: Mark("suppressed-off", "▽", "!", "SUPPRESSION/OFF", "warn"),
}
BAILED_OUT = Mark("bailed-out", "∅", "B", "BAIL: its crew is gone", "dim")
HALF_SQUAD = Mark("half-squad", "½", "h", "half-squad", "info")


def marks(unit: Unit) -> tuple[Mark, ...]:
    """The marks of Suppression, an abandoned vehicle and a reduced squad."""
    found: list[Mark] = []
    if unit.suppression is not None:
        found.append(SUPPRESSED[unit.suppression])
    if unit.size is LegStep.HALF_SQUAD:
        found.append(HALF_SQUAD)
    if unit.bailed_out:
        found.append(BAILED_OUT)
    return tuple(found)


def unit_rows(state: PanzerState, unit: Unit) -> list[Row]:
    """What a card says of a unit's Suppression, its crew, its size and its GP Defense as it stands."""
    rows: list[Row] = []
    if unit.suppression is not None:
        rows.append(Row(unit.suppression.value, "AP -5, GP -20, one weapon, ahead only", "na:5.10a", tone="warn"))
    if unit.under_fire:
        rows.append(Row("UNDER FIRE", "+10 to recover from Suppression", "na:6.8.3.1.2"))
    if unit.bailed_out:
        rows.append(Row("BAIL", "its crew has left it for good", "na:5.15c", tone="bad"))
    if unit.size is not None:
        rows.append(Row("Size", unit.size.value, "na:5.1"))
    if state.has(Module.GP_FIRE) and (unit.on_map or unit.presence is Presence.CARRIED):
        tally = gp_defense(state, unit.id)
        rows.append(Row("GP Defense", f"{factor(tally)}{target_type(state.card(unit.id))}, {tally}", "na:6.5.4.2"))
    return rows


def gp_report(state: PanzerState, shots: tuple[Shot, ...], *, overwatch: bool) -> OddsReport:
    """GP shots at one target or, with Dual Fire, several; the chances are those of one shot, or of any effect."""
    batch = [fire.gp_terms(state, s, overwatch=overwatch) for s in dual_fire.completed(state, shots)]
    rows: list[Row] = []
    for terms in batch:
        rows += gp_rows(state, terms)
    target = state.name(shots[0].target)
    if len(batch) == 1:
        odds = fire.gp_odds(state, batch[0])
        outcomes = tuple((words(result), chance) for result, chance in odds.items())
        return OddsReport(f"one shot at {target}", outcomes, tuple(rows), batch[0].strike.tally.reasons)
    spared = 1.0
    for terms in batch:
        if terms.shot.target == shots[0].target:
            spared *= fire.gp_odds(state, terms).get(GpResult.NO_EFFECT, 0.0)
    outcomes = (("any effect", 1 - spared), ("no effect", spared))
    return OddsReport(f"{len(batch)} shots at {target}", outcomes, tuple(rows))


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
    if terms.limit is not None:
        rows.append(Row("", f"ammunition: runs short above {terms.limit} on a d10, then -10", "na:5.16.2b"))
    return rows


def _strike_row(state: PanzerState, strike: Strike) -> Row:
    if strike.target is None:
        name, type_ = state.tables.terrain[strike.terrain].name, "S"
    else:
        name, type_ = state.name(strike.target), target_type(state.card(strike.target))
    n, s = strike.cell
    text = f"GP Defense {strike.row}{type_}: no effect to {n}, suppressed to {s}; net {strike.tally.total:+d}"
    return Row(name, text, "na:6.5.4.4")
