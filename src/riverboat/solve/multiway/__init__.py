"""No-limit hold'em for two to six players in a small abstract game, learned on sampled deals."""
