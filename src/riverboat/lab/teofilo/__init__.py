"""Teófilo's thesis on the LIACC simulator, PGDL, abstraction, CFR, Lucifer and Hermes."""

from riverboat.lab.entry import Document

DOCUMENT = Document(
    "Teófilo",
    2016,
    "Methodologies and Tools for Creating Competitive Poker Playing Agents",
    "PhD thesis, Universidade do Porto",
)
