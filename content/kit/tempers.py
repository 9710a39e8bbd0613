"""How computer players weigh: the files ``<system>/ai/<level>.toml``, each the temper of one level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import field, frozen, make_class

from content.kit import folders
from content.kit.folders import kept
from content.kit.load import ContentError, Mistake, listed, near, read_toml, structure
from core.ai.mind import Plan
from core.alike import Alike

T = TypeVar("T")


@frozen(eq=False, repr=False)
class Tried(Alike):
    """A weight, or a way to weigh, that games were asked about. what: it was; told: by how many games, and what they
    said; stayed: whether the level plays so now. What did not stay is told lest it be tried again."""

    what: str
    told: str
    stayed: bool


@frozen(eq=False, repr=False)
class Learned(Alike):
    """Where the numbers of a temper come from.

    source: how they were found; games: played to tell what they are worth, with what came of it; date: of them;
    command: with which it is found anew; content: the first 12 digits of `content.catalogue.content_hash` of the
    scenarios played, as they were then; tried: what was tried on the way.
    """

    source: str
    games: int
    result: str
    date: str
    command: str
    content: dict[str, str]
    tried: tuple[Tried, ...] = ()


@frozen(eq=False, repr=False)
class _Plan(Alike):
    """A plan of a level that looks ahead: what it means, and the weights that are other than those of the level."""

    about: str
    weights: dict[str, Any] = field(factory=dict)


@frozen(eq=False, repr=False)
class _Source(Alike):
    """Of a file what is the same for all systems. like: the level whose weights count where it has none of its own;
    editions: the weights that are other ones in an edition, by its id."""

    learned: Learned
    like: str = ""
    weights: dict[str, Any] = field(factory=dict)
    editions: dict[str, dict[str, Any]] = field(factory=dict)
    plans: dict[str, _Plan] = field(factory=dict)
    outlook: dict[str, float] = field(factory=dict)


@kept
def tempers(system: str, temper: type[T], edition: str = "") -> Mapping[str, T]:
    """The tempers of a system by level, for those that have weights of their own, and by "level/plan" for the plans of
    those that look ahead; temper: the class of its weights; edition: by its id, "" = the only one. ContentError with
    every mistake of a file."""
    file = make_class("_TemperFile", {"weights": field(type=temper)}, frozen=True)
    made: dict[str, T] = {}
    sources = tuple(_sources(system))
    own = {level: source for level, source, _ in sources if not source.like}
    for level, source, label in sources:
        if source.like and source.like not in own:
            raise ContentError(Mistake(label, "like", repr(source.like), listed(own), near(source.like, own)))
        others = (own[source.like], source) if source.like else (source,)
        weights: dict[str, Any] = {}
        for other in others:
            weights = {**weights, **other.weights, **other.editions.get(edition, {})}
        for change in source.editions.values():
            structure({"weights": {**weights, **change}}, file, label)  # a mistake is told in every edition
        changes = {_id(level, plan): one.weights for plan, one in source.plans.items()}
        for name, change in ((level, {}), *changes.items()):
            made[name] = structure({"weights": {**weights, **change}}, file, label).weights
    return made


@kept
def plans(system: str) -> Mapping[str, tuple[Plan, ...]]:
    """The plans of the levels of a system that look ahead, the usual one first. ContentError with every mistake."""
    return {
        level: tuple(Plan(_id(level, plan), one.about) for plan, one in source.plans.items())
        for level, source, _ in _sources(system)
        if source.plans
    }


@kept
def outlook(system: str) -> Mapping[str, float]:
    """What signs tell of how a game of a system will end: of the level that looks ahead. ContentError with every
    mistake."""
    return next((source.outlook for _, source, _ in _sources(system) if source.outlook), {})


def _id(level: str, plan: str) -> str:
    return f"{level}/{plan}"


@kept
def _sources(system: str) -> tuple[tuple[str, _Source, str], ...]:
    """The files of a system: the level, what is in it, and its name for messages; one of a level counts."""
    found: dict[str, tuple[str, _Source, str]] = {}
    for path in folders.files(system, "ai"):
        label = folders.label(path)
        source = structure(read_toml(path, label), _Source, label)
        found.setdefault(path.stem, (path.stem, source, label))
    return tuple(found.values())


def learned(system: str) -> Mapping[str, Learned]:
    """Where the numbers of the levels of a system come from, by level."""
    return {level: source.learned for level, source, _ in _sources(system)}
