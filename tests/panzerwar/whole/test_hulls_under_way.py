"""Which way hulls look while they move, over a game: along the leg on which they are, however short the piece told."""

from __future__ import annotations

from itertools import pairwise

from content import catalogue
from core.ai import player
from core.dice import SeededDice
from core.event import SideId, UnitId
from core.panzerwar.movement.events import Moved, Planned, SetOff
from core.panzerwar.movement.reports import NEWS
from core.panzerwar.pieces.plan import Way
from core.plane import Point, bearing, gsu_between, heading_of
from core.play.game import Game
from core.presentation import Report

#: Turns that are played.
TURNS = 4


def test_hulls_look_along_their_legs() -> None:
    """pw:6.0: pieces between two things that happen to others are a few tenths of a GSU long, and look nowhere."""
    system = catalogue.open_system("pw-0")
    game = Game(system, SeededDice("hulls"))
    players = {side.id: player("greedy", side.id) for side in system.sides}
    while not game.over and game.state.turn <= TURNS:
        side = game.active[0]
        game.submit(side, players[side].order(system, game.view(SideId(side)), side))
    ways: dict[UnitId, tuple[Point, ...]] = {}
    at: dict[UnitId, Point] = {}
    headings: dict[UnitId, set[int]] = {}
    short = 0
    for event in game.journal:
        if isinstance(event, Planned) and event.plan.way is not Way.REVERSE:
            ways[event.element] = tuple(leg.to for leg in event.plan.legs)
        elif isinstance(event, SetOff):
            headings.pop(event.element, None)
        elif isinstance(event, Moved) and event.element in ways:
            if event.element not in headings:
                points = (event.way[0], *ways[event.element])
                headings[event.element] = {heading_of(bearing(a, b)) for a, b in pairwise(points)}
            at[event.element] = event.way[-1]
            short += gsu_between(event.way[0], event.way[-1]) < NEWS
            assert event.heading in headings[event.element], event
    assert short > 5, "or the game has shown nothing"


def test_a_creeping_piece_is_no_news() -> None:
    """A piece of less than a GSU is drawn, and not told as a move to where the element is anyway."""
    system = catalogue.open_system("pw-0")
    state = Game(system, SeededDice("x")).state
    element = next(iter(state.elements.values()))

    def told(*way: Point) -> Report | None:
        moved = Moved(side=element.side, element=element.id, segment="c3", way=way, heading=0)
        return system.face.report(state, moved)

    assert told(Point(500, 500), Point(500, 503)) is None
    assert told(Point(500, 500), Point(500, 600)) is not None
