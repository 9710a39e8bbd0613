"""na:5.0: whole computer games of one small fight, with each switch of the Advanced Game and with several."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest
from attrs import evolve as changed

from content.panzer.scenarios.switch_options import chosen, offered
from content.panzer.situations.situation import situation
from core.ai import Greedy
from core.dice import SeededDice
from core.event import Event, SideId
from core.panzer.pieces.switches import OPTIONAL, Switch
from core.panzer.sequence import steps
from core.panzer.vignette import Situation
from core.play.simulate import play_out
from saves.session import start_game
from saves.verify import verify

#: All but the Optional Rules, which `test_optional_games` plays; one of them is a line of the hex edition's card too.
PARTS: Final = frozenset(Switch) - OPTIONAL | {Switch.CE_AMMO}
SWITCHES: Final = tuple(id_ for id_ in offered(PARTS) if id_.startswith("without-"))
PAIRS: Final = tuple(combinations(SWITCHES, 2))
#: A few of the pairs, and those that a chapter that leans on another might stumble over.
SAMPLED: Final = (
    ("without-advanced-ap", "without-bail-out"),
    ("without-advanced-ap", "without-ammo-limits"),
    *random.Random(10).sample(PAIRS, 1),
)

#: More games than it takes until somebody fires.
LAPS: Final = 4

#: What happens only in the chapter that a switch leaves out.
OWN: Final[Mapping[Switch, frozenset[str]]] = {
    Switch.COMMAND_CONTROL: frozenset({"available-commands", "command-shared"}),
    Switch.ADVANCED_AP: frozenset({"ap-shot-fired", "ap-shot-resolved", "hits-spread", "hit-angle-chosen"}),
    Switch.HULL_DOWN: frozenset({"hull-down-searched", "position-taken"}),
    Switch.FULL_COVER: frozenset({"full-cover-chosen", "full-cover-adjusted"}),
    Switch.SMOKE: frozenset({"smoke-fired"}),
    Switch.CLOSE_COMBAT: frozenset({"assault-announced", "close-assault-resolved", "hand-to-hand-fought"}),
    Switch.OVERRUN: frozenset({"overrun-begun", "overrun-resolved"}),
    Switch.INDIRECT_FIRE: frozenset({"fire-called", "mission-fired", "response-rolled"}),
    Switch.AIR: frozenset({"flight-begun", "aircraft-flew", "air-attack-announced", "aa-fire-announced"}),
    Switch.DUST: frozenset({"dust-raised"}),
}
#: What is rolled for, or told as a modifier, only there.
ROLLED: Final[Mapping[Switch, tuple[str, ...]]] = {
    Switch.BAIL_OUT: (", Crew", ", Pass"),
    Switch.AMMO_LIMITS: ("ammo limit",),
}
TOLD: Final[Mapping[Switch, tuple[str, ...]]] = {
    Switch.GRADES: ("Unit Grade", "Force Grade"),
    Switch.DUAL_FIRE: ("Dual Fire",),
    Switch.HEAT_HAZE: ("Heat Haze",),
    Switch.SUN_BLINDING: ("Sun Blinding",),
    Switch.CE_AMMO: ("CE ammunition",),
}


@cache
def fight() -> Situation:
    """Tanks, squads with anti-tank rifles, a gun, a half-track with its squad, batteries and aircraft, in contact."""
    return situation(
        {
            "modules": [module.value for module in Switch if module in PARTS],
            "side": [
                {"id": "german", "nation": "German", "camouflage": 1, "hidden_units": 2},
                {"id": "british", "nation": "British", "camouflage": 1, "hidden_units": 2},
            ],
            "board": {"grid": "\n".join((". . . G . . . .", ". . h . . b . .", ". . . . . . G .", *4 * (8 * ". ",)))},
            "unit": [
                {"id": "g1", "grade": "Veteran", "card": "g17-pzkpfw-iv-g", "hex": "D1", "facing": "S"},
                {
                    "id": "g3",
                    "grade": "Veteran",
                    "card": "g85-rifle-squad-1-2-squad",
                    "hex": "C2",
                    "facing": "S",
                    "attached": ["g87-pzb-39-atr"],
                },
                {"id": "g4", "grade": "Veteran", "card": "g43-spw-251-1", "hex": "E1", "facing": "S"},
                {"id": "g5", "grade": "Veteran", "card": "g85-rifle-squad-1-2-squad", "riding": "g4"},
                {
                    "id": "g6",
                    "grade": "Veteran",
                    "card": "g78-7-5cm-pak-40-atg",
                    "hex": "G3",
                    "facing": "S",
                    "started": "A1",
                    "camouflage": "secret",
                },
                {"id": "gf", "grade": "Veteran", "card": "g86-section", "hex": "D2", "facing": "S", "labels": ["FO"]},
                {"id": "gm", "grade": "Veteran", "card": "g86-8cm-grw-34-mortar-section", "hex": "F2", "facing": "S"},
                {"id": "gj", "grade": "Veteran", "card": "g88-ju-87b-1", "enter": {"turn": 1, "hexes": ""}},
                {"id": "b1", "grade": "Regulars", "card": "na-crusader-i", "hex": "D6", "facing": "N"},
                {"id": "b2", "grade": "Regulars", "card": "na-crusader-iii", "hex": "E6", "facing": "N"},
                {"id": "b3", "grade": "Regulars", "card": "na-crusader-i", "hex": "C3", "facing": "N"},
                {
                    "id": "b4",
                    "grade": "Regulars",
                    "card": "na-gb-rifle-squad",
                    "hex": "E4",
                    "facing": "N",
                    "camouflage": "secret",
                },
            ],
            "situation": {
                "turn": 1,
                "turns": 2,
                "step": "spotting",
                "sun": {"edge": "N", "ap": -1, "gp": -5},
            },
        },
        "fight",
        "A fight",
        "x.toml",
    )


def opened(scenario: str, options: Sequence[str]) -> Situation:
    """The rules of the fight as it is played with these options."""
    rules = fight()
    on = chosen(rules.on, options)
    return changed(rules, on=on, start=changed(rules.start.copy(), scenario=on))


def played(options: Sequence[str], path: Path, lap: int = 0) -> list[Event]:
    """One game between computer players, none of whose orders is refused; its journal holds, and says the same."""
    names = ["german", "british"]
    with start_game(
        "fight",
        opened,
        path,
        options=options,
        sides=dict.fromkeys(names, "ai:greedy"),
        created="2024-05-17T12:00:00+00:00",
        seed=" ".join((*options, *["again"] * lap)),
    ) as session:
        players = {SideId(name): Greedy(SeededDice(name)) for name in names}
        for _ in play_out(session.game, players):
            pass
        assert session.game.over
        assert not any(greedy.amiss for greedy in players.values())
        journal = list(session.game.journal)
        state = opened("fight", options).initial()
        for event in journal:
            session.game.system.evolve(state, event)
        assert state == session.game.state
    found = verify(path, opened)
    assert found.good, found.fault
    return journal


def assert_left_out(options: Sequence[str], journal: list[Event]) -> None:
    """No step, event, roll or modifier is of what was left out."""
    on = opened("fight", options).on.switches
    gone = PARTS - on
    known = {step.id for step in steps(on)}
    for event in journal:
        assert getattr(event, "step", None) is None or event.name != "step-begun" or event.step in known  # type: ignore[attr-defined]
        for module in gone:
            assert event.name not in OWN.get(module, ())
            for part in ROLLED.get(module, ()):
                assert not any(part in roll.for_ for roll in event.rolls), (module, event)
            for part in TOLD.get(module, ()):
                assert not any(part in reason.label for reason in event.tally), (module, event)


def assert_played(options: Sequence[str], folder: Path) -> None:
    """A game, or a few until somebody has fired AP: whether it comes to that is for the dice to say."""
    shot = "ap-shot-fired" if Switch.ADVANCED_AP in opened("fight", options).on.switches else "ap-fire-resolved"
    for lap in range(LAPS):
        journal = played(options, folder / f"{lap}.journal", lap)
        assert_left_out(options, journal)
        if any(event.name == shot for event in journal):
            return
    raise AssertionError(f"nobody fired AP in {LAPS} games")


@pytest.mark.parametrize("options", [(), *((s,) for s in SWITCHES), *SAMPLED, SWITCHES], ids=lambda o: " ".join(o))
def test_a_whole_game_without_what_is_left_out(options: tuple[str, ...], tmp_path: Path) -> None:
    """Each switch alone, some pairs, and all of them."""
    assert_played(options, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("options", PAIRS, ids=lambda o: " ".join(o))
def test_a_whole_game_without_any_two(options: tuple[str, ...], tmp_path: Path) -> None:
    """Every pair."""
    assert_played(options, tmp_path)
