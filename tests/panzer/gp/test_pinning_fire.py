"""or:7.18: small arms may be fired to pin leg and towed units: +20, but they are Suppressed at the most."""

from __future__ import annotations

from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.choice import Choices
from core.dice import ScriptedDice, branches
from core.event import SideId, UnitId
from core.order import IllegalOrder
from core.panzer.direct_fire import shots
from core.panzer.direct_fire.choices import fire_order
from core.panzer.direct_fire.orders import Fire, OverwatchFire
from core.panzer.gp import fire
from core.panzer.gp.events import GpFireResolved
from core.panzer.pieces.firing import GP, PINNING, Shot
from core.panzer.pieces.results import Result
from core.panzer.state import PanzerState
from core.play.game import Game
from core.replaced import replaced

GERMAN, BRITISH = SideId("german"), SideId("british")
G1, B1 = UnitId("g1"), UnitId("b1")
PIN, PLAIN = Shot(G1, B1, 0, PINNING), Shot(G1, B1, 0, GP)


def posed(target: str = "na-gb-rifle-squad", *, on: bool = True, command: str = "FIRE", **more: Any) -> Any:
    """A German squad fires at what stands two hexes off."""
    card = more.pop("card", "g85-rifle-squad-1-2-squad")
    return situation(
        {
            "modules": ["advanced", *(["pinning-fire"] if on else [])],
            "board": {"grid": "\n".join([". . ."] * 4)},
            "unit": [
                {"id": "g1", "card": card, "hex": "A1", "facing": "S", "command": command},
                {"id": "b1", "card": target, "hex": "A3", **more},
            ],
            "situation": {"step": "first-fire", "first": "german"},
        },
        "x",
        "x",
        "x.toml",
    )


def fired(system: Any, order: Any, die: int) -> GpFireResolved:
    game: Game[PanzerState] = Game(system, ScriptedDice([die]))
    game.submit(GERMAN, order)
    return next(event for event in game.journal if isinstance(event, GpFireResolved))


@pytest.mark.parametrize("target", ["na-gb-rifle-squad", "na-2pdr-atg"])
def test_an_effective_result_suppresses(target: str) -> None:
    """or:7.18, na:6.5.4.3y: +20, and no roll does more than suppress; without it this one does harm."""
    pinned = fired(posed(target), Fire(target=B1, shots=(PIN,)), 99)
    plain = fired(posed(target), Fire(target=B1, shots=(PLAIN,)), 99)
    assert (pinned.result, pinned.net - plain.net) == (Result.SUPPRESSED, 20)
    assert ("Pinning Fire", 20, "na:6.5.4.3y") in [(r.label, r.amount, r.rule) for r in pinned.tally]
    assert plain.result in (Result.REDUCED, Result.ELIMINATED)


def test_the_20_suppresses_where_plain_fire_does_not() -> None:
    """or:7.18: a die that misses by 1 to 20."""
    plain = fired(posed(), Fire(target=B1, shots=(PLAIN,)), 1)
    die = plain.n_effect - plain.net
    assert fired(posed(), Fire(target=B1, shots=(PLAIN,)), die).result is Result.NO_EFFECT
    assert fired(posed(), Fire(target=B1, shots=(PIN,)), die).result is Result.SUPPRESSED


def test_the_odds_are_those_of_the_play() -> None:
    """or:7.18: every die of the real resolution."""
    state: PanzerState = posed().initial()
    state.fire = replaced(state.fire, announced=(PIN,))
    odds = fire.gp_odds(state, fire.gp_terms(state, PIN, overwatch=False))
    played: dict[Result, float] = {}
    for chance, event in branches(lambda dice: next(iter(fire.resolve(state, PIN, dice)))):
        result: Result = event.result  # type: ignore[attr-defined]
        played[result] = played.get(result, 0.0) + chance
    assert set(played) == {Result.NO_EFFECT, Result.SUPPRESSED}
    assert played == pytest.approx(odds)
    assert "Pinning Fire" in shots.label(state, PIN, overwatch=False)


def test_it_is_offered_beside_plain_fire() -> None:
    """or:7.18: it is declared as the fire is announced, with FIRE and SHORT HALT."""
    for command in ("FIRE", "SHORT HALT"):
        game: Game[PanzerState] = Game(posed(command=command), ScriptedDice([50]))
        offered: Choices = game.choices(GERMAN, ("fire:b1",))
        assert {"g1/0/GP", "g1/0/GP-PIN"} <= {option.pick for option in offered.options}
        order = fire_order(game.state, GERMAN, ("fire:b1", "g1/0/GP-PIN"))
        assert order == Fire(target=B1, shots=(PIN,))


def test_overwatch_fire_may_pin() -> None:
    """or:7.18: with OW too."""
    state: PanzerState = posed(command="OVERWATCH").initial()
    assert fire.refusal(state, PIN, overwatch=True) is None
    assert OverwatchFire(target=B1, shots=(PIN,)).shots[0].gp


@pytest.mark.parametrize(
    ("system", "reason"),
    [
        (posed(on=False), "not played"),
        (posed(card="g14-pzkpfw-iv-d"), "no small arm"),
        (posed("na-universal-carrier", value=10), "neither a leg nor a towed unit"),
    ],
)
def test_who_may_not(system: Any, reason: str) -> None:
    """or:7.18: small arms only, at leg and towed units only, and with the option on only."""
    game: Game[PanzerState] = Game(system, ScriptedDice([50]))
    with pytest.raises(IllegalOrder, match=reason):
        game.submit(GERMAN, Fire(target=B1, shots=(PIN,)))
    assert PIN not in shots.possible(game.state, G1, B1, overwatch=False)
