"""What a computer player works out once for many hexes is what each hex for itself would give."""

from __future__ import annotations

from typing import Any

import pytest

from content import catalogue
from core.hexes import Hex, distance, off_axis, within_range
from core.panzer.opponent.foes import Line
from core.panzer.opponent.picture import Picture, picture
from core.panzer.opponent.prospects import FRESH, Aim, gunnery
from core.panzer.opponent.prospects_gp import gp_stand
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Spot, Unit
from core.panzer.sight.relief import sees
from core.play.game import Game
from core.play.simulate import play_game


def _lines(seen: Picture, unit: Unit, hex_: Hex, facing: int, spot: Spot | None) -> list[Line]:
    """The lines of fire of one hex, enemy by enemy."""
    state, found = seen.state, []
    duels = seen._duels_of(unit)
    reaches = duels.reaches(seen.shown(unit, hex_, spot))
    for duel, reach in zip(duels.each, reaches, strict=True):
        foe = duel.mark.foe
        far = distance(foe.hex, hex_)
        if not (far <= reach or far <= duel.reach) or not sees(state.board, state.tables, foe.hex, hex_):
            continue
        theirs = ours = (0.0, 0.0)
        stand = gp_stand(state, unit, hex_) if state.has(Switch.GP_FIRE) else None
        if far <= reach:
            aim = Aim(foe.hex, foe.unit.facing, hex_, far, seen.cover(hex_))
            theirs = gunnery(state, foe.unit, unit).share(aim, stand)
        if far <= duel.reach:
            aim = Aim(hex_, facing, foe.hex, far, duel.mark.cover)
            ours = gunnery(state, unit, foe.unit).share(aim, duel.mark.stand)
        found.append(Line(foe, far, theirs, ours))
    return found


def _danger(seen: Picture, unit: Unit, hex_: Hex, facing: int, lines: list[Line]) -> float:
    """What the enemy may take from a unit that faces one way."""
    temper, safe = seen.state.temper, 1.0
    for line in lines:
        front, rear = line.theirs
        ahead = off_axis(hex_, facing, line.foe.hex)[0]
        share = front if ahead > 0 else rear if ahead < 0 else min(front, rear)
        company = len(line.foe.watches - {unit.id}) + temper.massed * seen.massed.get(unit.id, 0)
        safe *= 1 - min(0.95, share / FRESH / (1 + temper.company * company))
    return (1 - safe) * FRESH * seen.value(unit.id) * seen._fear


class ComparedError(Exception):
    """The game need not go on."""


@pytest.mark.parametrize("scenario", ["the-bridge", "the-bridge-1a", "the-bridge-50m"])
def test_lines_and_dangers_are_those_of_each_hex_for_itself(scenario: str) -> None:
    system = catalogue.open_system(scenario)
    sides = [layout.id for layout in system.sides]
    compared = fired_at = 0

    def compare(game: Game[Any]) -> None:
        nonlocal compared, fired_at
        state = game.state
        if state.turn != 4:
            return
        for side in sides:
            seen = picture(system.view(state, side), side)
            for unit in [u for u in seen.state.of(side) if u.hex is not None][:12]:
                for hex_ in [h for h in within_range(unit.hex, 3) if h in state.board]:
                    for facing in (unit.facing, (unit.facing + 2) % 6):
                        lines = _lines(seen, unit, hex_, facing, Spot.MOVE)
                        assert seen.lines(unit, hex_, facing, Spot.MOVE) == lines
                        expected = [_danger(seen, unit, hex_, turned, lines) for turned in range(6)]
                        assert list(seen.dangers(unit, hex_, range(6), lines)) == pytest.approx(expected, abs=1e-12)
                        compared += 1
                        fired_at += bool(lines)
        raise ComparedError

    with pytest.raises(ComparedError):
        play_game(system, "lines", dict.fromkeys(sides, "greedy"), turn_over=compare)
    assert compared > 300
    assert fired_at > 30
