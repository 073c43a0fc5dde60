"""Opponent models: what a player can learn about another from observed hands. One package per family of models."""
