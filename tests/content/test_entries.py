"""Entries that are read alone are those that the whole file states; what is wrong is told as of the whole file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import asdict

from content.kit import folders
from content.kit.load import ContentError
from content.panzer.cards import cards, weapons
from content.panzer.tables import tables

KINDS = pytest.mark.parametrize("entries", [cards._ENTRIES, weapons._ENTRIES, tables._ENTRIES], ids=lambda e: e.kind)


@KINDS
def test_an_entry_alone_is_that_of_the_whole_file(entries: cards.Entries) -> None:
    files = folders.files("panzer", entries.kind)
    assert len(files) > 9
    for path in files:
        whole = entries.whole(path)
        assert whole
        for id_, entry in whole.items():
            assert asdict(entries.find(id_)) == asdict(entry), id_
            assert entries.file(id_) == path


@KINDS
def test_nothing_else_of_a_file_is_read(entries: cards.Entries, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folders.files("panzer", entries.kind)[0]
    first = next(iter(entries.whole(path)))
    folders.forget()
    monkeypatch.setattr(folders, "text", _spoilt_at_its_end)
    assert entries.find(first) is not None


def _spoilt_at_its_end(path: Path) -> str:
    return path.read_text(encoding="utf-8") + "\nspoilt"


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    yield
    folders.forget()


def test_what_is_not_there_is_told_as_ever() -> None:
    with pytest.raises(ContentError, match="did you mean 's35-ot-34-m42'"):
        cards.unit("s53-t-34-m4")
    with pytest.raises(ContentError, match="no-such-gun"):
        weapons.weapon("no-such-gun")


def test_a_mistake_of_an_entry_is_told_where_the_whole_file_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "panzer" / "weapons"
    folder.mkdir(parents=True)
    shipped = folders.OWN / "panzer" / "weapons" / "american-leg.toml"
    text = shipped.read_text(encoding="utf-8")
    id_ = list(weapons._weapons(shipped))[-1]
    folders.forget()
    before, _, after = text.rpartition(f'id = "{id_}"')
    (folder / "american-leg.toml").write_text(f'{before}id = "{id_}"\nodd = 1{after}', encoding="utf-8")
    monkeypatch.setattr(folders, "OWN", tmp_path)
    monkeypatch.setattr(folders, "_folders", [tmp_path])
    with pytest.raises(
        ContentError, match=r"panzer/weapons/american-leg.toml: weapon\[\d\].odd: found the unknown key"
    ):
        weapons.weapon(id_)


def test_what_is_asked_for_under_any_number_of_names_is_not_kept_without_bound() -> None:
    """Players at a host may name what they like."""
    asked: list[str] = []

    @folders.kept
    def length(name: str) -> int:
        asked.append(name)
        return len(name)

    names = [f"no-such-{number}" for number in range(9_000)]
    for name in (*names, names[-1], names[0]):
        assert length(name) == len(name)
    assert asked == [*names, names[0]]
