"""``panzerhex tournament``: which computer player is stronger, and how sure that is."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any

from core.yardstick.elo import Ratings, ratings, totals
from core.yardstick.intervals import wilson
from core.yardstick.pairs import bouts, share
from core.yardstick.result import GameResult, as_data
from core.yardstick.sprt import Judged, Sprt
from tui.commands.common import (
    CommandError,
    Commands,
    checked_level,
    checked_options,
    command,
    positive,
    print_json,
    say,
    scenario_named,
)
from tui.commands.farming import FAILED, add_farm, paired, pairs_of_games, results_of
from tui.commands.report import interval, markdown, players_document, players_table

if TYPE_CHECKING:
    from content.catalogue import ScenarioInfo


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "tournament",
        run,
        "find out which computer player is stronger",
        "panzerhex tournament the-bridge lutezh-bridgehead --players greedy random --games 40 --out ladder.jsonl",
        "Each seed is played twice, with sides exchanged: pairs are what is counted, and a scenario that favours a "
        "side favours nobody. Elo is against the player named first.",
    )
    parser.add_argument("scenarios", metavar="SCENARIO", nargs="+", help="ids of scenarios")
    parser.add_argument(
        "--players",
        metavar="LEVEL",
        nargs="+",
        required=True,
        help="two levels or more, or proposals of learn; veteran@1 has a second for a decision",
    )
    parser.add_argument(
        "--games", metavar="N", type=positive, required=True, help="of each two players in each scenario; even"
    )
    parser.add_argument("--run", dest="name", metavar="NAME", default="ladder", help="seeds follow from this name")
    parser.add_argument("--option", metavar="ID", action="append", default=[], help="switch an optional rule on")
    parser.add_argument(
        "--sprt",
        metavar=("LOW", "HIGH"),
        nargs=2,
        type=float,
        help="stop once it is settled whether the second player is HIGH Elo stronger than the first, or only LOW",
    )
    add_farm(parser)
    parser.add_argument("--json", action="store_true", help="as one JSON document")


def run(args: argparse.Namespace) -> int:
    """Play the games, and tell how they went."""
    infos = [scenario_named(name) for name in dict.fromkeys(args.scenarios)]
    players = tuple(dict.fromkeys(_checked_player(name, infos) for name in args.players))
    if len(players) < 2:
        raise CommandError("a tournament needs two players or more; name their levels: --players greedy random")
    if args.sprt and (len(players) != 2 or args.sprt[0] >= args.sprt[1]):
        raise CommandError("--sprt needs two players, and LOW below HIGH; for instance --sprt 0 30")
    paired(args.games)
    checked = [(info, checked_options(info, args.option)) for info in infos]
    keys = pairs_of_games(args.name, args.games, checked, lambda seed: players)
    test = Sprt(*args.sprt) if args.sprt else None
    results: list[GameResult] = []
    verdict: Judged | None = None
    with closing(results_of(args, keys)) as played:
        for result in played:
            results.append(result)
            verdict = test.judged(_shares(results, players[1])) if test else None
            if not args.json:
                print(_line(result, verdict), flush=True)
            if verdict is not None and verdict.better is not None:
                break
    document = _document(results, players, infos, verdict, args)
    if args.json:
        print_json(document)
    else:
        _tell(document, ratings(bouts(results), players))
    return FAILED if document["failed"] else 0


def _checked_player(name: str, infos: Sequence[ScenarioInfo]) -> str:
    """A level, which may have so many seconds for a decision, or one on trial as ``panzerhex learn`` names it."""
    from content import catalogue
    from core.ai import player, trial
    from tui.farm import hurried

    if trial.MARK not in name:
        try:
            checked_level(hurried.read(name)[0])
        except ValueError as error:
            raise CommandError(str(error)) from error
        return name
    try:
        player(name, "")
        for info in {one.system: one for one in infos}.values():
            catalogue.open_system(info.id).with_trials((name,))
    except ValueError as error:
        raise CommandError(str(error)) from error
    return name


def _shares(results: Sequence[GameResult], player: str) -> list[float]:
    """What a player got of each whole pair: a half one says more of the scenario than of him."""
    return [share(bout, player) for bout in bouts(results) if len(bout) == 2]


def _line(result: GameResult, verdict: Judged | None) -> str:
    seats = " - ".join(f"{side} {level}" for side, level in result.players.items())
    name = f"{result.scenario} {result.seed}: {seats}"
    if result.failed:
        return f"{name}: failed: {result.failed}"
    won = f"{result.winner} wins ({result.players[result.winner]})" if result.winner else "drawn"
    test = f"; {verdict.ratio:+.2f} of {verdict.lower:.2f} to {verdict.upper:+.2f}" if verdict else ""
    return f"{name}: {won}, {result.margin:+d}, {result.seconds:.2f} s{test}"


# -- telling ---------------------------------------------------------------------------------------


def _document(
    results: Sequence[GameResult],
    players: Sequence[str],
    infos: Sequence[ScenarioInfo],
    verdict: Judged | None,
    args: argparse.Namespace,
) -> dict[str, Any]:
    good = [result for result in results if not result.failed]
    paired = bouts(results)
    elo = ratings(paired, players)
    behaviour = {player: _behaviour(good, player) for player in players}
    document: dict[str, Any] = {
        "players": [{**told, **behaviour[told["player"]]} for told in players_document(elo)],
        "scenarios": _scenarios(results, elo),
        "games": [as_data(result) for result in results],
        "failed": len(results) - len(good),
    }
    if verdict is not None:
        low, high = args.sprt
        words = {True: "stronger", False: "not stronger", None: "open"}[verdict.better]
        document["sprt"] = {
            "low": low,
            "high": high,
            "ratio": verdict.ratio,
            "bounds": [verdict.lower, verdict.upper],
            "verdict": words,
        }
    return document


def _scenarios(results: Sequence[GameResult], elo: Ratings) -> list[dict[str, Any]]:
    told = []
    for scenario, by_player in totals(bouts(results)).items():
        players = {
            player: {
                "games": games,
                "points": points,
                "share": points / games,
                "interval": interval(wilson(points, games)),
            }
            for player, (games, points) in by_player.items()
        }
        told.append({"scenario": scenario, "bias": elo.bias.get(scenario, 0.0), "players": players})
    return told


def _behaviour(results: Sequence[GameResult], player: str) -> dict[str, Any]:
    """How a player behaved: openings of one seat each, seconds, and suggestions that were not legal."""
    mine = [(one, side) for one in results for side, level in one.players.items() if level == player]
    openings = {(one.scenario, side, one.openings[side]) for one, side in mine if side in one.openings}
    seconds = sum(one.thought.get(side, 0.0) for one, side in mine)
    return {
        "seconds": round(seconds / len(mine), 3) if mine else 0.0,
        "slowest": max((one.slowest.get(side, 0.0) for one, side in mine), default=0.0),
        "amiss": sum(one.amiss.get(side, 0) for one, side in mine),
        "openings": len(openings),
        "conduct": conducted([one.conduct[side] for one, side in mine if side in one.conduct]),
        "seats": len(mine),
    }


def conducted(found: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Numbers of behaviour of several games as one: the sums, and the worst of the ratios (`core.conduct.watch`).

    vain_of: units present in the games in which it was counted who stood by in vain.
    """
    names = ("present", "idle", "attacks", "outnumbered", "answered", "lost")
    sums = {name: sum(one.get(name, 0) for one in found) for name in names}
    counted = [one for one in found if "vain" in one]
    sums |= {"vain": sum(one["vain"] for one in counted), "vain_of": sum(one["present"] for one in counted)}
    return {**sums, "worst": min((one["worst"] for one in found if one.get("worst")), default=0.0)}


_CONDUCT = (
    "player",
    "idle",
    "stood by in vain",
    "attacks where outnumbered",
    "worst ratio",
    "lost to fire in answer to moves",
)


def conduct_row(player: str, found: Mapping[str, float]) -> tuple[str, ...]:
    """How a player behaved, as a row of the table."""
    return (
        player,
        f"{found['idle'] / max(1, found['present']):.1%} of units",
        f"{found['vain'] / found['vain_of']:.1%} of units" if found["vain_of"] else "not counted",
        f"{found['outnumbered']:.0f} of {found['attacks']:.0f}",
        f"1 to {1 / found['worst']:.1f}" if 0 < found["worst"] < 1 else f"{found['worst']:.1f} to 1",
        f"{found['lost']:.0f} of {found['answered']:.0f} fired at",
    )


def _tell(document: dict[str, Any], elo: Ratings) -> None:
    say("\n" + players_table(elo))
    say("\n" + markdown(("scenario", "player", "games", "share (95 %)"), _rows(document["scenarios"])))
    say("\n" + markdown(_CONDUCT, [conduct_row(one["player"], one["conduct"]) for one in document["players"]]))
    rows = [
        (one["player"], f"{one['seconds']:.2f} s", f"{one['slowest']:.2f} s", str(one["amiss"]), _openings(one))
        for one in document["players"]
    ]
    say("\n" + markdown(("player", "thinks a game", "slowest decision", "not legal", "openings"), rows))
    if "sprt" in document:
        test = document["sprt"]
        second = document["players"][1]["player"]
        settled = f"{second} is {test['verdict']} than {document['players'][0]['player']}"
        text = "open: more games would settle it" if test["verdict"] == "open" else settled
        say(f"\n{text} ({test['low']:g} or {test['high']:g} Elo, wrong once in twenty)")
    if document["failed"]:
        say(f"\n{document['failed']} games have no result; the lines above say why")


def _openings(told: dict[str, Any]) -> str:
    return f"{told['openings']} in {told['seats']} games"


def _rows(scenarios: Sequence[dict[str, Any]]) -> list[tuple[str, ...]]:
    return [
        (
            one["scenario"],
            player,
            str(told["games"]),
            f"{told['share']:.0%} ({told['interval'][0]:.0%} to {told['interval'][1]:.0%})",
        )
        for one in scenarios
        for player, told in one["players"].items()
    ]
