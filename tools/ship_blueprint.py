"""Put a trained blueprint of limit hold'em into the package: `python tools/ship_blueprint.py FILE [MBB]`.

FILE is that of `riverboat train limit --recipe small --out FILE`. Shares become fifteenths, so what is shipped is a
strategy of its own: MBB is *its* exploitability, measured by `riverboat exploit ... riverboat --exact` after a first
call without it, and becomes part of what the player says of itself.
"""

import argparse
from dataclasses import replace
from importlib import resources
from pathlib import Path

from riverboat.agents.riverboat.player import SHIPPED
from riverboat.files import write_whole
from riverboat.solve.limit.compact import pack_compact
from riverboat.solve.limit.strategy import LimitStrategy
from riverboat.solve.limit.training.running import MBB_PER_CHIP
from riverboat.solve.solving import load_policy

MAX_SIZE = 1_000_000

parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
parser.add_argument("file", type=Path)
parser.add_argument("mbb", type=float, nargs="?", help="exact exploitability of the shipped strategy, mbb/hand")
options = parser.parse_args()

strategy = load_policy(options.file)
assert isinstance(strategy, LimitStrategy), f"{options.file}: not a strategy of limit hold'em over buckets"
known = None if options.mbb is None else options.mbb / MBB_PER_CHIP
origin = replace(strategy.origin, exploitability=known)
data = pack_compact(LimitStrategy(strategy.bucketing, strategy.shares, origin))
assert len(data) < MAX_SIZE, f"{len(data):,} bytes: fewer buckets are needed for what is shipped"
path = Path(str(resources.files("riverboat.agents.riverboat") / "shipped" / SHIPPED))
write_whole(path, lambda file: file.write(data))
print(f"{path.name}: {strategy.bucketing.text}, {len(data):,} bytes")
