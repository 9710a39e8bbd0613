"""Twins of a game: the same for one side, with other secrets of its enemy; what the side sees of an order in each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import frozen

from core.ai import player
from core.dice import SeededDice
from core.event import SideId
from core.order import IllegalOrder, Order
from core.play import aside
from core.play.game import Game

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


@frozen
class Answer:
    """What a side sees of its order.

    refusal: in words, "" if there is none; free: whether something of it may be taken back; before: the events up to
    the first roll that cannot be taken back; paid_for: from there to where it may be taken back to; taken: from there
    on; active: who is to order then.
    """

    refusal: str = ""
    free: bool = False
    before: Sequence[str] = ()
    paid_for: Sequence[str] = ()
    taken: Sequence[str] = ()
    active: tuple[SideId, ...] = ()


def answer(system: Any, state: Any, side: SideId, order: Order) -> Answer:
    """What a side sees of an order in a state."""
    game: Game[Any] = Game(Standing(system, state), SeededDice("twins"))  # type: ignore[arg-type]
    try:
        game.submit(side, order)
    except IllegalOrder as error:
        return Answer(refusal=str(error))
    free = game.undo_to(side)
    to = len(game.journal) if free is None else free
    rolled = next((n for n, event in enumerate(game.journal, 1) if event.rolls and n <= to), to + 1)
    seen = [(n, aside.redact(system, game.at(n), event, side)) for n, event in enumerate(game.journal, 1)]
    told = [(n, repr(event)) for n, event in seen if event is not None]
    return Answer(
        free=free is not None,
        before=[text for n, text in told if n < rolled],
        paid_for=[text for n, text in told if rolled <= n <= to],
        taken=[text for n, text in told if n > to],
        active=system.active(game.state),
    )


def alike(one: Answer, other: Answer) -> bool:
    """Whether a side learns nothing of what it hides from these answers that it has not paid for with a roll.

    What is rolled for may show a secret, such as whether its target is to move, and cannot be taken back; what comes
    then may be otherwise. Nothing before may. What is final as a whole is paid for.
    """
    if not (one.free or other.free or one.refusal or other.refusal):
        return True
    shown = any(a != b for a, b in zip(one.paid_for, other.paid_for, strict=False))
    return one == other or (one.before == other.before and shown)


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
                free += found[0].free
                final += not found[0].free and not found[0].refusal
        game.submit(side, order)
    return free, final
