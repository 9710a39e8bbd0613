"""``panzerhex rules``: the rulebook, and how much of it is played."""

from __future__ import annotations

import argparse
import textwrap
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tui.commands.common import CommandError, Commands, command, near, note, print_json

if TYPE_CHECKING:
    from content.catalogue import Rule


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "rules",
        run,
        "look a rule up",
        "panzerhex rules na:4.4.3.2.5",
        "By its id, or by words that occur in it; without either, the table of contents.",
    )
    parser.add_argument("words", metavar="ID|WORDS", nargs="*", help="a rule id, or words")
    parser.add_argument("--system", metavar="S", help="of one rule system")
    parser.add_argument("--coverage", action="store_true", help="which rules are implemented, and shown by a test")
    parser.add_argument("--json", action="store_true", help="as one JSON document")


def run(args: argparse.Namespace) -> int:
    """Look rules up."""
    from content import catalogue

    systems = catalogue.systems()
    if args.system and args.system not in systems:
        raise CommandError(f"unknown system {args.system!r}; {near(args.system, systems)}")
    chosen = (args.system,) if args.system else systems
    rules: dict[str, Rule] = {}
    for system in chosen:
        rules.update(catalogue.rules(system))
    words = " ".join(args.words)
    found = _found(words, rules, chosen) if words else rules
    if args.coverage:
        return _coverage(found, rules, as_json=args.json)
    if args.json:
        print_json([_document(rule) for rule in found.values()])
    elif words and len(found) == 1:
        _print(next(iter(found.values())))
    else:
        for rule in found.values():
            print(f"{rule.id:16}  {rule.title}  [{rule.tier}]")
    return 0


def _found(words: str, rules: Mapping[str, Rule], systems: tuple[str, ...]) -> Mapping[str, Rule]:
    """The rule with this id, else those in which the words occur."""
    from content import catalogue

    if words in rules:
        return {words: rules[words]}
    numbered = [r for r in rules.values() if r.id.partition(":")[2] == words]
    if numbered:
        return {r.id: r for r in numbered}
    if ":" not in words and not words[0].isdecimal():
        hits = [rule for system in systems for rule in catalogue.find_rules(words, system)]
        if hits:
            return {r.id: r for r in hits}
        raise CommandError(
            f"no rule has the words {words!r}; try fewer words, or an id such as {next(iter(rules), '')}"
        )
    raise CommandError(f"unknown rule {words!r}; {near(words, rules)}")


def _coverage(found: Mapping[str, Rule], rules: Mapping[str, Rule], *, as_json: bool) -> int:
    from tui.coverage import cited, cover

    named = cited()
    if not named["tests"]:
        note("the tests are not installed, so no rule counts as shown; run this in a checkout of the source")
    tiers = {r.id: r.tier for r in rules.values()}
    same = {r.id: r.same for r in rules.values() if r.same}
    covered = {i: c for i, c in cover(tiers, named, same).items() if i in found}
    counts = Counter(c.state for c in covered.values())
    if as_json:
        document: dict[str, Any] = {
            "rules": {
                i: {"tier": c.tier, "state": c.state, "where": list(c.where), "shown_by": list(c.shown_by)}
                for i, c in covered.items()
            },
            "totals": {state: counts[state] for state in ("shown", "implemented", "missing", "not-a-mechanic")},
        }
        print_json(document)
        return 0
    for i, c in covered.items():
        print(f"{i:16}  {c.state:14}  {c.tier:9}  {', '.join(c.where[:2])}")
    print("; ".join(f"{counts[s]} {s}" for s in ("shown", "implemented", "missing", "not-a-mechanic")))
    return 0


def _print(rule: Rule) -> None:
    print(f"{rule.id}  {rule.title}  [{rule.tier}]\n")
    print(textwrap.fill(rule.text, 100))
    more = (
        ("Read as", rule.reading),
        ("Left open", rule.ambiguity),
        ("Hex edition", rule.hex),
        ("Tables", ", ".join(rule.needs)),
    )
    for label, text in more:
        if text:
            print("\n" + textwrap.fill(f"{label}: {text}", 100))


def _document(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "title": rule.title,
        "tier": rule.tier,
        "phase": rule.phase,
        "text": rule.text,
        "reading": rule.reading,
        "ambiguity": rule.ambiguity,
        "needs": list(rule.needs),
    }
