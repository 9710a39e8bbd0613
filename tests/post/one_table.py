"""What a game from two halves is held against: the same orders and dice at a table that knows all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import evolve, fields

from core.dice import Roll, SeededDice
from core.event import Event, OrderGiven
from core.panzer.sequence import ADJUST, END_TURN
from core.play.game import Game
from core.play.replica import Replica, SharedRules

#: What only machines tell each other: how chances open and pass, what is asked, whose counters are turned first.
BETWEEN = {
    "window-opened",
    "overwatch-passed",
    "overwatch-waived",
    "window-closed",
    "aa-chance",
    "aa-passed",
    "facts-asked",
    "facts-told",
    "commands-removed",
    "units-pivoted",
    "full-cover-adjusted",
}
#: What a state of a half has of its own; a chance to fire is open between halves to both.
_OWN = ("half_of", "inquiry")


def facts(state: Any) -> dict[str, Any]:
    """All that a state knows, but for what is between halves."""
    known = {f.name: getattr(state, f.name) for f in fields(type(state)) if f.eq and not f.name.startswith("_")}
    air, fire = known.get("air"), known.get("fire")
    if air is not None and air.flight is not None:
        known["air"] = evolve(air, flight=evolve(air.flight, answering=False, held=False))
    if fire is not None and hasattr(fire, "waived"):
        known["fire"] = evolve(fire, window=None, waived=frozenset())
    if known.get("step") in (ADJUST, END_TURN):
        # Each half turns its own commands over, and is then no more among those who have placed them.
        known["commands"] = evolve(known["commands"], done=frozenset())
    return {name: value for name, value in known.items() if name not in _OWN} | {"order": list(state.units)}


def differences(a: Any, b: Any) -> list[str]:
    """The names of what two states know differently."""
    ours, theirs = facts(a), facts(b)
    return [name for name in ours if ours[name] != theirs[name]]


def knows_its_own(system: SharedRules[Any], halves: dict[str, Replica[Any]], truth: Any) -> None:
    """Each half knows what its side may know, and holds nothing of what is declared a secret of the other."""
    for side, half in halves.items():
        view = system.view(half.state, half.side)
        assert differences(half.state, view) == [], f"{side} holds what it may not know"
        assert differences(view, system.view(truth, half.side)) == [], side


class _Fallen:
    """Dice that fall as they fell; at a table the last order may lead further, by other dice."""

    def __init__(self, rolls: Iterable[Roll]) -> None:
        self.rolls = list(rolls)
        self.further = SeededDice("further")

    def roll(self, die: str, for_: str, rule: str) -> Roll:
        if not self.rolls:
            return self.further.roll(die, for_, rule)
        assert (self.rolls[0].die, self.rolls[0].for_, self.rolls[0].rule) == (die, for_, rule)
        return self.rolls.pop(0)


def the_same_at_one_table(system: SharedRules[Any], events: Iterable[Event], truth: Any) -> Game[Any]:
    """Give the orders of a game from halves, as far as it went, at one table: all is as it was before each of them, but
    while a chance for Overwatch Fire is open, and at the end. The game there."""
    played = list(events)
    dice = _Fallen(roll for event in played for roll in event.rolls)
    game: Game[Any] = Game(system, dice)
    game.begin()
    halves = system.initial()
    for event in played:
        if isinstance(event, OrderGiven):
            chance = hasattr(halves, "fire") and halves.fire.window is not None
            assert chance or differences(game.state, halves) == [], event
            game.submit(event.side, event.order)
        system.evolve(halves, event)
    told = [event for event in played if event.name not in BETWEEN]
    here = [event for event in game.journal if event.name not in BETWEEN]
    assert here[: len(told)] == told
    assert not dice.rolls
    if len(here) == len(told):
        assert differences(game.state, truth) == []
    return game
