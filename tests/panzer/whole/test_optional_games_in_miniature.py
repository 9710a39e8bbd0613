"""min:20.0: each option of the miniatures edition is a switch of its own: whole computer games of one fight in inches.

What a rule does is proved beside its chapter; here nobody stumbles over it, no order is refused, and the journal says
the same again.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any, Final

import pytest
from attrs import evolve as changed

from content.kit.load import Proof
from content.panzer.scenarios.advanced import modules
from content.panzer.scenarios.switch_options import chosen, offered, refusal
from content.panzer.situations.situation import situation
from core.ai import player
from core.dice import SeededDice
from core.panzer.pieces.edition import MINIATURES
from core.panzer.pieces.switches import OPTIONAL, Switch, completed
from core.panzer.vignette import Situation
from core.play.game import Game
from core.play.simulate import play_out

THERE: Final = modules(("advanced",), Proof("x.toml"), MINIATURES.id)
#: Every option of the edition, those that leave a part of the Advanced Game out first.
OFFERED: Final = offered(THERE, OPTIONAL, MINIATURES)
#: Options in one game of the short form.
MOST: Final = 6
_SWITCHES: Final = {switch.value for switch in Switch}
#: What only a scenario of its own shows is in this one: mines, water, a bridge with a limit, batteries that are sought.
MAP: Final = """
. . w . . . . w
. h . . W . . .
. . . b . k . .
i i i i i i i i
. . . . . . . .
. g . . . . r .
. . . . . w . .
. . b . . . . .
. w . . h . . .
. . . . . . . .
"""
_GERMAN: Final[tuple[dict[str, Any], ...]] = (
    {"id": "g1", "card": "g21-pzkpfw-vi-e-tiger-i", "hex": "D9", "formation": "Panzer"},
    {"id": "g2", "card": "g17-pzkpfw-iv-g", "hex": "F9", "formation": "Panzer", "spot": "SPOT/FIRE"},
    {"id": "g3", "card": "g43-spw-251-1", "hex": "C10", "formation": "Grenadiers"},
    {"id": "g4", "card": "g85-rifle-squad-1-2-squad", "riding": "g3", "formation": "Grenadiers"},
    {
        "id": "g5",
        "card": "g85-rifle-squad-1-2-squad",
        "hex": "C8",
        "labels": ["Engineer"],
        "attached": ["g87-panzerfaust-30m-60m"],
        "formation": "Grenadiers",
    },
    {"id": "g6", "card": "g80-8-8cm-flak-36-a-atg", "hex": "G10", "formation": "Grenadiers"},
    {"id": "gf", "card": "g86-section", "hex": "E10", "labels": ["FO"], "formation": "Grenadiers"},
    {"id": "gm", "card": "g86-8cm-grw-34-mortar-section", "hex": "H10", "formation": "Grenadiers"},
    {"id": "gb", "card": "g74-medium-artillery-battery", "formation": "Grenadiers"},
    {"id": "gc", "card": "g74-counter-battery", "formation": "Grenadiers"},
    {"id": "gj", "card": "g88-ju-87b-1", "enter": {"turn": 1, "hexes": ""}, "formation": "Panzer"},
)
_SOVIET: Final[tuple[dict[str, Any], ...]] = (
    {"id": "s1", "card": "s15-t-34-76-m43", "hex": "D2", "formation": "Tanks", "spot": "SPOT/FIRE"},
    {"id": "s2", "card": "s16-t-34-85-m44", "hex": "E3", "formation": "Tanks"},
    {"id": "s3", "card": "s2-t-40-m40", "hex": "B3", "formation": "Tanks"},
    {"id": "s4", "card": "s57-rifle-squad-1-2-squad", "hex": "C6", "formation": "Rifles"},
    {"id": "s5", "card": "s57-rifle-squad-1-2-squad", "hex": "F7", "formation": "Rifles"},
    {"id": "s6", "card": "s46-45mm-m37-atg", "hex": "G3", "formation": "Rifles", "spot": "SPOT/FIRE"},
    {"id": "sf", "card": "s58-section", "hex": "H2", "labels": ["FO"], "formation": "Rifles"},
    {"id": "sb", "card": "s45-medium-artillery-battery", "formation": "Rifles"},
    {"id": "sc", "card": "s45-counter-battery", "formation": "Rifles"},
)
_RANKS: Final = {"german": ("Panzer", "Grenadiers"), "soviet": ("Tanks", "Rifles")}


@cache
def fight() -> Situation:
    """Infantry, tanks that float, long guns, guns on platforms, batteries, a dive bomber, on both banks of a stream."""
    units = [{**u, "side": "german", "facing": "N", "grade": "Veteran"} for u in _GERMAN]
    units += [{**u, "side": "soviet", "facing": "S", "grade": "Regulars"} for u in _SOVIET]
    stated = {
        "edition": "miniatures",
        "modules": [switch.value for switch in THERE],
        "board": {"grid": MAP.strip(), "route": [{"kind": "road", "hexes": "D1 D2 D3 D4 D5 D6 D7 D8 D9 D10"}],
                  "bridge": [{"hex": "D4"}]},
        "side": [
            {"id": "german", "nation": "German", "planned_missions": 1},
            {"id": "soviet", "nation": "Soviet"},
        ],
        "formation": [
            {"name": name, "side": side, "morale": "Fair", "cohesion": 2}
            for side, names in _RANKS.items()
            for name in names
        ],
        "unit": units,
        "minefield": [
            {"id": "m1", "side": "soviet", "types": ["anti-vehicular", "anti-personnel"], "hexes": "C5 E6"},
        ],
        "situation": {
            "date": "1942-07",
            "turns": 2,
            "step": "spotting",
            "conditions": {"bridges": [{"hexes": "D4", "tons": 30}]},
        },
    }  # fmt: skip
    return situation(stated, "fight", "A fight in inches", "x.toml")


def opened(options: tuple[str, ...]) -> Situation:
    """The rules of the fight as it is played with these options."""
    rules = fight()
    on = chosen(rules.on, options)
    return changed(rules, on=on, start=changed(rules.start.copy(), scenario=on))


def played(options: tuple[str, ...], level: str = "greedy", lap: str = "") -> Game[Any]:
    """One game between computer players, none of whose orders is refused; its journal says the same again."""
    rules = opened(options)
    game = Game(rules, SeededDice(" ".join((*options, lap))))
    minds = {look.id: player(level, f"{options} {look.id}") for look in rules.sides}
    for _ in play_out(game, minds):
        pass
    assert game.over
    assert not any(getattr(mind, "amiss", ()) for mind in minds.values())
    state = opened(options).initial()
    for event in game.journal:
        game.system.evolve(state, event)
    assert state == game.state
    return game


def with_needs(option: str) -> tuple[str, ...]:
    """An option and the Optional Rules that it needs, unless the edition has them in every game."""
    if option not in _SWITCHES:
        return (option,)
    along = completed({Switch(option)}) & OPTIONAL - THERE - MINIATURES.instead.keys()
    return tuple(switch.value for switch in Switch if switch in along)


@cache
def sets() -> tuple[tuple[str, ...], ...]:
    """Every option in one set or more of a few that go together, by lot."""
    found: list[tuple[str, ...]] = []
    for option in random.Random(20).sample(OFFERED, len(OFFERED)):
        if any(option in one for one in found):
            continue
        for at, one in enumerate(found):
            more = (*one, *(other for other in with_needs(option) if other not in one))
            if len(more) <= MOST and not refusal(THERE, more, MINIATURES):
                found[at] = more
                break
        else:
            found.append(with_needs(option))
    return tuple(found)


def test_every_option_is_played() -> None:
    """min:20.0"""
    assert {option for one in sets() for option in one} == set(OFFERED)


@pytest.mark.parametrize("at", [pytest.param(at, marks=[pytest.mark.thorough] * (at > 1)) for at in range(len(sets()))])
def test_a_whole_game_with_all_that_go_together(at: int) -> None:
    played(sets()[at])


@pytest.mark.long
@pytest.mark.parametrize("option", OFFERED)
def test_a_whole_game_with_each(option: str) -> None:
    played(with_needs(option))


@pytest.mark.long
@pytest.mark.parametrize("at", range(len(sets())))
@pytest.mark.parametrize("lap", range(5))
def test_random_players_with_all_that_go_together(at: int, lap: int) -> None:
    played(sets()[at], "random", str(lap))
