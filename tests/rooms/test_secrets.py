"""What a room hands to a player does not depend on what the other side keeps secret, to the byte.

Two copies of one game go on from the same moment. In one of them the other side gives other secret orders, and more
or fewer of them; what the player can get from his room must stay the same.
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import orjson
import pytest
from attrs import define, field

from content import catalogue
from core.ai import player as computer
from core.codec import encode
from core.dice import SeededDice
from core.event import Event, SideId
from core.game import Game
from core.order import IllegalOrder, Order
from saves.rooms.house import House
from saves.rooms.names import PlayerName
from saves.rooms.plan import ClockPlan, RoomPlan
from saves.rooms.room import Room
from tests.rooms.table import ANNA, BEN, CLARA, DAVID, Time, house

HIDDEN = ("hidden-deployment",)
PANZER = tuple((info.id, ()) for info in catalogue.scenarios("panzer"))
BLITZ = (("rear-area-raid", HIDDEN), ("korsun-pocket", HIDDEN))


def told(room: Room, player: PlayerName | None, side: SideId | None) -> bytes:
    """Everything that a player (None = a spectator) can get from a room, as bytes."""
    parts: list[object] = [
        repr(room.view(player)),
        [encode(event) for _, event in room.redacted(player, 0)],
        [(r.player, r.text, r.alone) for r in room.lines_for(player)],
        [str(one) for one in room.waits_for()],
        [room.time_left(SideId(look.id)) for look in room.looks],
        [room.stage.value, room.state.turn, room.state.step, room.over, room.result],
        room.dice_words(),
        repr(room.take_back),
    ]
    if player is not None and side is not None:
        parts += [repr(room.choices(player)), room.may_undo(player), room.must_answer(player)]
        parts += [sorted(room.units_of(player)), len(room.take_back_points(player))]
    return orjson.dumps(parts)


def secret_from(game: Game[object], events: tuple[Event, ...], other: SideId) -> bool:
    """Whether the other side knows nothing of these events, the last of the game."""
    return all(game.system.redact(game.state, event, other) is None for event in events)


@define
class Twins:
    """Two rooms that have been the same up to a moment. keeper: the side that keeps its secrets from `other`."""

    rooms: tuple[Room, Room]
    keeper: SideId
    other: SideId
    whim: random.Random
    different: int = field(default=0)

    def same(self) -> None:
        """Compare what the other side and a spectator are told."""
        player = self.rooms[0].commander(self.other)
        for who, side in ((player, self.other), (None, None)):
            first, second = (told(room, who, side) for room in self.rooms)
            at = next((k for k in range(min(len(first), len(second))) if first[k] != second[k]), len(first))
            assert first == second, f"{first[max(0, at - 200) : at + 100]!r}\n{second[max(0, at - 200) : at + 100]!r}"

    def step(self) -> bool:
        """One order in both rooms; False when they may differ from now on."""
        waits = self.rooms[0].waits_for()
        if not waits:
            return False
        side = self.whim.choice(waits)
        order = self._order(self.rooms[0], side)
        if side == self.keeper and self._is_secret(self.rooms[0], order):
            return self._secretly(order)
        events: list[tuple[Event, ...]] = []
        for room in self.rooms:
            try:
                events.append(room.give(room.players(side)[0], order))
            except IllegalOrder:
                return False
        if side == self.keeper and self.rooms[0].plan.options:  # the end of a set-up shows what was not hidden
            return False
        return not any(event.reveals for found in events for event in found)

    def _order(self, room: Room, side: SideId) -> Order:
        level = "random" if room.plan.options or self.whim.random() < 0.7 else "greedy"
        game = room.game
        assert game is not None
        seed = str(self.whim.random())
        order: Order = computer(level, seed).order(game.system, game.view(side), side)
        return order

    def _is_secret(self, room: Room, order: Order) -> bool:
        game = room.game
        assert game is not None
        fork = game.fork(len(game.journal), SeededDice("fork"))
        events = fork.submit(self.keeper, order)
        return fork.active == game.active and secret_from(fork, events, self.other)

    def _secretly(self, order: Order) -> bool:
        """The keeper gives a secret order in one room, and other ones in the other room, or none."""
        first, second = self.rooms
        first.give(first.players(self.keeper)[0], order)
        for _ in range(self.whim.randrange(4)):
            mine = self._order(second, self.keeper)
            if self._is_secret(second, mine):
                second.give(second.players(self.keeper)[0], mine)
                self.different += 1
        return True


def twins(tmp_path: Path, scenario: str, options: tuple[str, ...], seed: str) -> Twins:
    """A game played to a moment, and its copy."""
    whim = random.Random(seed)
    time = Time()
    here = house(tmp_path / "a", time)
    room = here.create(ANNA, RoomPlan(scenario, options, players_a_side=2, clock=ClockPlan(60, 5)))
    first, second = room.plan.seats
    for player, side in ((ANNA, first), (CLARA, first), (BEN, second)):
        room.join(player, side, "words")
    room.join(DAVID, second)
    keeper = room.waits_for()[0] if options else whim.choice((first, second))
    started = Twins((room, room), keeper, second if keeper == first else first, whim)
    for _ in range(whim.randrange(60) if not options else 0):
        if not room.waits_for():
            break
        side = whim.choice(room.waits_for())
        room.give(room.players(side)[0], started._order(room, side))
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    copy: House = house(tmp_path / "b", time)
    started.rooms = (room, copy.room(room.id))
    return started


@pytest.mark.parametrize(("scenario", "options"), [*PANZER, *BLITZ])
@pytest.mark.parametrize("moments", [2, pytest.param(12, marks=pytest.mark.long)])
def test_secrets_change_nothing_that_is_handed_out(
    tmp_path: Path, scenario: str, options: tuple[str, ...], moments: int
) -> None:
    different = 0
    for number in range(moments):
        both = twins(tmp_path / str(number), scenario, options, f"{scenario}/{number}")
        second = both.rooms[1]
        commander, mate = second.players(both.keeper)
        second.say(mate, "side", "a word in secret")
        second.share(commander, second.formations(both.keeper)[0].units, mate)
        second.share(commander, second.formations(both.keeper)[0].units, commander)
        second.ready(mate)
        both.same()
        for _ in range(40):
            if not both.step():
                break
            both.same()
        different += both.different
    assert different > moments, different


def test_the_list_of_tables_does_not_tell_of_what_a_side_does_for_itself(tmp_path: Path) -> None:
    time = Time()
    at = house(tmp_path, time)
    room = at.create(ANNA, RoomPlan("the-pimple", players_a_side=2))
    first, second = room.plan.seats
    for player, side in ((ANNA, first), (CLARA, first), (BEN, second)):
        room.join(player, side, "words")
    changed = room.state.changed
    time.passes(100)
    room.say(CLARA, "side", "psst")
    room.share(ANNA, room.formations(first)[0].units, CLARA)
    room.ready(CLARA)
    room.mark_seen(BEN, 3)
    room.write_seen()
    assert room.state.changed == changed
    room.say(CLARA, "all", "hello")
    assert room.state.changed == changed
    room.leave(BEN)
    assert room.state.changed > changed


def test_a_question_does_not_tell_of_secret_orders(tmp_path: Path) -> None:
    """Whether the other side has ordered in secret since, nobody reads from a question that goes away."""
    overtaken = 0
    for number in range(12):
        both = twins(tmp_path / str(number), "the-pimple", (), f"question/{number}")
        room = both.rooms[0]
        asker = room.commander(both.other)
        assert asker is not None
        if not room.take_back_points(asker) or room.ask_take_back(asker):
            continue
        for _ in range(6):
            game = room.game
            assert game is not None
            if both.keeper not in room.waits_for():
                break
            order = both._order(room, both.keeper)
            if not both._is_secret(room, order):
                break
            room.give(room.players(both.keeper)[0], order)
            overtaken += 1
            assert room.take_back is not None
            assert room.must_answer(room.players(both.keeper)[0])
    assert overtaken > 3
