"""Two-player games of the hold'em kind, solved over their public tree with a row of hands at every node."""

from riverboat.solve.public.solver import PublicSolver
from riverboat.solve.public.strategy import Assessment, PublicStrategy
from riverboat.solve.public.tree import PublicSize, PublicTree, build_public, public_size

__all__ = ["Assessment", "PublicSize", "PublicSolver", "PublicStrategy", "PublicTree", "build_public", "public_size"]
