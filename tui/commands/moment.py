"""A moment of a game or the beginning of a scenario, as commands show it without a screen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve, frozen

from core.event import Event, TakenBack
from core.hexes import Hex
from core.play import aside
from core.play.game import Game
from core.presentation import Report
from core.system import RuleSystem
from saves.audience import Audience
from saves.text import shown as spelled
from tui.commands.common import CommandError, game_named, near, note, scenario_named
from tui.replay.reel import SPECTATOR, Eye, eyes

if TYPE_CHECKING:
    from tui.map.scene import Scene


#: What `--view` takes, as commands describe it.
VIEW_HELP: Final = "what a side knows, or all; while a game runs the default is what a spectator knows"


@frozen
class Moment:
    """A state of a game: the rules it is played by, the state, and who may see what of it."""

    system: RuleSystem[Any]
    state: Any
    audience: Audience


@frozen
class Watched:
    """A recorded game, and who may see what of it."""

    path: Path
    game: Game[Any]
    audience: Audience


def open_watched(name: str) -> Watched:
    """A recorded game by its file; what is wrong with the file is told on standard error."""
    from content import catalogue
    from saves.session import open_replay

    path = game_named(name)
    replay = open_replay(path, catalogue.open_system, content_hash=catalogue.content_hash)
    for notice in replay.notices:
        note(notice)
    return Watched(path, replay.game, replay.audience)


def moment_of(name: str, at: int | None) -> Moment:
    """The beginning of a scenario, or a moment of a game (its end without `at`)."""
    from content import catalogue

    if Path(name).expanduser().exists() or name not in {s.id for s in catalogue.scenarios()}:
        try:
            watched = open_watched(name)
        except CommandError:
            if Path(name).exists() or name.endswith(".journal"):
                raise
            scenario_named(name)
            raise
        game = watched.game
        n = len(game.journal) if at is None else at
        if n > len(game.journal):
            raise CommandError(f"{watched.path} has no event {n}; choose 0 to {len(game.journal)}")
        return Moment(game.system, game.at(n), watched.audience)
    if at:
        raise CommandError(f"--at counts the events of a game; {name} is a scenario, name a game file")
    system = catalogue.open_system(scenario_named(name).id, ())
    return Moment(system, system.initial(), Audience(open=True, everything=True))


def eye_of(system: RuleSystem[Any], who: Audience, asked: str | None) -> Eye:
    """Through whose eyes to look: as asked for with `--view`, else all there is, and a spectator's while a game runs.

    CommandError for what may not be seen; that secrets of a game in progress are shown is told on standard error.
    """
    there = {eye.id: eye for eye in eyes(system)}
    eye = there.get(asked or ("all" if who.open else SPECTATOR))
    if eye is None:
        raise CommandError(f"unknown side {asked!r}; {near(asked or '', there)}")
    refusal = who.refusal(eye.side, everything=eye.all)
    if refusal:
        raise CommandError(f"--view {eye.id} is not shown while the game is played: {refusal}")
    if who.tells(eye.side, everything=eye.all):
        whose = "of both sides" if eye.all else f"of {there[eye.id].name.removeprefix('as ')}"
        note(f"this shows the secrets {whose} in a game that is in progress")
    elif asked is None and not who.open:
        note("the game is in progress: shown is what a spectator may know" + (f"; {_MORE}" if who.everything else ""))
    return eye


_MORE: Final = "--view SIDE or --view all shows more"


def seen(system: RuleSystem[Any], state: Any, eye: Eye) -> Any:
    """A state as far as an eye sees it."""
    return state if eye.all else system.view(state, eye.side)


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


def told(game: Game[Any], eye: Eye) -> list[tuple[int, Report]]:
    """The log of a game as an eye may know it: each event worth a line, with its number and its words. What was taken
    back is left out."""
    system = game.system
    lines: list[tuple[int, Report]] = []
    state = system.initial()
    for n, event in enumerate(game.journal, start=1):
        if isinstance(event, TakenBack):
            lines = [line for line in lines if line[0] <= event.to]
            state = system.copy(game.at(n))
            continue
        aside.evolve(system, state, event)
        shown = event if eye.all else aside.redact(system, state, event, eye.side)
        report = None if shown is None else reported(system, seen(system, state, eye), shown)
        if report is not None:
            lines.append((n, report))
    return lines


def reported(system: RuleSystem[Any], view: Any, event: Event) -> Report | None:
    """An event in words, as of `aside.report`. What stands in a file of a stranger reaches no terminal as an order."""
    report = aside.report(system, view, event)
    return None if report is None else evolve(report, text=spelled(report.text), rule=spelled(report.rule))


def numbered(game: Game[Any], eye: Eye) -> list[tuple[int, Report]]:
    """As `told`. Who may not see all events is not told by their numbers how many there are: he is given his own."""
    lines = told(game, eye)
    return lines if eye.all else [(k, report) for k, (_, report) in enumerate(lines, 1)]


def explained(report: Report) -> list[str]:
    """What a line of the log opens into: dice, parts of the number, further words."""
    lines = [f"{roll.die} {roll.result}: {roll.for_} ({roll.rule})" for roll in report.rolls]
    lines += [f"{part.amount:+d} {part.label} ({part.rule})" for part in report.tally]
    return [spelled(line) for line in (*lines, *report.details)]
