"""``panzerhex learn``: which weights of a computer player should be other ones, found by games."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any

from core.yardstick.result import GameResult, Key
from tui.commands.common import (
    CommandError,
    Commands,
    checked_level,
    command,
    positive,
    print_json,
    say,
    scenario_named,
)
from tui.commands.farming import FAILED, add_farm, paired, pairs_of_games, results_of
from tui.commands.report import markdown

if TYPE_CHECKING:
    from content.catalogue import ScenarioInfo
    from core.system import RuleSystem
    from core.yardstick.effects import Effect
    from core.yardstick.outlook import Tells

#: By what a weight is raised and lowered unless that is said.
SPREAD = 1.35
MOST = 10.0


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "learn",
        run,
        "find better weights for a computer player",
        "panzerhex learn the-pimple the-bridge --level regular --games 200 --jobs 2 --out learned.jsonl",
        "Each two games are played by two that are each other's mirror: where a weight of the one is high that of the "
        "other is low, by lot. At the end it says what each weight does, and proposes a player that a tournament can "
        "try: panzerhex tournament ... --players regular PROPOSED; and what tells, turn by turn, who will win.",
    )
    parser.add_argument("scenarios", metavar="SCENARIO", nargs="+", help="ids of scenarios of one rule system")
    parser.add_argument("--level", metavar="LEVEL", default="regular", help="whose weights they are (default regular)")
    parser.add_argument("--games", metavar="N", type=positive, required=True, help="in each scenario; even")
    parser.add_argument(
        "--spread", metavar="X", type=float, default=SPREAD, help=f"a high weight is X times its own (default {SPREAD})"
    )
    parser.add_argument("--run", dest="name", metavar="NAME", default="learn", help="seeds follow from this name")
    add_farm(parser)
    parser.add_argument("--json", action="store_true", help="as one JSON document")


def run(args: argparse.Namespace) -> int:
    """Play the games, and tell what the weights do."""
    from core.yardstick.effects import effects, proposed
    from core.yardstick.outlook import tells

    infos = [scenario_named(name) for name in dict.fromkeys(args.scenarios)]
    level, weights = _weights(args, infos)
    results: list[GameResult] = []
    with closing(results_of(args, _keys(args, infos, level, weights))) as played:
        for result in played:
            results.append(result)
            if not args.json:
                print(_line(result), flush=True)
    found = effects(results)
    better = proposed(weights, found, args.spread)
    told = tells(results)
    failed = [one for one in results if one.failed]
    if args.json:
        print_json(_document(found, told, level, better, len(failed)))
    else:
        _tell(found, weights, level, better)
        _tell_outlook(told, _system(infos[0]))
        for one in failed:
            say(f"\n{one.scenario} {one.seed} has no result: {one.failed}")
    return FAILED if failed else 0


def _weights(args: argparse.Namespace, infos: Sequence[ScenarioInfo]) -> tuple[str, Mapping[str, float | bool]]:
    """The level and its weights. CommandError if they cannot be tried so."""
    from core.ai import player

    level = checked_level(args.level)
    if len({info.system for info in infos}) > 1:
        raise CommandError("these scenarios are of several rule systems, and each has weights of its own")
    paired(args.games)
    if not 1 < args.spread <= MOST:
        raise CommandError(
            f"--spread {args.spread:g} is none; say more than 1, at most {MOST:g}, for instance {SPREAD}"
        )
    try:
        weights = _system(infos[0]).weights(level)
        player(_trial(level, weights), "")
    except ValueError as error:
        raise CommandError(str(error)) from error
    return level, weights


def _system(info: ScenarioInfo) -> RuleSystem[Any]:
    from content import catalogue

    return catalogue.open_system(info.id)


def _trial(level: str, weights: Mapping[str, float | bool]) -> str:
    from core.ai.trial import Trial

    return Trial(level, weights).name


def _keys(
    args: argparse.Namespace, infos: Sequence[ScenarioInfo], level: str, weights: Mapping[str, float | bool]
) -> list[Key]:
    """All games, pair by pair, so that every scenario has had its share at any time."""
    from core.lots import Lots
    from core.yardstick.effects import mirrored

    def players(seed: str) -> list[str]:
        return [trial.name for trial in mirrored(level, weights, args.spread, Lots(f"{seed}/weights"))]

    return pairs_of_games(args.name, args.games, [(info, ()) for info in infos], players)


# -- telling ---------------------------------------------------------------------------------------


def _line(result: GameResult) -> str:
    name = f"{result.scenario} {result.seed}"
    if result.failed:
        return f"{name}: failed: {result.failed}"
    won = f"{result.winner} wins" if result.winner else "drawn"
    return f"{name}: {won}, {result.margin:+d}, {result.seconds:.2f} s"


def _document(
    found: Sequence[Effect], told: Sequence[Tells], level: str, better: Mapping[str, float | bool], failed: int
) -> dict[str, Any]:
    return {
        "outlook": [{"sign": one.sign, "weight": one.weight, "deviation": one.deviation} for one in told],
        "effects": [
            {"weight": one.weight, "gain": one.gain, "deviation": one.deviation, "pairs": one.pairs} for one in found
        ],
        "proposed": {"player": _trial(level, better) if better else level, "weights": dict(better)},
        "failed": failed,
    }


def _tell(
    found: Sequence[Effect], weights: Mapping[str, float | bool], level: str, better: Mapping[str, float | bool]
) -> None:
    from core.ai.trial import written

    rows = [
        (
            one.weight,
            written(weights[one.weight]),
            f"{one.gain:+.1%}",
            f"{one.deviation:.1%}",
            f"{one.sure:+.1f}",
            str(one.pairs),
            written(better[one.weight]) if one.weight in better else "",
        )
        for one in found
    ]
    say("\n" + markdown(("weight", "is", "high gains", "give or take", "sure", "pairs", "proposed"), rows))
    say(f"\nproposed: {_trial(level, better)}" if better else "\nnothing is proposed: it may all be luck")


def _tell_outlook(told: Sequence[Tells], system: RuleSystem[Any]) -> None:
    """What tells how a game will end, as `[outlook]` of the level that looks ahead has it."""
    if not told:
        return
    is_ = system.outlook
    rows = [(one.sign, f"{is_.get(one.sign, 0):g}", f"{one.weight:.3g}", f"{one.deviation:.2g}") for one in told]
    say("\n" + markdown(("sign of how it will end", "is", "found", "give or take"), rows))
