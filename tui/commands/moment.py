"""A moment of a game or the beginning of a scenario, as commands show it without a screen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from core import aside
from core.event import SideId, TakenBack
from core.game import Game
from core.hexes import Hex
from core.presentation import Report
from core.system import RuleSystem
from tui.commands.common import CommandError, game_named, near, note, scenario_named

if TYPE_CHECKING:
    from tui.map.scene import Scene


@frozen
class Moment:
    """A state of a game: the rules it is played by, the state, and how many events led to it."""

    system: RuleSystem[Any]
    state: Any
    n: int


def open_watched(name: str) -> tuple[Path, Game[Any]]:
    """A recorded game by its file; what is wrong with the file is told on standard error."""
    from content import catalogue
    from saves.session import open_replay

    path = game_named(name)
    replay = open_replay(path, catalogue.open_system, content_hash=catalogue.content_hash)
    for notice in replay.notices:
        note(notice)
    return path, replay.game


def moment_of(name: str, at: int | None) -> Moment:
    """The beginning of a scenario, or a moment of a game (its end without `at`)."""
    from content import catalogue

    if Path(name).expanduser().exists() or name not in {s.id for s in catalogue.scenarios()}:
        try:
            path, game = open_watched(name)
        except CommandError:
            if Path(name).exists() or name.endswith(".journal"):
                raise
            scenario_named(name)
            raise
        n = len(game.journal) if at is None else at
        if n > len(game.journal):
            raise CommandError(f"{path} has no event {n}; choose 0 to {len(game.journal)}")
        return Moment(game.system, game.at(n), n)
    if at:
        raise CommandError(f"--at counts the events of a game; {name} is a scenario, name a game file")
    system = catalogue.open_system(scenario_named(name).id, ())
    return Moment(system, system.initial(), 0)


def view_of(moment: Moment, side: str) -> Any:
    """The state as a side sees it; "all" for all there is."""
    if side == "all":
        return moment.state
    ids = [look.id for look in moment.system.sides]
    if side not in ids:
        raise CommandError(f"unknown side {side!r}; {near(side, [*ids, 'all'])}")
    return moment.system.view(moment.state, SideId(side))


def scene_of(system: RuleSystem[Any], view: Any, cursor: Hex | None = None) -> Scene:
    """What the map shows of a view."""
    from tui.map.scene import Scene

    return Scene(
        board=system.board,
        looks=system.face.terrain(),
        sides={look.id: look for look in system.sides},
        counters=tuple(system.face.counters(view)),
        cursor=cursor,
    )


def size_of(text: str) -> tuple[int, int]:
    """Width and height in cells from ``120x40``."""
    found = re.fullmatch(r"(\d+)x(\d+)", text)
    if not found or "0" in found.groups():
        raise CommandError(f"--size {text!r} should be like 120x40")
    return int(found[1]), int(found[2])


def told(game: Game[Any]) -> list[tuple[int, Report]]:
    """The whole log of a game: each event worth a line, with its number and its words. What was taken back is left
    out."""
    system = game.system
    lines: list[tuple[int, Report]] = []
    state = system.initial()
    for n, event in enumerate(game.journal, start=1):
        if isinstance(event, TakenBack):
            lines = [line for line in lines if line[0] <= event.to]
            state = system.copy(game.at(n))
            continue
        aside.evolve(system, state, event)
        report = aside.report(system, state, event)
        if report is not None:
            lines.append((n, report))
    return lines


def explained(report: Report) -> list[str]:
    """What a line of the log opens into: dice, parts of the number, further words."""
    lines = [f"{roll.die} {roll.result}: {roll.for_} ({roll.rule})" for roll in report.rolls]
    lines += [f"{part.amount:+d} {part.label} ({part.rule})" for part in report.tally]
    return [*lines, *report.details]
