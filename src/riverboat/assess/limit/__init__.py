"""How exploitable is a player of heads-up limit hold'em? Exact best responses in the full game, and samples of them."""
