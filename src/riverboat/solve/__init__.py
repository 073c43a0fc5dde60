"""Solving games: trees, linear programs, regret minimisation, best responses."""
