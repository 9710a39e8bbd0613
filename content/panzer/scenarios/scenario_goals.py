"""How the sides set up and how the winner is found, as scenario files state it (na:2.0, na:3.6)."""

from __future__ import annotations

from content.kit import goals
from content.panzer.scenarios.scenario_proof import Draft
from core.panzer.pieces.scenario import SetUp, Victory
from core.setting import Zone


def set_up(draft: Draft) -> SetUp:
    """How the sides set up."""
    try:
        return SetUp(draft.data.set_up)
    except ValueError:
        draft.proof.unknown("set_up", draft.data.set_up, [s.value for s in SetUp], "the way")
        return SetUp.FIXED


def zones(draft: Draft) -> dict[str, Zone]:
    """The set-up areas by id; those that sides name must be there."""
    found = goals.zones(draft, draft.data.zone)
    for at, side in enumerate(draft.data.side, 1):
        for zone in side.zones:
            draft.proof.among(f"side[{at}].zones", zone, found, "the zone")
    return found


def victory(draft: Draft) -> Victory:
    """How the winner is found."""
    line = draft.data.victory
    return Victory(
        levels=goals.levels(draft, line.levels),
        losses=line.losses,
        annihilation=line.annihilation,
        text=line.text,
        rule=line.rule,
    )
