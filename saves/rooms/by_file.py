"""A table's game goes on by file: both sides wish it at the same moment, and each player takes his half along.

The host seals the whole journal for both, with the secret of its dice, which rolls nothing any more; from then on they
are rolled by letter. While the game goes on, nobody is shown more of it here than he has seen.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from core.event import SideId
from core.play.aside import Aside, DiceRevealed, GameStopped
from saves.files import replace_file, sync_directory
from saves.post import before
from saves.post.keys import PostError
from saves.post.places import post_rules
from saves.reading import read_header
from saves.rooms import books
from saves.rooms import events as e
from saves.rooms.desk import Desk
from saves.rooms.error import RoomError
from saves.rooms.names import PlayerName
from saves.rooms.seating import seated_side
from saves.rooms.state import Stage
from saves.session import write_journal

#: How a game ended at its table, in its journal.
GOES_ON: Final = "it goes on by file"
_DRAFT: Final = ".whole.journal"


def refusal(desk: Desk, player: PlayerName) -> str:
    """Why a player may not wish to go on by file now; "" if he may."""
    state, game = desk.state, desk.game
    side = state.side_of(player)
    if side is None or state.commander(side) != player:
        return "only who commands a side may change to files"
    if state.stage is not Stage.PLAYING or game is None:
        return "only a game that is being played can go on by file"
    computers = [side for side in state.plan.seats if side not in state.human_sides]
    if computers:
        return f"nobody plays {computers[0]} who could go on by file"
    try:
        return before.not_now(post_rules(game.system), game)
    except PostError as error:
        return str(error)


def wish(desk: Desk, player: PlayerName) -> bool:
    """Wish to go on by file; returns whether it does: both sides wish it, and nobody has seen anything happen since the
    first of them did. So none can foresee a roll, and leave the dice before it, without the other at that very moment.
    """
    desk.prepare()
    with desk.turn():
        side = seated_side(desk.state, player)
        game = books.current(desk)
        no = refusal(desk, player)
        if no:
            raise RoomError(no)
        state = desk.state
        asked = e.ByFileAsked(side=side, player=player, events=len(game.journal))
        agreed = {other for other, at in state.by_file.items() if not _gone_on(desk, at)}
        if not set(state.human_sides) <= agreed | {side}:
            desk.write(asked)
            return False
        _write_halves(desk)
        halves = {other: name for other in state.plan.seats if (name := state.commander(other)) is not None}
        desk.write(asked, e.ByFile(by=player, halves=halves))
        return True


def _gone_on(desk: Desk, at: int) -> bool:
    assert desk.game is not None
    return any(not isinstance(event, Aside) for _, event in desk.known_to(None).events(desk.game, at))


def _write_halves(desk: Desk) -> None:
    """Have the half of each side on the disk, where only the host reads it."""
    game, draft = desk.game, desk.directory / _DRAFT
    assert game is not None
    header = read_header(desk.shared.path)
    closed = (*game.journal, GameStopped(text=GOES_ON), DiceRevealed(secret=desk.secret()))
    try:
        draft.unlink(missing_ok=True)
        write_journal(draft, header, closed)
        journal = draft.read_bytes()
        draft.unlink()
        halves = before.split(post_rules(game.system), header, game, journal)
        for side, half_ in halves.items():
            replace_file(_path(desk, SideId(side)), half_.data, 0o600)
        sync_directory(desk.directory)
    except PostError as error:
        raise RoomError(str(error)) from error
    except OSError as error:
        raise RoomError(f"the halves cannot be written: {error.strerror}") from error


def _path(desk: Desk, side: SideId) -> Path:
    return desk.directory / f"{side}{before.SUFFIX}"


def half(desk: Desk, player: PlayerName) -> Path:
    """The half of a player's side. RoomError if there is none for him."""
    found = next((side for side, name in desk.state.halves.items() if name == player), None)
    if desk.state.stage is not Stage.BY_FILE or found is None:
        raise RoomError("there is no half of this game for you")
    return _path(desk, found)
