"""About a table: who plays, the clocks, where the dice come from, the rules switched on."""

from __future__ import annotations

import time

from textual.content import Content

from core.event import SideId
from saves.rooms.names import PlayerName
from saves.rooms.room import Room
from saves.rooms.state import RoomState
from tui.kit.popups import Sheet
from tui.kit.text import MUTED
from tui.lobby import words


class InformationSheet(Sheet):
    """Everything about a table that is no move of the game."""

    HELP_TITLE = "About this game"

    def __init__(self, room: Room, player: PlayerName) -> None:
        super().__init__(f"About {room.plan.title}", information(room, player))


def information(room: Room, player: PlayerName) -> Content:
    """What a player may know about a table, in sections."""
    sections = [
        ("Players", _players(room, player)),
        ("Formations", _shares(room, player)),
        ("Clocks", _clocks(room)),
        ("Away", [Content(room.plan.away.words)] if room.plan.away else []),
        ("Dice", [Content(sentence) for sentence in room.dice_words()]),
        ("Rules", [Content(", ".join(room.plan.options) or "as the scenario has them")]),
        ("Table", _table(room.state)),
    ]
    lines: list[Content] = []
    for title, body in sections:
        if body:
            lines += [Content.styled(title, "bold $text-accent"), *(Content.assemble("  ", line) for line in body)]
    return Content("\n").join(lines)


def _players(room: Room, player: PlayerName) -> list[Content]:
    told = []
    width = max(len(look.name) for look in room.looks)
    for look in room.looks:
        side = SideId(look.id)
        commander = room.state.commander(side)
        more = f"  commander: {commander}" if commander and len(room.state.players(side)) > 1 else ""
        own = room.side_of(player) == side  # who has finished is said to the commander, not to the enemy
        ready = [name for name in room.state.players(side) if own and name in room.state.ready]
        done = f"  ready: {words.names(ready)}" if ready else ""
        absent = words.away(room, side) if not room.over else ""
        gone = f"  {absent}" if absent else ""
        told.append(
            Content.assemble(
                look.name.ljust(width + 2), (words.seat(room.state, side), "bold"), (more + done + gone, MUTED)
            )
        )
    return told


def _shares(room: Room, player: PlayerName) -> list[Content]:
    """Who commands what of the player's own side."""
    side = room.side_of(player)
    if side is None or len(room.players(side)) < 2:
        return []
    told = []
    for formation in room.formations(side):
        holders = dict.fromkeys(room.player_of(unit) or "" for unit in formation.units)
        told.append(Content.assemble(f"{formation.name}: ", (words.names(sorted(holders)), "bold")))
    return told


def _clocks(room: Room) -> list[Content]:
    clock = room.plan.clock
    if clock is None:
        return [Content("none: nobody is in a hurry")]
    told = [Content(clock.words)]
    for look in room.looks:
        left = room.time_left(SideId(look.id))
        if left is not None:
            told.append(Content.assemble(f"{look.name}: ", (words.time_words(left), "bold"), " left"))
    return told


def _table(state: RoomState) -> list[Content]:
    may = words.names(state.plan.may_join) if state.plan.may_join else "anyone"
    when = time.strftime("%d.%m.%Y %H:%M", time.localtime(state.made))
    return [
        Content(f"laid by {state.owner} on {when}"),
        Content(
            f"{state.plan.players_a_side} player{'s' * (state.plan.players_a_side > 1)} a side; {may} may sit down"
        ),
        Content("spectators may watch" if state.plan.spectators else "nobody else may watch"),
        Content(state.plan.take_backs.words),
        *([Content("players hear what spectators say when the game is over")] if state.plan.apart else []),
    ]
