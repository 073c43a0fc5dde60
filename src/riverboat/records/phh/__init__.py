"""Hands in the PHH format (`.phh`, one hand; `.phhs`, many), standard 0.0.2 (Kim 2024).

`parsing.py` plays them again from the fields that `text.py` finds, `writing.py` writes them, and `variants.py` leads
from the standard's codes to rules of the catalogue and back.
"""
