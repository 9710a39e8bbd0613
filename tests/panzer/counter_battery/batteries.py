"""Batteries that fire, and counter batteries that seek them (or:7.28)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from content.panzer.situations.situation import situation
from core.dice import ScriptedDice
from core.event import Event, SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder, Order
from core.panzer.chapters import BOOK
from core.panzer.counter_battery.events import CounterBatteryFired
from core.panzer.counter_battery.orders import AnnounceCounterBattery
from core.panzer.indirect.orders import CallFire
from core.panzer.pieces.missions import Aim
from core.panzer.state import PanzerState
from core.panzer.vignette import Situation

SOVIET, GERMAN = SideId("soviet"), SideId("german")
FO, LONG, NEW, PLANNED = (UnitId(u) for u in ("fo", "long", "new", "planned"))
SEEKER, OTHER, THEIRS = (UnitId(u) for u in ("seeker", "other", "theirs"))
AIM = Aim(Hex(1, 5))


def game(
    *, on: bool = True, theirs: bool = False, seekers: int = 1, turn: int = 1, edition: str = "hex", **more: Any
) -> Situation:
    """A Soviet FO with batteries, in sight of a German gun; German counter batteries, perhaps a Soviet one.

    theirs: whether the Soviet side has one too; more: of the head of the situation, or its mission lines.
    """
    battery = {"side": "soviet", "card": "s45-medium-artillery-battery"}
    seeking = [{"id": id_, "side": "german", "card": "g74-counter-battery"} for id_ in (SEEKER, OTHER)[:seekers]]
    stated: dict[str, Any] = {
        "edition": edition,
        "modules": ["indirect-fire", "leg-and-towed", "grades", *(["counter-battery"] if on else [])],
        "board": {"grid": "\n".join("." * 6)},
        "side": [{"id": "soviet", "nation": "Soviet"}, {"id": "german", "nation": "German"}],
        "unit": [
            {
                "id": "fo",
                "side": "soviet",
                "card": "s58-section",
                "hex": "A1",
                "facing": "S",
                "command": "OVERWATCH",
                "labels": ["FO"],
            },
            {**battery, "id": "long"},
            {**battery, "id": "new", "self_propelled": True},
            {**battery, "id": "planned"},
            *([{"id": "theirs", "side": "soviet", "card": "s45-counter-battery"}] if theirs else []),
            {
                "id": "gun",
                "side": "german",
                "card": "g77-5cm-pak-38-atg",
                "hex": "A5",
                "facing": "N",
                "command": "N/C",
                "spot": "SPOT/FIRE",
            },
            *seeking,
        ],
        "situation": {"step": "first-indirect", "first": "soviet", "turn": turn, "turns": 10, **more.pop("head", {})},
        **more,
    }
    return situation(stated, "x", "x", "x.toml")


def duel(edition: str = "hex") -> Situation:
    """An FO, a gun, batteries and a counter battery on each side, in sight of each other, from the first turn on."""
    units: list[dict[str, Any]] = []
    cards = {
        "soviet": (
            "s58-section",
            "s46-45mm-m37-atg",
            "s45-medium-artillery-battery",
            "s45",
            "A1",
            "B1",
        ),
        "german": (
            "g86-section",
            "g77-5cm-pak-38-atg",
            "g74-medium-artillery-battery",
            "g74",
            "A8",
            "B8",
        ),
    }
    for side, (fo, gun, battery, seeker, at, beside) in cards.items():
        own, facing = {"side": side, "grade": "Veteran"}, "S" if side == "soviet" else "N"
        units += [
            {**own, "id": f"{side}-fo", "card": fo, "hex": at, "facing": facing, "labels": ["FO"]},
            {**own, "id": f"{side}-gun", "card": gun, "hex": beside, "facing": facing, "spot": "SPOT/FIRE"},
            {**own, "id": f"{side}-battery1", "count": 2, "card": battery},
            {**own, "id": f"{side}-seeker", "card": f"{seeker}-counter-battery"},
        ]
    stated = {
        "edition": edition,
        "modules": ["advanced", "counter-battery"],
        "board": {"grid": "\n".join([". ."] * 8)},
        "unit": units,
        "situation": {"step": "spotting", "turns": 5},
    }
    return situation(stated, "duel", "duel", "duel.toml")


def give(state: PanzerState, side: SideId, order: Order, *dice: int) -> list[Event]:
    """An order and what follows by itself."""
    BOOK.refuse(state, side, order)
    found, thrown = [], ScriptedDice(dice)
    for events in (BOOK.decide(state, side, order, thrown), BOOK.advance(state, thrown)):
        for event in events:
            BOOK.evolve(state, event)
            found.append(event)
    assert not thrown.results, "dice are left"
    return found


def advance(state: PanzerState) -> list[Event]:
    """What follows by itself, without a roll."""
    found = []
    for event in BOOK.advance(state, ScriptedDice(())):
        BOOK.evolve(state, event)
        found.append(event)
    return found


def begun(**how: Any) -> PanzerState:
    state = game(**how).initial()
    advance(state)
    return state


def called(state: PanzerState, *batteries: UnitId) -> None:
    """The FO calls these batteries, and all respond."""
    give(state, SOVIET, CallFire(observer=FO, sources=batteries, aim=AIM), *[9] * len(batteries))


def sought(state: PanzerState, *rolls: int, target: UnitId = LONG) -> list[Event]:
    """A counter battery is announced at the battery that has been called; it fires at the gun and misses with 1."""
    return give(state, GERMAN, AnnounceCounterBattery(unit=SEEKER, target=target), 1, *rolls)


def fired(events: Iterable[Event]) -> CounterBatteryFired:
    [found] = [event for event in events if isinstance(event, CounterBatteryFired)]
    return found


def refusal(state: PanzerState, side: SideId, order: Order) -> str:
    """The rule by which an order is refused."""
    with pytest.raises(IllegalOrder) as refused:
        BOOK.refuse(state, side, order)
    return refused.value.rule
