"""The paper on GS1."""

from riverboat.lab.entry import Document

DOCUMENT = Document(
    "Gilpin and Sandholm",
    2006,
    "A Competitive Texas Hold'em Poker Player via Automated Abstraction and Real-time Equilibrium Computation",
    "AAAI-06, Carnegie Mellon University",
)
