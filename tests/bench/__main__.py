"""Run the benches: ``make bench``, or ``python -m tests.bench PART ... --scenario ID --quick --json FILE``.

They print a table and assert nothing; see `tests.bench`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path

from tests.bench import PARTS
from tests.bench.games import Run, scenarios, some
from tests.bench.table import HEADING, Row, document, row
from tests.bench.yardstick import Yardstick


def asked(words: Sequence[str]) -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="How fast things are, in user CPU.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"one of {', '.join(PARTS)}; all without any")
    parser.add_argument("--scenario", action="append", default=[], choices=scenarios(), metavar="ID", help="only this")
    parser.add_argument("--quick", action="store_true", help="fewer runs, and without --scenario fewer scenarios")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all that was found into this file")
    made = parser.parse_args(words)
    unknown = [part for part in made.parts if part not in PARTS]
    if unknown:
        parser.error(f"there is no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    return made


def measured(parts: Sequence[str], run: Run, yardstick: Yardstick) -> Iterator[Row]:
    """What the parts find, one row after the other, each beside the yardstick."""
    for part in parts:
        before = yardstick.read()
        for found in import_module(f"tests.bench.{PARTS[part]}").measure(run):
            after = yardstick.read()
            yield row(part, found, before, after)
            before = after


def main(words: Sequence[str] | None = None) -> int:
    """Print the table; write the document if one is asked for."""
    wanted = asked(sys.argv[1:] if words is None else words)
    run = Run(tuple(wanted.scenario) or (some() if wanted.quick else scenarios()), wanted.quick)
    yardstick, rows = Yardstick(), []
    try:
        for one in measured(wanted.parts or tuple(PARTS), run, yardstick):
            if not rows or rows[-1].part != one.part:
                sys.stdout.write(f"\n== {one.part}\n{HEADING}\n")
            rows.append(one)
            sys.stdout.write(f"{one.text}\n")
            sys.stdout.flush()
    finally:
        made = document(rows, yardstick)
        if wanted.json:
            wanted.json.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(f"\nchess ({made['chess']}), moves a second, least, median, most: ")
    sys.stdout.write(", ".join(f"{rate:,.0f}" for rate in made["chess moves a second"]))
    sys.stdout.write("; fixed loop, s: " + ", ".join(f"{took:.3f}" for took in made["fixed loop, seconds"]) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
