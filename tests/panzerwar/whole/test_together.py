"""What both sides decide without each other's knowledge is carried out together, as at a table (pw:3.2, pw:4.2)."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from content.catalogue import open_system
from core.ai import player
from core.dice import ScriptedDice, SeededDice
from core.event import OrderGiven, SideId
from core.order import IllegalOrder
from core.panzerwar.course.orders import PlaceRest
from core.panzerwar.course.standing import STANDING
from core.play.game import Game
from core.play.whole import COMPUTER, HOLD, WORTH, Decided, Whole, plays_in_trust, refused
from core.step_end import FinishStep

FIRST = SideId("german")


def begun() -> Whole[Any]:
    """The small engagement before its first event."""
    rules = open_system("pw-0")
    assert plays_in_trust(rules)
    return Whole(rules, SideId(rules.sides[0].id))


def decided(whole: Whole[Any], side: SideId, standing: dict[str, str]) -> Decided:
    """What a computer player decides for a side that is asked, by its view, without the other's decision."""
    draft, mind = whole.copy(), player("greedy", f"{side}/{len(whole.journal)}")
    orders = []
    goes_on = True
    while goes_on:
        orders.append(mind.order(draft.system, draft.system.view(draft.state, side), side))
        goes_on = draft.give(side, orders[-1])
    return Decided(tuple(orders), standing, f"seed {side}")


@cache
def played(answer: str) -> tuple[Whole[Any], int]:
    """A whole game, and how often somebody was asked. answer: what everything is left to that can be; "" = nothing."""
    whole, rounds = begun(), 0
    whole.run(SeededDice("begin"))
    standing = dict.fromkeys(STANDING, answer) if answer else {}
    while not whole.over:
        rounds += 1
        assert rounds < 200
        found = {side: decided(whole, side, standing) for side in whole.asked}
        assert not any(refused(whole, side, one) for side, one in found.items())
        whole.carry_out(found, SeededDice(str(rounds)))
    return whole, rounds


@pytest.mark.parametrize("answer", ["", COMPUTER])
def test_a_game_is_what_the_same_orders_make_it_at_a_table(answer: str) -> None:
    """Every order is legal there, and the same happens by the same dice."""
    whole, _ = played(answer)
    dice = ScriptedDice([roll.result for event in whole.journal for roll in event.rolls])
    game: Game[Any] = Game(whole.system, dice)
    game.begin()
    for event in whole.journal:
        if isinstance(event, OrderGiven):
            game.submit(event.side, event.order)
    assert game.journal == whole.journal
    assert game.over


def test_who_leaves_decisions_to_his_machine_is_asked_less() -> None:
    """With all of them left to it a turn is planned, and nothing else is asked."""
    games = {answer: played(answer) for answer in ("", COMPUTER)}
    turns = {answer: whole.system.face.status(whole.state).turn for answer, (whole, _) in games.items()}
    asked = {answer: rounds for answer, (_, rounds) in games.items()}
    assert asked[COMPUTER] <= turns[COMPUTER] + 1
    assert asked[""] > 3 * turns[""]


def test_a_side_is_asked_where_it_is_worth_it() -> None:
    """Only where a computer player would do something; to hold is to do nothing, whatever one could."""
    whole, _ = played("")
    kinds = {answer: dict.fromkeys(STANDING, answer) for answer in (HOLD, WORTH)}
    seen = set()
    for n in range(0, len(whole.journal), 3):
        at = Whole(whole.system, whole.side)
        at.state, at.journal = whole.at(n), whole.journal[:n]
        active = at.active
        for side in active if at.system.decision(at.state) in STANDING else ():
            at.leave({one: Decided((), kinds[HOLD]) for one in active})
            assert at.asked == ()
            at.leave({one: Decided((), kinds[WORTH], "seed") for one in active})
            view = at.system.view(at.state, side)
            order = player(COMPUTER, f"seed/{n}").order(at.system, view, side)
            worth = order != at.system.hold(view, side)
            assert (side in at.asked) == worth
            seen.add(worth)
        if len(seen) == 2 and n > 200:
            return
    raise AssertionError(seen)


def test_a_decision_is_whole_and_legal() -> None:
    """What is left open, comes too late or is not legal is told, and leaves the game as it was."""
    whole = begun()
    whole.run(SeededDice("begin"))
    place, end = PlaceRest(), FinishStep()
    side = whole.asked[0]
    before = list(whole.journal)
    good = decided(whole, side, {})
    assert refused(whole, side, good) == ""
    assert "leaves open" in refused(whole, side, Decided((place,)))
    assert "comes after all was decided" in refused(whole, side, Decided((*good.orders, end)))
    assert "is not legal" in refused(whole, side, Decided((end, place)))
    assert "leaves open" in refused(whole, side, Decided())
    assert whole.journal == before


def test_an_order_that_waits_for_dice_leaves_nothing_of_what_comes_of_it() -> None:
    """Without dice a draft stops before them: what would have happened is not known."""
    whole = begun()
    whole.run(SeededDice("begin"))
    for side in whole.asked:
        for order in decided(whole, side, {}).orders:
            whole.give(side, order)
    stood = whole.copy()
    with pytest.raises(IllegalOrder):
        whole.give(FIRST, FinishStep())
    assert whole.journal == stood.journal
    assert not any(event.rolls for event in whole.journal)
    whole.cut(1)
    assert whole.state == whole.at(1)
