"""Billings's thesis on Loki, Poki, PsOpti, Vexbot and DIVAT."""

from riverboat.lab.entry import Document

DOCUMENT = Document(
    "Billings", 2006, "Algorithms and Assessment in Computer Poker", "PhD thesis, University of Alberta"
)
