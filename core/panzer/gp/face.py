"""What is shown of GP fire and Suppression: marks, rows of cards, and the odds panel (na:5.10a, na:6.5.4)."""

from __future__ import annotations

from typing import Final

from core.panzer.firing import malfunction
from core.panzer.gp.defense import gp_defense, target_type
from core.panzer.pieces.cards import LegStep
from core.panzer.pieces.gp import factor
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Collateral, Presence, Suppression, Unit
from core.panzer.state import PanzerState
from core.presentation import Mark, Row

SUPPRESSED = {
    Suppression.ON: Mark("suppressed-on", "▼", "!", "SUPPRESSION/ON", "warn"),
    Suppression.OFF: Mark("suppressed-off", "▽", "!", "SUPPRESSION/OFF", "warn"),
}
BAILED_OUT = Mark("bailed-out", "∅", "B", "BAIL: its crew is gone", "dim")
SMOKE_SCREEN = Mark("smoke-ds", "≋", "~", "SMOKE/DS: in its own smoke", "info")
HALF_SQUAD = Mark("half-squad", "½", "h", "half-squad", "info")

#: What each kind of collateral damage does (or:7.23.1 to or:7.23.4).
_COLLATERAL: Final = {
    Collateral.OPTICS: "AP -1, GP -5",
    Collateral.COAX: "no Coax MG",
    Collateral.TURRET: "its turret does not turn",
    Collateral.RADIO: "no Command, no Recon",
    Collateral.RUNNING_GEAR: "Movement Factor -2",
    Collateral.FUEL: "it may burn, or run out of fuel",
    Collateral.OUT_OF_FUEL: "it moves no more",
}


def marks(unit: Unit) -> tuple[Mark, ...]:
    """The marks of Suppression, an abandoned vehicle and a reduced squad."""
    found: list[Mark] = []
    if unit.suppression is not None:
        found.append(SUPPRESSED[unit.suppression])
    if unit.size is LegStep.HALF_SQUAD:
        found.append(HALF_SQUAD)
    if unit.smoke_screen:
        found.append(SMOKE_SCREEN)
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
    for at in unit.lost_weapons:
        rows.append(Row("Destroyed", state.scenario.by_id[unit.id].attached[at].name, "or:7.17", tone="bad"))
    for broken in unit.collateral:
        rows.append(Row("Broken", f"{broken.value}: {_COLLATERAL[broken]}", "or:7.23", tone="bad"))
    for failed in unit.malfunctions:
        name = malfunction.name_of(state, unit.id, failed.weapon)
        rows.append(Row(failed.condition.value.capitalize(), name, "or:7.25", tone="bad"))
    if state.has(Switch.GP_FIRE) and (unit.on_map or unit.presence is Presence.CARRIED):
        tally = gp_defense(state, unit.id)
        rows.append(Row("GP Defense", f"{factor(tally)}{target_type(state.card(unit.id))}, {tally}", "na:6.5.4.2"))
    return rows
