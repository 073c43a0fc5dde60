"""A commit has a subject below 72 characters and a body that says why: `python tools/commit_message.py FILE`.

`pre-commit install` lets git ask this before every commit. Merges and reverts, which git words, are left alone.
"""

from __future__ import annotations

import sys
from pathlib import Path

LONGEST = 71


def problems(message: str) -> list[str]:
    """What is wrong with a message, in a line each; lines that begin with # are git's."""
    subject, *rest = [line.rstrip() for line in message.split("\n") if not line.startswith("#")]
    if subject.startswith(("Merge ", "Revert ")):
        return []
    found = []
    if not subject:
        found.append("there is no subject")
    if len(subject) > LONGEST:
        found.append(f"the subject has {len(subject)} characters, expected {LONGEST} or fewer")
    if rest and rest[0]:
        found.append("the line after the subject is not empty")
    if not any(rest[1:]):
        found.append("there is no body that says why")
    return found


def main() -> int:
    found = problems(Path(sys.argv[1]).read_text(encoding="utf-8"))
    for each in found:
        print(f"commit message: {each}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
