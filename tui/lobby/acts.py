"""Doing what is offered at a table: from a game that is played, or from the seats around it."""

from __future__ import annotations

from textual.content import Content

from core.ai.levels import SUBSTITUTE
from core.event import SideId
from saves.rooms.names import PlayerName
from saves.rooms.plan import TakeBacks
from saves.rooms.room import Room
from tui.kit.popups import PickList
from tui.lobby import words
from tui.lobby.hosted import HostedTable
from tui.lobby.offers import Act, Offer
from tui.lobby.seal import sit_down
from tui.lobby.seated import Seated
from tui.lobby.sharing import SharingScreen
from tui.lobby.visitor import visitor

#: So many moments are offered to go back to.
MOMENTS = 6


def act_on(screen: Seated, offer: Offer) -> None:
    """Do what was offered; what is for good only after it was confirmed."""
    if not offer.sure:
        _do(screen, offer.act)
        return

    def picked(row: int | None) -> None:
        if row == 1:
            _do(screen, offer.act)

    lines = [("n", Content("no, go on as before")), ("y", Content(f"yes, {offer.label}"))]
    screen.app.push_screen(PickList(offer.sure, lines), picked)


def _do(screen: Seated, act: Act) -> None:
    room, player = screen.room, screen.player
    match act:
        case Act.TAKE_BACK:
            if screen.hosted is not None:
                ask_to_take_back(screen, screen.hosted)
        case Act.JOIN:
            join(screen)
        case Act.SHARE:
            screen.app.push_screen(SharingScreen(room, player))
        case Act.READY | Act.NOT_READY:
            screen.attempt(lambda: room.ready(player, act is Act.READY))
        case Act.ADJOURN:
            screen.attempt(lambda: room.adjourn(player))
        case Act.BY_FILE:
            screen.attempt(lambda: room.post.go_by_file(player))
        case Act.GO_ON:
            screen.attempt(lambda: room.resume(player))
        case Act.RESIGN:
            screen.attempt(lambda: room.resign(player))
        case Act.COMPUTER:
            screen.attempt(lambda: _seat_computers(room, player))
        case Act.CLAIM:
            for side in room.may_claim(player):
                screen.attempt(lambda side=side: room.claim(player, side))  # type: ignore[misc]
        case Act.BACK:
            screen.attempt(lambda: room.come_back(player))
        case Act.LEAVE | Act.CLOSE:
            if screen.attempt(lambda: room.leave(player) if act is Act.LEAVE else room.close(player)):
                visitor(screen.app).show_lobby()


def _seat_computers(room: Room, player: PlayerName) -> None:
    for side in room.plan.seats:
        if not room.state.players(side) and not room.state.computers.get(side):
            room.seat_computer(player, SideId(side), SUBSTITUTE)


def join(screen: Seated) -> None:
    """Let the player choose a side, and give words for the dice as long as they are not mixed."""
    room, player = screen.room, screen.player
    refused = visitor(screen.app).table_refused()
    if refused:
        screen.app.notify(refused, title="Not possible", severity="warning", markup=False)
        return
    free = [look for look in room.looks if not room.may_join(player, SideId(look.id))]
    if not free:
        screen.attempt(lambda: room.join(player, SideId(room.looks[0].id)))
        return

    def picked(row: int | None) -> None:
        if row is not None:
            sit_down(screen, SideId(free[row].id))

    if len(free) == 1:
        picked(0)
        return
    lines = [("", Content.assemble(look.name, f"   {words.seat(room.state, SideId(look.id))}")) for look in free]
    screen.app.push_screen(PickList("Which side?", lines), picked)


def ask_to_take_back(place: Seated, game: HostedTable) -> None:
    """Let the player choose what to go back to in the game; the other side is asked."""
    room, player = place.room, place.player
    points = room.take_back_points(player)[:MOMENTS]
    if room.take_back is not None:
        place.app.notify("A take-back is asked for already; a answers or withdraws it", timeout=4, markup=False)
        return
    if room.plan.take_backs is TakeBacks.NEVER:
        place.app.notify("Nothing is taken back at this table", timeout=3, markup=False)
        return
    if not points:
        place.app.notify("There is no order of yours to take back", timeout=3, markup=False)
        return
    known = [line for line in game.lines() if line.report.level]
    lines = []
    for to in points:
        first = next((line.report.text for line in known if line.n > to), "the last order")
        lines.append(("", Content(first)))

    def picked(row: int | None) -> None:
        if row is not None and place.attempt(lambda: room.ask_take_back(player, points[row])):
            asked = room.take_back is not None
            text = "The other side is asked; play can go on meanwhile." if asked else "Taken back."
            place.app.notify(text, timeout=4, markup=False)

    title = "Go back to before ... (the other side must agree)"
    place.app.push_screen(PickList(title, lines), picked)
