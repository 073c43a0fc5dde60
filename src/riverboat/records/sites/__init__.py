"""Text histories of poker sites: one shared core, and one module for each site's words.

`blocks.py` cuts a file into hands so that every piece is accounted for, `story.py` collects what one hand says and
turns it into a `Script`, `text.py` has the amounts, cards and dates that all sites share, and `registry.py` knows which
site a heading belongs to. A site's module recognises its heading and tells the story line by line.
"""
