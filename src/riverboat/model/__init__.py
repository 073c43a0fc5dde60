"""Opponent models: what a player can learn about another from the hands it has seen. One package a family of models."""
