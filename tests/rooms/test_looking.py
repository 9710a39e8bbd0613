"""Nobody sees what is hidden by leaving, resigning, sitting down again, asking for the journal, or anything else that
can be done at a table, in whatever order, before the game is over; and what is over never goes on.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from content import catalogue
from core.event import SideId
from core.order import IllegalOrder
from saves.rooms.error import RoomError
from saves.rooms.house import House
from saves.rooms.names import PlayerName
from saves.rooms.over import archive
from saves.rooms.plan import Absence, AwayPlan, ClockPlan, RoomPlan, TakeBacks
from saves.rooms.room import Room
from saves.rooms.state import Stage
from tests.rooms.table import Time, advice, open_system

NAMES = tuple(map(PlayerName, ("anna", "ben", "clara", "david", "eva", "fred")))
GAMES = (("the-pimple", ()), ("rear-area-raid", ("hidden-deployment",)), ("pw-0", ()), ("minsk", ()))
#: How often each act is tried beside the others; 2 where nothing is said.
OFTEN = {"give": 30, "think": 8, "join": 8, "resume": 8, "adjourn": 1, "remove": 1}


@pytest.mark.parametrize("number", range(2))
def test_nothing_done_at_a_table_shows_what_is_hidden(tmp_path: Path, number: int) -> None:
    done = looked_for(tmp_path, number, 150)
    assert done["give"] > 10


@pytest.mark.long
@pytest.mark.parametrize("number", range(100, 180))
def test_nor_in_a_long_run(tmp_path: Path, number: int) -> None:
    looked_for(tmp_path, number, 400)


def plan_of(whim: random.Random, scenario: str, options: tuple[str, ...]) -> RoomPlan:
    """A table with whatever may be agreed on."""
    second = SideId(open_system(scenario, options).sides[1].id)
    return RoomPlan(
        scenario,
        options,
        seats={second: "ai:greedy"} if whim.random() < 0.3 else {},
        players_a_side=whim.choice((1, 2, 3)),
        spectators=whim.random() < 0.7,
        take_backs=whim.choice(list(TakeBacks)),
        clock=whim.choice((None, ClockPlan(10, 5))),
        away=whim.choice((None, AwayPlan(5, whim.choice(list(Absence))))),
    )


def looked_for(data: Path, number: int, steps: int) -> Counter[str]:
    """Do so many things at one table, and look after each what everybody is shown; how often each was done."""
    whim, time, done = random.Random(number), Time(), Counter[str]()
    clocks: dict[str, Any] = {"now": lambda: time.wall, "monotonic": lambda: time.steady, "alone": True}
    here = House(data, open_system, catalogue.content_hash, **clocks)
    room = here.create(NAMES[0], plan_of(whim, *GAMES[number % len(GAMES)]))
    sides: defaultdict[PlayerName, set[SideId]] = defaultdict(set)
    inside: dict[PlayerName, int] = {}
    over = False
    for _ in range(steps):
        name, side = whim.choice(NAMES), SideId(whim.choice(list(room.plan.seats)))
        acts = _acts(here, room, whim, time, name, side, inside)
        what = whim.choices(list(acts), [OFTEN.get(act, 2) for act in acts])[0]
        stage, was_over = room.stage, room.over
        with suppress(RoomError, IllegalOrder):
            acts[what]()
            done[what] += 1
            assert what not in ("journal", "guest", "final") or was_over, "a game that goes on was shown"
            assert what != "half" or stage is Stage.BY_FILE
        if whim.random() < 0.02:
            here.close()
            here = House(data, open_system, catalogue.content_hash, **clocks)
            inside.clear()
        try:
            room = here.room(room.id)
        except RoomError:
            return done
        assert room.over or not over, f"what was over goes on after {what}"
        over = over or room.over
        if room.state.started and not over:
            nobody_knows_more(room, sides)
    return done


def nobody_knows_more(room: Room, sides: defaultdict[PlayerName, set[SideId]]) -> None:
    """Everybody is shown what his side knows, and has never been shown another's."""
    game = room.game
    assert game is not None
    for name in (*NAMES, None):
        side = room.side_of(name) if name is not None else None
        with suppress(RoomError):
            assert room.view(name) == game.view(side)
            assert all(side == remark.side for remark in room.lines_for(name) if remark.alone)
            if name is not None and side is None:
                assert not room.choices(name).options
            elif name is not None and side is not None:
                sides[name].add(side)
                assert len(sides[name]) == 1, f"{name} has seen both sides"


def _acts(
    here: House,
    room: Room,
    whim: random.Random,
    time: Time,
    name: PlayerName,
    side: SideId,
    inside: dict[PlayerName, int],
) -> dict[str, Callable[[], Any]]:
    """All that somebody may try at a table."""

    def give() -> None:
        waits = [one for one in room.waits_for() if room.players(one)]
        if room.game is not None and waits:
            mover = whim.choice(waits)
            player = room.commander(mover) if whim.random() < 0.9 else name
            assert player is not None
            room.give(player, advice(room, mover, "random"))

    def think() -> None:
        thinking = room.computer_order()
        if thinking is not None:
            room.give_computer(thinking, thinking())

    def passes() -> None:
        time.passes(whim.choice((1, 30, 200, 700)))
        room.tick()

    def seldom(act: Callable[[], Any], share: float) -> None:
        if whim.random() < share:
            act()

    return {
        "give": give,
        "think": think,
        "time": passes,
        "join": lambda: room.join(name, side, "words"),
        "leave": lambda: room.leave(name),
        "enter": lambda: inside.update({name: here.enter(name, room.id)}),
        "exit": lambda: here.leave(inside.pop(name)) if name in inside else None,
        "adjourn": lambda: room.adjourn(name),
        "resume": lambda: room.resume(name),
        "resign": lambda: seldom(lambda: room.resign(name), 0.05),
        "close": lambda: seldom(lambda: room.close(name), 0.1),
        "remove": lambda: seldom(lambda: here.remove(name, room.id), 0.1),
        "by file": lambda: seldom(lambda: room.post.go_by_file(name), 0.03),
        "take back": lambda: room.ask_take_back(name, whim.choice(room.take_back_points(name) or (None,))),
        "answer": lambda: room.answer_take_back(name, whim.random() < 0.7),
        "undo": lambda: room.undo(name),
        "claim": lambda: room.claim(name, side),
        "come back": lambda: room.come_back(name),
        "seat": lambda: room.seat_computer(name, side),
        "share": lambda: room.share(name, whim.choice(room.formations(side)).units, whim.choice(NAMES)),
        "say": lambda: room.say(name, whim.choice(("all", "side")), "words"),
        "half": lambda: archive.half(here, name, room.id).read_bytes(),
        "journal": lambda: archive.journal(here, name, room.id),
        "guest": lambda: archive.journal(here, None, room.id),
        "final": lambda: room.final,
        "put away": lambda: here.put_away(linger=0.0),
        "poll": here.poll,
    }
