"""Two-player games like hold'em, solved over their public tree with a vector of hands at every node."""

from riverboat.solve.public.solver import PublicSolver
from riverboat.solve.public.strategy import PublicStrategy
from riverboat.solve.public.tree import PublicSize, PublicTree, build_public, public_size

__all__ = ["PublicSize", "PublicSolver", "PublicStrategy", "PublicTree", "build_public", "public_size"]
