"""Write the software bill of materials of a lock: CycloneDX 1.6, JSON. `python tools/sbom.py locks/run.txt OUT.json`.

Every package of the lock is a component with its version, package URL and, where it is installed, its license; the
SHA-256 of the files that pip accepts are properties of it.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
_PACKAGE = re.compile(r"^([a-z0-9.-]+)==(\S+)((?: \\\n +--hash=sha256:[0-9a-f]{64})+)$", re.MULTILINE)


def packages(lock: Path) -> list[tuple[str, str, list[str]]]:
    """Name, version and hashes of everything in a lock."""
    text = lock.read_text(encoding="ascii")
    return [(name, version, re.findall(r"[0-9a-f]{64}", hashes)) for name, version, hashes in _PACKAGE.findall(text)]


def bill(lock: Path) -> dict[str, Any]:
    """The bill of materials."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": _component("application", project["name"], project["version"])},
        "components": [
            {
                **_component("library", name, version),
                **_license(name),
                "properties": [{"name": "riverboat:accepted-sha256", "value": each} for each in hashes],
            }
            for name, version, hashes in packages(lock)
        ],
    }


def _component(kind: str, name: str, version: str) -> dict[str, str]:
    address = f"pkg:pypi/{name}@{version}"
    return {"type": kind, "bom-ref": address, "name": name, "version": version, "purl": address}


def _license(name: str) -> dict[str, Any]:
    try:
        said = metadata(name)["License-Expression"]
    except PackageNotFoundError:
        return {}
    return {"licenses": [{"expression": said}]} if said else {}


if __name__ == "__main__":
    out = Path(sys.argv[2])
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(bill(Path(sys.argv[1])), indent=1) + "\n", encoding="utf-8")
    print(f"{out}: {len(packages(Path(sys.argv[1])))} packages")
