"""What an opponent does and shows after each betting sequence: the context tree of Vexbot (Billings 2006, section 4.6).

`contexts.py` says which sequences count as alike, at four levels; `model.py` counts, forgets and blends;
`describing.py` shows what is believed.
"""

from riverboat.model.sequences.contexts import LEVELS, Contexts, build_contexts
from riverboat.model.sequences.describing import describe, describe_page
from riverboat.model.sequences.model import (
    CELLS,
    KIND,
    VERSION,
    Beliefs,
    Defaults,
    SequenceModel,
    SequenceSettings,
    blending_weights,
    flat_defaults,
    read_model,
    river_hand_rank,
    write_model,
)

__all__ = [
    "CELLS",
    "KIND",
    "LEVELS",
    "VERSION",
    "Beliefs",
    "Contexts",
    "Defaults",
    "SequenceModel",
    "SequenceSettings",
    "blending_weights",
    "build_contexts",
    "describe",
    "describe_page",
    "flat_defaults",
    "read_model",
    "river_hand_rank",
    "write_model",
]
