"""``panzerhex post``: what there is in games that are played in trust: passing, and what is left to one's machine."""

from __future__ import annotations

import argparse

from tui.commands.common import CommandError, Commands, command, near, say
from tui.commands.letters import entry_named, speak_by_letter

_WAYS = {"ask": "", "hold": "hold", "worth": "worth", "computer": "greedy"}


def add(below: Commands) -> None:
    """Describe the commands."""
    name = "the beginning of a game's name; 'panzerhex post list' shows it"
    one = command(
        below,
        "pass",
        run_pass,
        "do nothing further in what you are asked, and write the letter",
        "panzerhex post pass 1a2b3c4d",
        "In a game that is played in trust (Panzer War): your side ends the step, or goes on as planned.",
    )
    one.add_argument("game", metavar="GAME", help=name)
    one = command(
        below,
        "standing",
        run_standing,
        "what your machine decides for you, so that fewer files go to and fro",
        "panzerhex post standing 1a2b3c4d fire=worth sight=computer contact=hold",
        "In a game that is played in trust (Panzer War). WAY is ask, hold (nothing is done), worth (ask where a "
        "computer player would do something) or computer (as it would). It goes with your next decision, and binds "
        "you until the one after it. Without WHAT=WAY it says how it stands.",
    )
    one.add_argument("game", metavar="GAME", help=name)
    one.add_argument("what", metavar="WHAT=WAY", nargs="*", help="a decision and how it is made; all=WAY for every one")


def run_pass(args: argparse.Namespace) -> int:
    """Pass."""
    return speak_by_letter(args, lambda game: game.pass_by(), "You have passed")


def run_standing(args: argparse.Namespace) -> int:
    """Leave decisions to the machine."""
    from content import catalogue
    from core.play.whole import plays_in_trust
    from saves.library import data_directory
    from saves.post.in_trust import InTrust
    from saves.post.opening import open_game

    data = data_directory()
    with open_game(data, entry_named(data, args.game).game, catalogue.open_system) as game:
        system, half = game.system, game.half
        if not plays_in_trust(system) or not isinstance(half, InTrust):
            raise CommandError(f"in {system.title} nothing is left to your machine; only games in trust have that")
        now = dict(half.standing)
        for text in args.what:
            what, _, way = text.partition("=")
            if way not in _WAYS:
                raise CommandError(f"{text!r} is not WHAT=WAY; {near(way, list(_WAYS))}")
            if what != "all" and what not in system.standing:
                raise CommandError(f"nothing is called {what!r}; {near(what, ['all', *system.standing])}")
            for one in system.standing if what == "all" else (what,):
                now[one] = _WAYS[way]
        if args.what:
            game.leave_to_machine({one: way for one, way in now.items() if way})
        ways = {way: word for word, way in _WAYS.items()}
        for one, words in system.standing.items():
            say(f"{one}={ways[half.standing.get(one, '')]}  {words}")
    return 0
