"""Local best response: a lower bound on the exploitability of players of heads-up hold'em, limit and no-limit."""
