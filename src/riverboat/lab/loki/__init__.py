"""The paper on Loki and opponent modelling."""

from riverboat.lab.entry import Document

DOCUMENT = Document(
    "Billings, Papp, Schaeffer and Szafron", 1998, "Opponent Modeling in Poker", "AAAI-98, University of Alberta"
)
