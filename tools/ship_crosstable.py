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


def replace_block(page: Path, field: str, text: str) -> None:
    """Write the text between the marks of a field."""
    before, begin, rest = page.read_text(encoding="utf-8").partition(f"<!-- crosstable {field} -->\n")
    _, end, after = rest.partition("<!-- end of crosstable -->")
    if not (begin and end):
        sys.exit(f"{page.name}: there are no marks of {field}")
    write_text(page, f"{before}{begin}\n{text}\n\n{end}{after}")


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
    replace_block(HOME / "README.md", field, ratings_markdown(field, result, origin))
replace_block(HOME / "docs" / "crosstable.md", field, table_markdown(field, result, origin))
print(f"{field}: {len(result.players)} players, {result.hands:,} hands")
