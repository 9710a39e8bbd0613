"""Rulebooks as text, from ``<system>/rules/*.toml``, one file for each chapter; read when first asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import frozen

from content.kit import folders
from content.kit.folders import kept
from content.kit.load import ContentError, Mistake, Proof, listed, near, read_toml, structure
from core.alike import Alike

TIERS = ("basic", "advanced", "optional", "design", "component", "glossary")


@frozen(eq=False, repr=False)
class Rule(Alike):
    """One rule of a rulebook.

    id: such as ``na:4.1.3a``; reading: how this program reads what the book leaves open; ambiguity: what it
    leaves open in a rule that is not played yet; source: first and last line in the rulebook's text.
    hex: how the hex edition's rule compares; same: rules of the hex edition that say the same (miniatures edition).
    """

    id: str
    title: str
    tier: str
    phase: str
    text: str
    source: tuple[int, int]
    reading: str = ""
    ambiguity: str = ""
    needs: tuple[str, ...] = ()
    hex: str = ""
    same: tuple[str, ...] = ()

    @property
    def chapter(self) -> str:
        """The rule that this one belongs under: ``na:4.1.3`` for ``na:4.1.3a``; empty at the top."""
        return _parent(self.id)


def _parent(rule_id: str) -> str:
    """The id without its last letter or number."""
    if rule_id[-1].isalpha() and rule_id[-2:-1].isdigit():
        return rule_id[:-1]
    return rule_id.rpartition(".")[0]


@frozen(eq=False, repr=False)
class _RuleFile(Alike):
    rule: tuple[Rule, ...]


@kept
def rules(system: str) -> Mapping[str, Rule]:
    """Every rule of a system by id, in the order of its books. ContentError with every mistake of a file."""
    made: dict[str, Rule] = {}
    for path in folders.files(system, "rules"):
        made.update(chapter(path))
    return made


@kept
def chapter(path: Path) -> Mapping[str, Rule]:
    """The rules of one file by id."""
    proof = Proof(folders.label(path))
    made: dict[str, Rule] = {}
    for at, rule in enumerate(structure(read_toml(path, proof.file), _RuleFile, proof.file).rule, 1):
        if rule.id in made:
            proof.mistake(f"rule[{at}].id", f"{rule.id!r} again", "an id of its own")
        if ":" not in rule.id:
            proof.mistake(f"rule[{at}].id", repr(rule.id), "an id with the prefix of its book, such as na:4.1.3a")
        proof.among(f"rule[{at}].tier", rule.tier, TIERS, "the tier")
        made[rule.id] = rule
    proof.done()
    return made


def rule(rule_id: str, known: Mapping[str, Rule], prefixes: Iterable[str], file: str) -> Rule:
    """The rule with this id, with or without the prefix of its book; ContentError with those most like it.

    Without one it is that of the first book that has it, or has it in parts, which are told.
    """
    wanted = rule_id.strip()
    fulls = [wanted] if ":" in wanted else [f"{prefix}:{wanted}" for prefix in prefixes]
    parts: list[str] = []
    for full in fulls:
        if full in known:
            return known[full]
        parts = [id_ for id_ in known if _parent(id_) == full]
        if parts:
            break
    like = f"it has the parts {listed(parts)}" if parts else near(fulls[0], known)
    remedy = like or "search for words instead, such as blind zone"
    raise ContentError(Mistake(file, "id", repr(rule_id), "ids such as na:4.1.3a", remedy))


def find_rules(words: str, known: Iterable[Rule]) -> tuple[Rule, ...]:
    """The rules in which every one of the words occurs, those with more of them in the title first."""
    wanted = words.casefold().split()
    if not wanted:
        return ()
    scored = []
    for place, one in enumerate(known):
        title = f"{one.id} {one.title}".casefold()
        body = f"{title} {one.phase} {one.tier} {one.text} {one.reading} {one.ambiguity}".casefold()
        if all(word in body for word in wanted):
            scored.append((-sum(word in title for word in wanted), one.tier != "basic", place, one))
    return tuple(one for *_, one in sorted(scored, key=lambda s: s[:3]))
