"""Heads-up limit hold'em as a whole: its betting lines as lanes, strategies over buckets, exact best responses."""
