"""PokerStars' text histories: `parsing.py` plays them again, `writing.py` writes them, `games.py` knows their games."""
