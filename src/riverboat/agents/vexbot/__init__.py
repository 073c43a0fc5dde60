"""Vexbot."""
