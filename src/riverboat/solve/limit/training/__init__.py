"""Training of a limit hold'em strategy over buckets: sampled boards (`sampled.py`), then exact answers (CFR-BR)."""
