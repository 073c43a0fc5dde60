"""The ACPC protocol on sockets: a dealer for any programs, and a client for any Riverboat agent.

`options.py` is the dealer's command line, `texts.py` what it says about a hand, `seen.py` the hand as a player on the
wire follows it. The texts themselves are in `riverboat.games.acpc`.
"""
