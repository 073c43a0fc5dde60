"""Put a crosstable into the package, the README and the docs.

`python tools/ship_crosstable.py FIELD FILE SECONDS COMMAND`: FILE is that of `riverboat crosstable ... --out FILE`,
COMMAND what plays it again, and SECONDS how long that took on one processor. With FIELD alone the texts are written
anew from what is shipped.
"""

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
    shipped_origin,
)
from riverboat.files import write_text

HOME = Path(__file__).parents[1]


def write_block(page: Path, heading: str, text: str) -> None:
    """Write the text at the end of the section with this heading, in place of the table that is there."""
    before, found, rest = page.read_text(encoding="utf-8").partition(f"\n{heading}\n")
    if not found:
        sys.exit(f'{page.name}: there is no heading "{heading}"')
    section, next_heading, after = rest.partition("\n## ")
    words = section.partition("\n| | player |")[0].rstrip()
    write_text(page, f"{before}{found}{words}\n\n{text}\n{next_heading}{after}")


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
print(f"{field}: {len(result.players)} players, {result.hands:,} hands")
