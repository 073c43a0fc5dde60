"""Loops over deals and the betting tree: `layout.py` says how both lie in memory."""
