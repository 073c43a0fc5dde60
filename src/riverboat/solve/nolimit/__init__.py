"""Blueprints of heads-up no-limit hold'em: few bet sizes, hands in buckets, trained on sampled boards."""
