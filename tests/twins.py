"""Twins of a game: the same for one side, with other secrets of its enemy; what the side sees of an order in each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from core import aside
from core.ai import player
from core.dice import SeededDice
from core.event import SideId
from core.game import Game
from core.order import IllegalOrder, Order

#: The states that a side cannot tell from a given one.
Twins = Callable[[Any, SideId], Sequence[Any]]
#: Orders to try in a state beside the one that is given.
Probes = Callable[[Any, Order], Sequence[Order]]


class Standing:
    """The rules of a game that begins as a state stands."""

    def __init__(self, system: Any, state: Any) -> None:
        self._system, self._state = system, state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._system, name)

    def initial(self) -> Any:
        return self._state.copy()


def answer(system: Any, state: Any, side: SideId, order: Order) -> tuple[Any, ...]:
    """What a side sees of its order: up to the first roll that it cannot take back, from there to where it may take
    it back to, and from there on; a refusal in words."""
    game: Game[Any] = Game(Standing(system, state), SeededDice("twins"))  # type: ignore[arg-type]
    try:
        game.submit(side, order)
    except IllegalOrder as error:
        return (str(error),)
    to = game.undo_to(side)
    if to is None:
        return (None,)
    seen = [(n, aside.redact(system, game.at(n), event, side)) for n, event in enumerate(game.journal, 1)]
    rolled = next((n for n, event in enumerate(game.journal, 1) if event.rolls), to + 1)
    before = [repr(event) for n, event in seen if n <= min(to, rolled - 1) and event is not None]
    paid_for = [repr(event) for n, event in seen if rolled <= n <= to and event is not None]
    taken = [repr(event) for n, event in seen if n > to and event is not None]
    return (before, paid_for, taken, system.active(game.state))


def alike(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether a side learns nothing of what it hides from these answers that it has not paid for with a roll.

    What is rolled for may show a secret, such as whether its target is to move, and cannot be taken back; what comes
    then may be otherwise. Nothing before may.
    """
    if len(one) < 4 or len(other) < 4:
        return one == other
    return one[0] == other[0] and (one[1] != other[1] or one == other)


def play_twins(
    system: Any, seed: str, orders: int, twins_of: Twins, probes: Probes, level: str = "greedy"
) -> tuple[int, int]:
    """Play, and ask of each order given against a secret what could be taken back in every twin; how often something
    could, and how often nothing."""
    game: Game[Any] = Game(system, SeededDice(seed))
    game.begin()
    minds = {look.id: player(level, f"{seed}/{look.id}") for look in system.sides}
    free = final = 0
    for _ in range(orders):
        if game.over:
            break
        side = game.active[0]
        order = minds[side].order(system, game.view(side), side)
        twins = twins_of(game.state, side)
        if twins:
            seen = system.view(game.state, side)
            assert all(system.view(twin, side) == seen for twin in twins)
            for probe in (order, *probes(game.state, order)):
                found = [answer(system, twin, side, probe) for twin in (game.state, *twins)]
                assert all(alike(found[0], other) for other in found[1:]), f"{system.scenario}, {side}: {probe}"
                free += len(found[0]) > 1
                final += found[0] == (None,)
        game.submit(side, order)
    return free, final
