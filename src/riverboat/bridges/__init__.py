"""Bridges to other poker and game libraries: their objects to ours and back.

`open_spiel` (games, and policies to and from a `Strategy`), `pettingzoo` (an environment for every game of the
catalogue), `pokerkit` (a `Hand` to and from its hand history), and `policy_json` (a policy in a JSON file). Each of the
first three needs its library: `pip install "riverboat[bridges]"`.
"""
