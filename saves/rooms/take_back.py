"""Taking back what dice or secrets have settled: asked by one side, agreed to by every other that people play."""

from __future__ import annotations

from collections.abc import Sequence

from core.event import SideId
from core.order import IllegalOrder
from saves.rooms import books
from saves.rooms import events as e
from saves.rooms.desk import Desk
from saves.rooms.error import RoomError
from saves.rooms.names import PlayerName
from saves.rooms.plan import TakeBacks
from saves.rooms.seating import seated_side
from saves.rooms.state import Stage, TakeBack


def points(desk: Desk, player: PlayerName) -> tuple[int, ...]:
    """The numbers of events that a player may ask to go back to, the newest first."""
    side, game = desk.state.side_of(player), desk.game
    if side is None or game is None or desk.state.stage is not Stage.PLAYING:
        return ()
    if desk.state.plan.take_backs is TakeBacks.NEVER:
        return ()
    return game.take_back_points(side)


def asked(desk: Desk) -> TakeBack | None:
    """The open question; None if there is none, or if play has gone on since."""
    question, game = desk.state.take_back, desk.game
    if question is None or (game is not None and books.gone_on(desk, game, question)):
        return None
    return question


def still_to_agree(desk: Desk, question: TakeBack) -> tuple[SideId, ...]:
    """The sides that people play and that have not agreed yet."""
    humans = desk.state.human_sides
    return tuple(side for side in humans if side != question.side and side not in question.agreed)


def ask(desk: Desk, player: PlayerName, to: int | None) -> bool:
    """Ask every other side to go back to when `to` events stood, None = before one's last order.

    Returns whether it was carried out at once, as it is when only computers play the other sides.
    """
    with desk.turn():
        side = seated_side(desk.state, player)
        game = books.current(desk)
        possible = points(desk, player)
        if desk.state.commander(side) != player:
            raise RoomError(f"the commander of the side asks for that: {desk.state.commander(side)}")
        if desk.state.plan.take_backs is TakeBacks.NEVER:
            raise RoomError("nothing is taken back at this table; so it was agreed on before the game")
        if asked(desk) is not None:
            raise RoomError("there is a question about taking back already; it must be answered first")
        if not possible:
            raise RoomError("there is no order of your side to take back")
        target = possible[0] if to is None else to
        if target not in possible:
            raise RoomError("there is no order of your side at that moment; choose one of those that are listed")
        question = e.TakeBackAsked(side=side, player=player, to=target, events=len(game.journal))
        if still_to_agree(desk, TakeBack(side, player, target, len(game.journal))):
            desk.write(question)
            return False
        _carry_out(desk, question.side, question.to, ())
        return True


def answer(desk: Desk, player: PlayerName, yes: bool) -> bool:
    """Agree to the question or not; returns whether it was carried out now."""
    with desk.turn():
        side = seated_side(desk.state, player)
        books.current(desk)
        question = asked(desk)
        if question is None:
            raise RoomError("nobody asks to take anything back now; play has gone on")
        if side == question.side:
            if yes:
                raise RoomError("the other side has to agree")
            desk.write(e.TakeBackSettled(done=False))
            return False
        answered = e.TakeBackAnswered(side=side, player=player, yes=yes)
        if not yes or still_to_agree(desk, question) != (side,):
            desk.write(answered)
            return False
        _carry_out(desk, question.side, question.to, (answered,))
        return True


def _carry_out(desk: Desk, side: SideId, to: int, answers: Sequence[e.RoomEvent]) -> None:
    """First the game, then what is written beside it: a process killed between the two loses only the latter."""
    others = tuple(other for other in desk.state.plan.seats if other != side)
    try:
        with desk.shared.playing() as game:
            game.take_back(side, to, others)
    except IllegalOrder as error:
        raise RoomError(error.reason) from error
    desk.touch("game", "room")
    if answers:
        desk.write_lightly(*answers, e.TakeBackSettled(done=True))
    books.keep(desk, clock=True)
