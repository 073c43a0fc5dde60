"""Kernels of training: regret matching, sorted sweeps of a river board, learning street by street."""
