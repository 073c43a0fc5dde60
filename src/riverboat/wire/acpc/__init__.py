"""The ACPC's protocol on sockets: a dealer for anybody's programs, and a client that seats any agent of ours.

`options.py` is the dealer's command line, `texts.py` what it says about a hand, `seen.py` the hand as a player on the
wire follows it. The texts themselves are in `riverboat.games.acpc`.
"""
