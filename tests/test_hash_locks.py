"""The locks of `make run` and `make test` agree with the versions that are tested; the bill of materials with them."""

from __future__ import annotations

import importlib.util
import json
import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
if not (ROOT / "locks").is_dir():
    pytest.skip("needs the repository", allow_module_level=True)
LOCKS = sorted((ROOT / "locks").glob("*.txt"))


def _tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pairs = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {_normal(name): version.strip() for name, version in pairs}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_every_package_of_a_lock_has_hashes_and_the_version_that_is_tested(lock: Path) -> None:
    found = _tool("sbom").packages(lock)
    assert len(found) == len(re.findall("^[a-z]", lock.read_text(), re.MULTILINE)), "a line without hashes"
    pins = _pins()
    for name, version, hashes in found:
        assert hashes, name
        if lock.stem != "audit":
            assert pins.get(name, version) == version, name


@pytest.mark.parametrize(("lock", "more"), [("run", ()), ("dev", ("dev",))])
def test_everything_that_the_package_needs_is_in_its_lock(lock: str, more: tuple[str, ...]) -> None:
    """`make run` and `make test` install the extra `all`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (everything,) = project["optional-dependencies"]["all"]
    extra = (*re.findall(r"\w+", everything.removeprefix("riverboat")), *more)
    assert {"web", "records", "models", "vision", "cluster"} <= set(extra)
    wanted = project["dependencies"] + [each for name in extra for each in project["optional-dependencies"][name]]
    names = {_normal(re.split(r"[\[<>=;, ]", each)[0]) for each in wanted} - {"riverboat"}
    assert names <= {name for name, _, _ in _tool("sbom").packages(ROOT / "locks" / f"{lock}.txt")}


def test_the_bill_of_materials_names_every_package() -> None:
    bill = json.loads(json.dumps(_tool("sbom").bill(ROOT / "locks" / "run.txt")))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill["metadata"]["component"]["name"] == "riverboat"
    purls = [each["purl"] for each in bill["components"]]
    assert len(purls) == len(set(purls)) > 30
    assert any(purl.startswith("pkg:pypi/numpy@") for purl in purls)
