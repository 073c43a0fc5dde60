"""Talking to other programs over the network: the hand-rank server, and the ACPC dealer and client (`acpc/`)."""

from riverboat.wire.odds_server import DEFAULT_HOST, DEFAULT_PORT, Limits, OddsServer, serve

__all__ = ["DEFAULT_HOST", "DEFAULT_PORT", "Limits", "OddsServer", "serve"]
