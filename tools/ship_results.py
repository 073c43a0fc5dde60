"""Put full runs of the laboratory into the package and into the docs: `python tools/ship_results.py FOLDER [ID...]`.

FOLDER is that of `riverboat lab run ... --full --out FOLDER`. Verdicts are derived anew from the numbers.
"""

import sys
from pathlib import Path

from riverboat.files import write_text
from riverboat.lab.catalogue import chosen_ids, entry_ids, find_entry
from riverboat.lab.paper import paper, with_runs
from riverboat.lab.results import SHIPPED, Results
from riverboat.lab.shipped import judged_again, packed
from riverboat.lab.work import Size

folder, *ids = sys.argv[1:]
results = Results(Path(folder))
SHIPPED.folder.mkdir(exist_ok=True)
for name in chosen_ids(ids or ["all"]):
    result = results.load(name, Size.FULL)
    if result is not None:
        result = judged_again(find_entry(name), result)
        write_text(SHIPPED.path(name, Size.FULL), packed(result))
        print(f"{name}: {result.summary.text}")
names = entry_ids()
shipped = [result for name in names if (result := SHIPPED.load(name, Size.FULL))]
missing = [name for name in names if not SHIPPED.path(name, Size.FULL).exists()]
docs = Path(__file__).parents[1] / "docs"
write_text(docs / "reproductions.md", paper(shipped, missing))
page = docs / "lab.md"
write_text(page, with_runs(page.read_text(encoding="utf-8"), {result.id for result in shipped}))
size = sum(path.stat().st_size for path in SHIPPED.folder.iterdir())
print(f"{len(list(SHIPPED.folder.iterdir()))} results, {size / 1e6:.2f} MB")
