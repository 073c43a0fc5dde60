"""Put a crosstable into the package, the README and the docs.

`python tools/ship_crosstable.py FIELD FILE SECONDS COMMAND`: FILE is that of `riverboat crosstable ... --out FILE`,
COMMAND what plays it again, and SECONDS how long that took on one processor. With FIELD alone the texts are written
anew from what is shipped: the tables, and the strength on the pages of players.
"""

from __future__ import annotations

import re
import sys
from datetime import UTC, datetime
from pathlib import Path

from riverboat import __version__
from riverboat.arena.crosstable import shipped
from riverboat.arena.crosstable.markdown import ratings_markdown, table_markdown
from riverboat.arena.crosstable.shipped import (
    Origin,
    crosstable_text,
    read_crosstable,
    shipped_crosstable,
    shipped_fields,
    shipped_origin,
)
from riverboat.files import write_text

HOME = Path(__file__).parents[1]
NAMES = re.compile(r"^\| Names \| (.+) \|$", re.MULTILINE)
STRENGTH = re.compile(r"^(\| \*\*Strength\*\* \| )((?:mbb/hand in|in no) .+?)(; .+ \||(?= \|$))", re.MULTILINE)
"""On the page of a player whose game has a field: what its ratings are, and what else there is to read."""


def write_block(page: Path, heading: str, text: str) -> None:
    """Write the text at the end of the section with this heading, in place of the table that is there."""
    before, found, rest = page.read_text(encoding="utf-8").partition(f"\n{heading}\n")
    if not found:
        sys.exit(f'{page.name}: there is no heading "{heading}"')
    section, next_heading, after = rest.partition("\n## ")
    words = section.partition("\n| | player |")[0].rstrip()
    write_text(page, f"{before}{found}{words}\n\n{text}\n{next_heading}{after}")


def strength_of(names: list[str]) -> str:
    """The ratings of players, by the names on their page, in all shipped tables; with any parameters."""
    found = []
    for field in shipped_fields():
        table = shipped_crosstable(field)
        rated = [
            f"`{player}` {table.ratings.values[place]:+.0f} ± {table.ratings.margin(place):.0f}"
            for place, player in enumerate(table.players)
            if player.partition("(")[0] in names
        ]
        if rated:
            found.append(f"mbb/hand in [the {field} table](crosstable.md#the-{field}-table): {', '.join(rated)}")
    return ", ".join(found) or "in no [shipped crosstable](crosstable.md#the-published-fields) yet"


def with_strength(text: str) -> str:
    """The text of a player's page with today's ratings; other pages stay as they are."""
    if (names := NAMES.search(text)) is None:
        return text
    rated = strength_of(re.findall(r"`(\w+)`", names[1]))
    return STRENGTH.sub(lambda found: f"{found[1]}{rated}{found[3]}", text)


def main() -> None:
    """Store the table if there is one, and write the texts."""
    field, *given = sys.argv[1:]
    if given:
        file, seconds, command = given
        table = read_crosstable(Path(file).read_text(encoding="utf-8"), file)
        origin = Origin(command, __version__, datetime.now(UTC).date().isoformat(), round(float(seconds)))
        folder = Path(shipped.__file__).with_name("shipped")
        folder.mkdir(exist_ok=True)
        write_text(folder / f"{field}.json", crosstable_text(table, origin))
    result, origin = shipped_crosstable(field), shipped_origin(field)
    if field == "limit":
        write_block(HOME / "README.md", "## Who beats whom", ratings_markdown(field, result, origin))
    write_block(HOME / "docs" / "crosstable.md", f"## The {field} table", table_markdown(field, result, origin))
    for page in sorted((HOME / "docs").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        if (new := with_strength(text)) != text:
            write_text(page, new)
    print(f"{field}: {len(result.players)} players, {result.hands:,} hands")


if __name__ == "__main__":
    main()
