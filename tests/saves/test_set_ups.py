"""Set-ups that a player keeps: written, listed, read again; what is wrong with a file is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves.line import SaveError
from saves.set_ups import FOLDER, SetUp, keep, kept, read, remove, rename

MINE = SetUp("Reverse slope", "the-bridge", "german", "abc", (("zone:south",), ("place:g1", "E9", "0")))


def test_what_is_kept_is_found_again_for_its_side_and_scenario(tmp_path: Path) -> None:
    assert not keep(tmp_path, MINE)
    assert [one.set_up for one in kept(tmp_path, "the-bridge", "german", "abc")] == [MINE]
    assert kept(tmp_path, "the-bridge", "soviet", "abc") == ()
    assert kept(tmp_path, "the-pimple", "german", "abc") == ()
    assert keep(tmp_path, MINE), "the one of that name gives way"
    assert len(kept(tmp_path, "the-bridge", "german", "abc")) == 1


def test_names_that_look_alike_in_a_path_are_two(tmp_path: Path) -> None:
    for name in ("Хребет", "Мост", "a/b", "a b"):
        keep(tmp_path, SetUp(name, "the-bridge", "german", "abc", MINE.orders))
    names = [one.name for one in kept(tmp_path, "the-bridge", "german", "abc")]
    assert sorted(names) == sorted(["Хребет", "Мост", "a/b", "a b"])
    assert {path.parent for path in tmp_path.rglob("*.toml")} == {tmp_path / FOLDER}


def test_what_was_made_for_other_content_is_marked(tmp_path: Path) -> None:
    keep(tmp_path, MINE)
    assert [one.old for one in kept(tmp_path, "the-bridge", "german", "abc")] == [False]
    assert [one.old for one in kept(tmp_path, "the-bridge", "german", "other")] == [True]


@pytest.mark.parametrize(
    ("name", "why"), [("", "1 to 60 characters"), ("x" * 61, "1 to 60 characters"), ("a\x1bb", "can be printed")]
)
def test_a_name_that_cannot_be_is_refused(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(SaveError, match=why):
        keep(tmp_path, SetUp(name, "the-bridge", "german", "abc", MINE.orders))


def test_nothing_is_not_kept(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="nothing is placed"):
        keep(tmp_path, SetUp("empty", "the-bridge", "german", "abc", ()))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("no toml at all", "cannot be read"),
        ('name = "x"', "has none; this program reads set-ups of form = 1"),
        ("form = 2", "has form 2"),
        ('form = 1\nname = 3\nscenario = "a"\nside = "b"\ncontent = "c"\norders = []', "name must be a text, found 3"),
        ('form = 1\nname = "n"\nscenario = "a"\nside = "b"\ncontent = "c"\norders = ["x"]', "orders must be lists"),
        ('form = 1\nname = "n"\nscenario = "a"\nside = "b"\ncontent = "c"\norders = [[]]', "orders must be lists"),
        ("#" * 300_000, "more than"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_and_the_others_are_listed(tmp_path: Path, text: str, why: str) -> None:
    keep(tmp_path, MINE)
    broken = tmp_path / FOLDER / "the-bridge-german-broken.toml"
    broken.write_text(text)
    with pytest.raises(SaveError, match=why):
        read(broken)
    whole, wrong = kept(tmp_path, "the-bridge", "german", "abc")
    assert whole.set_up == MINE
    assert wrong.set_up is None
    assert why in wrong.problem


def test_a_set_up_is_called_otherwise_and_deleted(tmp_path: Path) -> None:
    keep(tmp_path, MINE)
    keep(tmp_path, SetUp("Other", "the-bridge", "german", "abc", MINE.orders))
    one = kept(tmp_path, "the-bridge", "german", "abc")[1]
    assert one.name == MINE.name
    for name, why in (("Other", "called Other already"), (" ", "1 to 60 characters")):
        with pytest.raises(SaveError, match=why):
            rename(tmp_path, one, name)
    rename(tmp_path, one, MINE.name)
    rename(tmp_path, one, " Forward slope ")
    found = kept(tmp_path, "the-bridge", "german", "abc")
    assert [each.name for each in found] == ["Forward slope", "Other"]
    assert found[0].set_up is not None
    assert found[0].set_up.orders == MINE.orders
    remove(found[0])
    remove(found[0])
    assert [each.name for each in kept(tmp_path, "the-bridge", "german", "abc")] == ["Other"]
