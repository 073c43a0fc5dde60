"""Range solvers that anybody can run: what they find on four spots, and how long they take."""

from riverboat.lab.entry import Document

DOCUMENT = Document(
    "Open range solvers",
    2025,
    "Four spots of heads-up no-limit hold'em, solved by programs that are open to everybody",
    "runs of the programs on a machine with two shared cores",
)
