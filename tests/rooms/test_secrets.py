"""What a room hands to a player does not depend on what the other side keeps secret, to the byte.

Two copies of one game go on from the same moment. In one of them the other side gives other secret orders, and more
or fewer of them; what the player can get from his room must stay the same.
"""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import orjson
import pytest
from attrs import define, evolve, field

from content import catalogue
from core import secrecy
from core.ai import player as computer
from core.codec import encode
from core.dice import SeededDice
from core.event import Event, OrderGiven, SideId
from core.order import IllegalOrder, Order
from core.panzer.command.events import CommandPlaced
from core.panzer.pieces.unit import Unit
from core.play.game import Game
from saves.rooms.house import House
from saves.rooms.names import PlayerName
from saves.rooms.plan import ClockPlan, RoomPlan
from saves.rooms.room import Room
from tests.rooms.table import ANNA, BEN, CLARA, DAVID, PIMPLE, Time, house

HIDDEN = ("hidden-deployment",)
PANZER = tuple((info.id, ()) for info in catalogue.scenarios("panzer") if info.edition == "hex")
#: Events of the course of a game that come or not as a side has somebody to act in a step.
COURSE: Final = frozenset({"step-begun"})
#: Scenarios in which the sides plan in secret, and carry out before both what they planned.
PLANNED: Final = frozenset(info.id for info in catalogue.scenarios("panzerwar"))
BLITZ = (("rear-area-raid", HIDDEN), ("korsun-pocket", HIDDEN))
#: Those of which a moment takes as long as several of others.
LARGE: Final = frozenset({"ponyri", "turning-tide", "twilight"})
#: Those that have nothing secret which others have not.
ALIKE: Final = LARGE | {"crossing-the-trigh", "higher-ground", "mersa-el-brega"}
#: How many moments of each are compared: few, and in a long run many.
MOMENTS = (
    *(
        pytest.param(*one, 1 if one[0] in LARGE else 2, marks=[pytest.mark.thorough] * (one[0] in ALIKE))
        for one in (*PANZER, *BLITZ)
    ),
    *(pytest.param(*one, 12, marks=pytest.mark.long) for one in (*PANZER, *BLITZ)),
)


def asked_back(room: Room) -> object:
    """A question of a take-back as it is put: who asks, and to go back by how many of his orders. By which number the
    journal has that moment nobody is told."""
    asked = room.take_back
    if asked is None:
        return None
    later = sum(point > asked.to for point in room.take_back_points(asked.player))
    return [asked.side, asked.player, later, sorted(asked.agreed)]


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
        asked_back(room),
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
    """Two rooms that have been the same up to a moment.

    keeper: the side that keeps its secrets from `other`; different: orders that it gave in one room alone; secretly:
    whether the last orders were such; parted: whether the course of the games has parted.
    """

    rooms: tuple[Room, Room]
    keeper: SideId
    other: SideId
    whim: random.Random
    different: int = field(default=0)
    secretly: bool = field(default=False)
    parted: bool = field(default=False)

    def same(self) -> bool:
        """Compare what the other side and a spectator are told; False when the course of the games has parted, or all
        is shown because a game is over."""
        if any(room.over for room in self.rooms):
            return False
        player = self.rooms[0].commander(self.other)
        self.parted = not all([self._same(player, self.other), self._same(None, None)])
        return not self.parted

    def _same(self, who: PlayerName | None, side: SideId | None) -> bool:
        heard = [room.redacted(who, 0) for room in self.rooms]
        parted = next((k for k, (a, b) in enumerate(zip(*heard, strict=False)) if a[1] != b[1]), None)
        if parted is None and len(heard[0]) == len(heard[1]):
            first, second = (told(room, who, side) for room in self.rooms)
            at = next((k for k in range(min(len(first), len(second))) if first[k] != second[k]), len(first))
            assert first == second, f"{first[max(0, at - 200) : at + 100]!r}\n{second[max(0, at - 200) : at + 100]!r}"
            return True
        last = min(map(len, heard)) if parted is None else parted
        events = [one[last][1] if last < len(one) else None for one in heard]
        assert not self.secretly, events
        # One game waits for a side in the middle of an order, which the README of the host lists first.
        asked = any(event is None and self.keeper in r.waits_for() for event, r in zip(events, self.rooms, strict=True))
        assert asked or self._may_part([event for event in events if event is not None]), events
        before = [self._seen_before(room, one, last, side) for room, one in zip(self.rooms, heard, strict=True)]
        assert before[0] == before[1], events
        return False

    def _may_part(self, events: Sequence[Event]) -> bool:
        """Whether secrets may come out by these events, which differ: something is shown in one of the games, a side
        has nobody to act in a step (see "What players can learn of each other" in the README of the host), or what was
        planned in secret is seen as it is carried out."""
        planned = self.rooms[0].plan.scenario in PLANNED and not any(isinstance(event, OrderGiven) for event in events)
        return planned or any(event.reveals for event in events) or all(event.name in COURSE for event in events)

    @staticmethod
    def _seen_before(room: Room, heard: Sequence[tuple[int, Event]], last: int, side: SideId | None) -> str:
        """What a side was shown before the event with this index among those that it was told of, or now if there is
        none."""
        game = room.game
        assert game is not None
        return repr(game.system.view(game.at(heard[last][0] - 1 if last < len(heard) else len(game.journal)), side))

    def step(self) -> bool:
        """One order in both rooms, the same or both in secret; False when they cannot go on together."""
        waits = self.rooms[0].waits_for()
        if not waits:
            return False
        side = self.whim.choice(waits)
        order = self._order(self.rooms[0], side)
        self.secretly = side == self.keeper and self._is_secret(self.rooms[0], order)
        if self.secretly:
            return self._give_otherwise(order)
        given = [self._give(room, side, order) for room in self.rooms]
        assert side == self.keeper or given[0] == given[1], given
        return not any(given) and not (side == self.keeper and self.rooms[0].plan.options)  # it shows what is in view

    @staticmethod
    def _give(room: Room, side: SideId, order: Order) -> str:
        """Why an order is refused; "" if it is given."""
        try:
            room.give(room.players(side)[0], order)
        except IllegalOrder as error:
            return str(error)
        return ""

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

    def _give_otherwise(self, order: Order) -> bool:
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


def compared(tmp_path: Path, scenario: str, options: tuple[str, ...], number: int) -> Twins:
    """Twins compared from one of the moments of a scenario on, as long as they go on together."""
    both = twins(tmp_path / str(number), scenario, options, f"{scenario}/{number}")
    second = both.rooms[1]
    commander, mate = second.players(both.keeper)
    second.say(mate, "side", "a word in secret")
    second.share(commander, second.formations(both.keeper)[0].units, mate)
    second.share(commander, second.formations(both.keeper)[0].units, commander)
    second.ready(mate)
    assert both.same()
    for _ in range(40):
        if not both.step() or not both.same():
            break
    return both


@pytest.mark.parametrize(("scenario", "options", "moments"), MOMENTS)
def test_secrets_change_nothing_that_is_handed_out(
    tmp_path: Path, scenario: str, options: tuple[str, ...], moments: int
) -> None:
    different = sum(compared(tmp_path, scenario, options, number).different for number in range(moments))
    assert different > moments, different


def test_where_the_course_parts_is_known(tmp_path: Path) -> None:
    """A side whose commands lie elsewhere is passed over: that shows, as the host's README says, and nothing before."""
    assert any(compared(tmp_path, PIMPLE, (), number).parted for number in range(9, 24))


def test_a_field_that_is_shown_by_mistake_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = secrecy.SECRETS[Unit]
    own = tuple(one for one in said.own if one[0] != "command")
    monkeypatch.setitem(secrecy.SECRETS, Unit, evolve(said, own=own))
    with pytest.raises(AssertionError, match="command="):
        compared(tmp_path, PIMPLE, (), 0)


def test_an_event_that_is_told_by_mistake_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The course of games may part by what is shown and by steps passed over, not by an order face down."""
    monkeypatch.setattr(CommandPlaced, "known", staticmethod(secrecy.ALL))

    def meant(game: Game[object], events: tuple[Event, ...], other: SideId) -> bool:
        return all(isinstance(e, CommandPlaced) or game.system.redact(game.state, e, other) is None for e in events)

    monkeypatch.setattr(sys.modules[__name__], "secret_from", meant)
    with pytest.raises(AssertionError, match="CommandPlaced"):
        [compared(tmp_path, PIMPLE, (), number) for number in range(6)]


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
