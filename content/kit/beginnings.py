"""With which scenarios somebody new to a rule system begins: ``<system>/beginning.toml``.

It lies beside the scenarios, not in their files: it is not what a game is played with, and no hash of content has it.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from content.kit import folders
from content.kit.load import Proof, read_toml, structure
from core.alike import Alike


@frozen(eq=False, repr=False)
class Beginning(Alike):
    """A scenario for newcomers. rank: 1 is the first to play; why: one sentence."""

    rank: int
    why: str


@frozen(eq=False, repr=False)
class _Line(Alike):
    scenario: str
    why: str


@frozen(eq=False, repr=False)
class _File(Alike):
    begin: tuple[_Line, ...]


@folders.kept
def beginnings(system: str) -> Mapping[str, Beginning]:
    """The scenarios for newcomers by id; none where the system does not say. ContentError if its file has mistakes."""
    path = folders.OWN / system / "beginning.toml"
    if not path.is_file():
        return {}
    proof = Proof(folders.label(path))
    made: dict[str, Beginning] = {}
    for at, line in enumerate(structure(read_toml(path, proof.file), _File, proof.file).begin, 1):
        proof.among(f"begin[{at}].scenario", line.scenario, folders.ids(system, "scenarios"), "the scenario")
        if line.scenario in made:
            proof.mistake(f"begin[{at}].scenario", f"{line.scenario!r} again", "each scenario once")
        if not line.why.strip():
            proof.mistake(f"begin[{at}].why", "nothing", "one sentence")
        made[line.scenario] = Beginning(at, line.why.strip())
    proof.done()
    return made
