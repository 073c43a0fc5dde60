"""Hand ranking: tables, kernels, orders of hands, and words for the result. Public names are in `riverboat.cards`."""
