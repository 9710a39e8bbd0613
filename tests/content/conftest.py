"""A player's own content folder for one test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from content.kit import folders

BOARD = """
id = "ford"
name = "The Ford"
source = "judged"
first_row = 0
grid = '''
.  -- .  -- .  -- .
.  w2 .  b  .  u  r
.1 .  ~  h  .  .  .
.  .  G  .  s1 s1 t
.  .  W  .  .  .  .
'''

[[hexside]]
kind = "wall"
sides = "A1/S C2/SE"

[[hexside]]
kind = "cliff"
sides = "E3/N"

[[hexside]]
kind = "defilade"
sides = "G1/N"

[[route]]
kind = "road"
hexes = "NW> A1 B2 C2 D3 E3 F4 G4 >SE"

[[route]]
kind = "road"
hexes = "C2 C1 C0 >N"

[[route]]
kind = "path"
hexes = "F2 F3"

[[bridge]]
hex = "C2"

[[stories]]
hexes = "G3"
stories = 2

[[place]]
id = "bridge"
name = "The Bridge"
hexes = "C2"
"""

SCENARIO = """
id = "skirmish"
title = "Skirmish"
place = "Nowhere"
date = "1943-07"
turns = 6
board = "ford"
set_up = "roll-low-first"
situation = "Two platoons meet."

[victory]
levels = [{lead = 30, name = "Marginal"}, {lead = 90, name = "Decisive"}]

[[side]]
id = "german"
name = "German"
nation = "German"
tone = "german"
zones = ["west"]
[[side.formation]]
name = "1st Platoon"
units = [
  {id = "g1", card = "g17-pzkpfw-iv-g", name = "IV/G 1", role = "command", value = 117, hex = "A2", facing = "NE"},
  {count = 2, id = "g2", card = "g17-pzkpfw-iv-g", name = "IV/G"},
  {id = "g9", card = "g17-pzkpfw-iv-g", enter = {turn = 2, hexes = "A1 A3"}},
]

[[side]]
id = "soviet"
name = "Soviet"
nation = "Soviet"
tone = "soviet"
zones = ["east"]
[[side.formation]]
name = "Tank Platoon"
units = [{count = 3, id = "s1", card = "s15-t-34-76-m43", name = "T-34"}]

[[zone]]
id = "west"
name = "West"
columns = "A-B"
facing = "NE"

[[zone]]
id = "east"
name = "East"
columns = "F-G"
rows = "1-3"
hexes = "E1"
facing = "SW"

[[objective]]
id = "bridge"
name = "The Bridge"
place = "bridge"
vp = 50
controller = "soviet"

[[exit]]
id = "east-edge"
name = "East edge"
side = "german"
hexes = "G3 G4"
share = 100
"""

Write = Callable[[str, str, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Iterator[Write]:
    """Write a file into the player's folder by kind and id; the folder already has the board and the scenario."""

    def put(kind: str, id_: str, text: str) -> Path:
        path = tmp_path / "panzer" / kind / f"{id_}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        folders.forget()
        return path

    put("boards", "ford", BOARD)
    put("scenarios", "skirmish", SCENARIO)
    folders.add_folder(tmp_path)
    yield put
    folders.drop_folder(tmp_path)
