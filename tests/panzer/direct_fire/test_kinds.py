"""Shots by their kinds: AP of the Basic Game or of the Advanced, and GP (na:4.4.3, na:6.5.2, na:6.5.4)."""

from __future__ import annotations

from types import ModuleType

import pytest

from content.panzer.situations.situation import situation
from core.event import UnitId
from core.panzer.ap import advanced_kind, basic_kind
from core.panzer.direct_fire import shots
from core.panzer.direct_fire.face import fire_odds
from core.panzer.gp import kind as gp_kind
from core.panzer.pieces.firing import GP, Shot
from core.panzer.state import PanzerState

B1, B2, G1 = UnitId("b1"), UnitId("b2"), UnitId("g1")
GAMES = [
    ((), {basic_kind}),
    (("gp-fire",), {basic_kind, gp_kind}),
    (("advanced-ap", "grades"), {advanced_kind}),
    (("advanced-ap", "grades", "gp-fire"), {advanced_kind, gp_kind}),
]


def state_with(*modules: str) -> PanzerState:
    """Two British tanks with FIRE, three and four hexes south of a PzKpfw IIIJ that faces them."""
    british = {"card": "na-crusader-iii", "side": "british", "facing": "N", "command": "FIRE"}
    return situation(
        {
            "modules": list(modules),
            "board": {"grid": ".\n.\n.\n.\n."},
            "unit": [
                {"id": "b1", "hex": "A4", **british},
                {"id": "b2", "hex": "A5", **british},
                {"id": "g1", "card": "G-4A", "side": "german", "hex": "A1", "facing": "S"},
            ],
            "situation": {"step": "first-fire", "first": "british"},
        },
        "x",
        "x",
        "x.toml",
    ).initial()


def possible(state: PanzerState) -> tuple[Shot, ...]:
    return shots.possible(state, B1, G1, overwatch=False)


@pytest.mark.parametrize(("modules", "kinds"), GAMES)
def test_every_shot_is_of_a_kind_that_the_game_has(modules: tuple[str, ...], kinds: set[ModuleType]) -> None:
    state = state_with(*modules)
    assert {shots.kind_of(state, shot) for shot in possible(state)} == kinds
    assert set(shots.kinds(state)) == kinds


@pytest.mark.parametrize("modules", [modules for modules, _ in GAMES])
def test_a_kind_says_the_same_of_a_shot_everywhere(modules: tuple[str, ...]) -> None:
    """What spares the target is what the chance leaves; the panel gives what a menu gives."""
    state = state_with(*modules)
    for shot in possible(state):
        kind = shots.kind_of(state, shot)
        chance = kind.chance(state, shot, overwatch=False)
        assert 0 < chance < 1
        assert kind.spared(state, (shot,), overwatch=False).untouched == pytest.approx(1 - chance)
        assert kind.prospect(state, shot, overwatch=False).kill <= kind.prospect(state, shot, overwatch=False).harm
        alone = shots.alone(state, shot, overwatch=False)
        assert (alone.effect, alone.kill) == (chance, kind.prospect(state, shot, overwatch=False).kill)
        both = shots.together(state, (shot, shot), overwatch=False)
        assert both.effect > alone.effect
        assert both.kill >= alone.kill
        report = fire_odds(state, (shot,), overwatch=False)
        assert report.title == f"one shot at {state.name(G1)}"
        assert sum(chance for _, chance in report.outcomes) == pytest.approx(1)


@pytest.mark.parametrize("modules", [("gp-fire",), ("advanced-ap", "grades", "gp-fire")])
def test_ap_and_gp_fire_together_are_told_shot_by_shot(modules: tuple[str, ...]) -> None:
    """The chances of AP and GP shots are independent; the panel names both shooters."""
    state = state_with(*modules)
    ap = next(shot for shot in possible(state) if shot.ammo != GP)
    gp = next(shot for shot in shots.possible(state, B2, G1, overwatch=False) if shot.ammo == GP)
    spared = (1 - shots.chance(state, ap, overwatch=False)) * (1 - shots.chance(state, gp, overwatch=False))
    assert shots.together(state, (ap, gp), overwatch=False).effect == pytest.approx(1 - spared)
    report = fire_odds(state, (gp, ap), overwatch=False)
    told = "\n".join(f"{row.label} {row.text}" for row in report.rows)
    assert report.title == f"2 shots at {state.name(G1)}"
    assert f"{shots.label(state, gp, overwatch=False)}: " in told
    assert state.name(B1) in told
    both = shots.together(state, (ap, gp), overwatch=False)
    assert f"AP and GP fire any effect in {both.effect:.0%}, out of action in {both.kill:.0%}; " in told
