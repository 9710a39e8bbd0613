"""AP fire in the odds panel, in rows that the Basic and the Advanced Game share (na:4.4.3.2, na:5.16.2)."""

from __future__ import annotations

from collections.abc import Iterable

from core.panzer.ap.reach import is_located
from core.panzer.armament import armament
from core.panzer.firing.ammunition import SPECIAL, heat_only, misfires, plain_limit, short_from, special_limit
from core.panzer.pieces.firing import Shot
from core.panzer.state import PanzerState
from core.presentation import Row


def limit_rows(state: PanzerState, shot: Shot) -> list[Row]:
    """What its ammunition may come to before a shot; nothing without limits."""
    told = _limits(state, shot)
    return [Row("", told, "min:16.1.2.2.2" if state.edition.limit_included else "na:5.16.2b")] if told else []


def _limits(state: PanzerState, shot: Shot) -> str:
    basic = plain_limit(state, shot.shooter, shot.weapon, shot.ammo)
    kind = SPECIAL.get(shot.ammo)
    weapon = armament(state, shot.shooter)[shot.weapon].weapon
    alone = heat_only(weapon)
    limit = special_limit(state, shot.shooter, shot.weapon, kind) if kind is not None and not alone else None
    rate = ", rate N" if is_located(state) else ""
    if limit is not None and kind is not None and misfires(state, weapon, kind):
        return f"{shot.ammo} misfires from {limit} on a d10: nothing is fired"
    if limit is not None:
        return f"{shot.ammo} runs out {short_from(state, limit)}; then AP is fired at -3{rate}"
    if basic is not None and (kind is None or alone):
        return f"ammunition runs short {short_from(state, basic)}: -3{rate}"
    return ""


def moving_row(hit_numbers: Iterable[int]) -> Row:
    """The AP Hit Numbers of the shots if the target's owner shows that it is moving."""
    numbers = ", ".join(str(number) for number in hit_numbers)
    return Row("If it is moving", f"the owner may show that: hits on {numbers}", "na:4.4.3.2.2b")
