"""Published open range solvers: their results on four spots, and their times."""

from riverboat.lab.entry import Document

DOCUMENT = Document(
    "Open range solvers",
    2025,
    "Four spots of heads-up no-limit hold'em, solved by programs that are open to everybody",
    "runs of the programs on a machine with two shared cores",
)
