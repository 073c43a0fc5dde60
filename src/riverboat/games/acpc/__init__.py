"""The texts of the Annual Computer Poker Competition: game definitions, match states and the lines of its logs.

Protocol 2.0.0 of October 2010. `definition.py` reads and writes `.game` files, `dealing.py` deals the cards of its
dealer for a seed, `match_state.py` describes a hand in play, `log_line.py` how it ended. Sockets are not here: see
`riverboat.wire`.
"""
