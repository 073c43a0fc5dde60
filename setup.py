"""The wheel takes the documentation along, so that the room's Help works where there is no repository.

Everything else is in `pyproject.toml`. An editable installation copies nothing: it reads the repository.
"""

from __future__ import annotations

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

TEXTS = ("docs/*.md", "docs/images/*", "CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md")


class BuildWithHandbook(build_py):
    """Copies the texts to `riverboat/handbook/files`, in the folders they have here."""

    def _copies(self) -> dict[Path, Path]:
        target = Path(self.build_lib) / "riverboat" / "handbook" / "files"
        return {path: target / path for pattern in TEXTS for path in sorted(Path().glob(pattern))}

    def run(self) -> None:
        super().run()
        for path, copy in ({} if self.editable_mode else self._copies()).items():
            self.mkpath(str(copy.parent))
            self.copy_file(str(path), str(copy))

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        copies = [] if self.editable_mode else [str(copy) for copy in self._copies().values()]
        return [*super().get_outputs(include_bytecode), *copies]


setup(cmdclass={"build_py": BuildWithHandbook})
