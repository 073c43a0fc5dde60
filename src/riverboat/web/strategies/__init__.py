"""Strategies in PokerLang that a server keeps: as players by name, and tried out on hands."""
