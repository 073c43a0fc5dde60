"""The rankings behind `RANKINGS`: one module for each way in which cards make a hand.

`best_of` takes the best hand of all cards (hold'em, stud, draw, razz, 2-7, Kuhn, Leduc), `exactly` takes a fixed number
of them from the hole (Omaha), `badugi` takes cards that share neither rank nor suit. `base` has the interface that they
all offer, `text` says hands in words.
"""
