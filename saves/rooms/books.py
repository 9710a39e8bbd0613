"""What is kept up beside the game: its beginning and its end, and how it stands; and what a killed process of all
that left undone."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.event import SideId
from core.play.aside import Aside, DiceCommitted, DiceMixed, DiceRevealed, GameStopped, Seat, Seated
from core.play.game import Game
from saves.rooms import brought
from saves.rooms import events as e
from saves.rooms.desk import Desk
from saves.rooms.error import RoomError
from saves.rooms.names import PlayerName
from saves.rooms.over import ended
from saves.rooms.state import Stage, TakeBack

Values = tuple[tuple[PlayerName, str], ...]


def start(desk: Desk, last: e.Joined) -> None:
    """Begin the game with the player who fills the last empty side, within `desk.turn`.

    RoomError leaves him outside and everything as it was.
    """
    values: Values = (*((m.name, m.value) for m in desk.state.members), (last.player, last.value))
    sat = {m.name: m.side for m in desk.state.members} | {last.player: last.side}
    draft = _draft(desk, values, sat)
    desk.write(last, e.Started(values=values))
    with suppress(RoomError):  # from here on the log says that the game has begun; `current` makes up for the rest
        desk.shared.publish(draft)
        current(desk)


def _draft(desk: Desk, values: Values, sat: Mapping[PlayerName, SideId]) -> Path:
    plan = desk.state.plan
    content_hash = desk.means.content_hash
    seats = [Seat(sat[name], player=name) for name, _ in values]
    seats += [Seat(side, computer=level) for side in plan.seats if (level := plan.computer(side))]
    asides: list[Aside] = [Seated(seats=tuple(seats)), DiceCommitted(commitment=desk.state.commitment)]
    asides += [DiceMixed(by=name, value=value) for name, value in values]
    letters = brought.kept(desk)
    asides += [letters.said] if letters is not None else []
    return desk.shared.begin(
        plan.scenario,
        plan.options,
        sides={str(side): f"ai:{level}" if (level := plan.computer(side)) else "human" for side in plan.seats},
        created=datetime.fromtimestamp(desk.means.now(), UTC).isoformat(timespec="seconds"),
        content=content_hash(plan.scenario) if content_hash else "",
        asides=asides,
        before=letters.events if letters is not None else (),
        dice_seed=desk.dice_seed(values),
    )


def current(desk: Desk) -> Game[Any]:
    """The game as it stands in the file, within `desk.turn`, after what a killed process left undone was done.

    RoomError if it has not begun.
    """
    state = desk.state
    if state.stage is Stage.WAITING or (state.stage is Stage.CLOSED and not state.started):
        raise RoomError("the game has not begun; it begins when every side has a player")
    before = desk.game
    if before is None and not desk.shared.begun:
        desk.shared.publish(_draft(desk, state.mixed, state.sat))
    known = len(before.journal) if before else 0
    game = desk.shared.current()
    if len(game.journal) != known:
        desk.touch("game")
    if desk.booked != len(game.journal):
        keep(desk)
    return game


def keep(desk: Desk, *, clock: bool = False) -> None:
    """Write down how the game stands now, within `desk.turn`. clock: also if only the clocks have moved.

    What cannot be written now is written later; the journal alone says what happened in the game.
    """
    game = desk.game
    if game is None:
        return
    try:
        new = _news(desk, game)
        if (clock or new) and desk.clocks is not None:
            desk.clocks.settle(desk.means.monotonic())
            new.append(e.ClockRan(left=desk.clocks.written()))
        if new:
            desk.write(*new)
        if desk.booked < 0:
            _note_seats(desk, game)
        if game.over or desk.state.finished:
            _reveal(desk, game)
        desk.booked = len(game.journal)
    except RoomError:
        desk.booked = -1


def _news(desk: Desk, game: Game[Any]) -> list[e.RoomEvent]:
    """What the log does not say yet of the game as it stands."""
    state = desk.state
    if state.stage not in (Stage.PLAYING, Stage.ADJOURNED):
        return []
    new: list[e.RoomEvent] = []
    if state.take_back is not None and gone_on(desk, game, state.take_back):
        new.append(e.TakeBackSettled(done=False))
    status = game.system.face.status(game.view(None))
    waits, told = game.active, _told(game)
    if (waits, told, status.turn, status.step) != (state.waits, state.told, state.turn, state.step):
        new.append(e.Stood(waits=waits, told=told, turn=status.turn, step=status.step, events=len(game.journal)))
    outcome = game.system.outcome(game.state)
    if outcome is not None:
        winner = SideId(outcome.winner) if outcome.winner else None
        new.append(e.Ended(winner=winner, text=f"{outcome.level}: {outcome.text}"))
    return new


def _told(game: Game[Any]) -> tuple[SideId, ...]:
    """The sides that for all that everybody knows are to order, if those that are to order are only some of them: that
    one of them has nothing to order tells of what nobody sees. () if there are no others."""
    known = game.system.active(game.view(None))
    return known if set(game.active) < set(known) and game.active else ()


def gone_on(desk: Desk, game: Game[Any], question: TakeBack) -> bool:
    """Whether play has gone on since something was asked, as far as everybody can see: what is ordered in secret does
    not settle a question, or the question would tell of it; nor does who sits down or gets up."""
    told = desk.known_to(None).events(game, question.events)
    return any(not isinstance(event, Aside) for _, event in told)


def _note_seats(desk: Desk, game: Game[Any]) -> None:
    """Note in the journal who sits at the table, if that has changed since it was noted last."""
    noted = next((event for event in reversed(game.journal) if isinstance(event, Seated)), None)
    state = desk.state
    if noted is None or state.finished:  # a game of an earlier version does not say who sat there when it began
        return
    seats = [Seat(m.side, player=m.name) for m in state.members]
    seats += [Seat(side, computer=level) for side, level in state.computers.items()]
    if set(seats) != set(noted.seats):
        with desk.shared.playing() as game:
            game.note(Seated(seats=tuple(seats)))
        desk.touch("game")


def _reveal(desk: Desk, game: Game[Any]) -> None:
    """Show the secret of the dice in the journal of a game that is over, once, after how it ended if the rules do not
    tell."""
    if shown_secret(desk):
        return
    with desk.shared.playing() as game:
        if not game.over and not isinstance(game.journal[-1], GameStopped):
            names = {look.id: look.name for look in game.system.sides}
            game.note(GameStopped(text=ended.result(desk.state, lambda side: names.get(side, side))))
        game.note(DiceRevealed(secret=desk.secret()))
    desk.touch("game")


def shown_secret(desk: Desk) -> str:
    """The secret of the dice if the journal shows it; else ""."""
    game = desk.game
    for event in reversed(game.journal[-3:] if game else ()):
        if isinstance(event, DiceRevealed):
            return event.secret
    return ""
