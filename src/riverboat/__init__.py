"""Riverboat: a computer-poker laboratory."""

__version__ = "0.1.0"
