"""Write `locks/`: every package that `make run`, `make test` and `make docs` install, with the hashes of all its files.

Versions are those of `constraints.txt`; pip resolves what is needed (nothing is installed), and the hashes come from
the index that pip uses. A package whose file has another hash than its index said when the lock was made is refused by
pip (`--require-hashes`). Run it after a change of dependencies: `python tools/lock.py`. It takes some minutes.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.request
from pathlib import Path
from tempfile import TemporaryDirectory

from pip._internal.models.index import PyPI

ROOT = Path(__file__).resolve().parent.parent
BUILD = "setuptools"
"""What builds the package itself; installed by hash too, so that pip need not fetch it."""
PEERS = ("open_spiel", "pettingzoo", "pokerkit", "phevaluator", "eval7", "treys")
AUDIT = "pip-audit"
DOCS = "mkdocs-material"
_FILE = re.compile(r'href="([^"#]+)#sha256=([0-9a-f]{64})"')
_hashes: dict[str, list[tuple[str, str]]] = {}


def main() -> None:
    """Write all locks."""
    folder = ROOT / "locks"
    folder.mkdir(exist_ok=True)
    wanted = {"run": (".[all]", BUILD), "dev": (".[dev]", BUILD), "docs": (DOCS,), "audit": (AUDIT,)}
    wanted |= {f"peer-{peer}": (peer,) for peer in PEERS}
    chosen = sys.argv[1:] or list(wanted)
    for name in chosen:
        packages = _resolved(wanted[name])
        lines = [f"# Made by tools/lock.py for `{' '.join(wanted[name])}`; do not edit."]
        for package, version in sorted(packages.items()):
            hashes = _hashes_of(package, version)
            lines.append(" \\\n    ".join([f"{package}=={version}", *(f"--hash=sha256:{each}" for each in hashes)]))
        (folder / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="ascii")
        print(f"locks/{name}.txt: {len(packages)} packages")


def _resolved(wanted: tuple[str, ...]) -> dict[str, str]:
    """The names and versions of everything that pip would install."""
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "-q"]
        command += ["--report", str(report), "-c", "constraints.txt", *wanted]
        subprocess.run(command, cwd=ROOT, check=True)
        found = json.loads(report.read_text(encoding="utf-8"))["install"]
    names = {_normal(each["metadata"]["name"]): each["metadata"]["version"] for each in found}
    names.pop("riverboat", None)
    return names


def _hashes_of(package: str, version: str) -> list[str]:
    if package not in _hashes:
        with urllib.request.urlopen(f"{PyPI.simple_url}/{package}/", timeout=180) as page:
            _hashes[package] = _FILE.findall(page.read().decode("utf-8"))
    named = [each for address, each in _hashes[package] if _is_of(address.rpartition("/")[2], package, version)]
    if not named:
        raise SystemExit(f"{package} {version}: the index has no file of this version")
    return sorted(set(named))


def _is_of(file: str, package: str, version: str) -> bool:
    """Whether a file is of this version, however its name is written."""
    start = f"{package}-{_normal(version)}-"
    return re.match(rf"{re.escape(start)}(cp|pp|py|\d+-cp|\d+-py|tar-gz|zip)", _normal(file)) is not None


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    main()
