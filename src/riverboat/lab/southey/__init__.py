"""Southey, Hoehn and Holte on learning to exploit an opponent within a match of Kuhn poker."""

from riverboat.lab.entry import Document

DOCUMENT = Document(
    "Southey, Hoehn and Holte",
    2009,
    "Effective short-term opponent exploitation in simplified poker",
    "Machine Learning 74(2)",
)
