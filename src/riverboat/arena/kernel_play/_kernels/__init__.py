"""Whole hands of hold'em between array policies: shuffle, deal, bet, show down, push the chips, count.

A player's chips are one number, what he has put in so far: who can still bet has put in as much as everybody else when
a street begins, so bets are counted from there and nothing has to be set to zero. Who has not folded and who still can
bet are bits by position. Positions, policies and table indices are uint64, chips int64, never mixed; `opaque` keeps
LLVM from making vector loops for the few players of a table. Layouts:

- `seats` int64[2, players]: what each player has put in after antes and blinds, and has in all.
- `streets` int64[5, 4]: for each street the smallest bet (0: nobody bets), the first value of the last raise, the most
  raises, the opener, and the betting (0 limit, 1 pot-limit, 2 no-limit).
- `numbers` int64[4]: the ante, the highest bet after the blinds, whether short all-ins reopen the betting, and the
  parts of a chip that payoffs are counted in.
- `ranks5`, `ranks6`, `ranks7`, `words`: the tables of `riverboat.cards.ranking.tables`.
- `classes` uint8[52 * 52]: the class of two cards. `strengths` uint8[3, 169 * 7462]: a step of hand strength by street,
  class and rank; of length 0 if no policy asks.
- `cells` uint32[C, A - 1]: draws below which an action is among the first 1, 2, ... of a policy. A policy's cell is at
  the sum of its coordinates times `strides` uint64[P, 2, 7] (before and after the flop; the last is where it begins).
- `sizes` float64[P, A - 2]: the raises, as in `policy.py`.
- `state` uint64[8]: two xoshiro256++ generators, for cards and for decisions.
- `counts` int64[P, 23]: for each street folds, checks, calls, raises; then hands with a decision before the flop, with
  money put in there, with a raise there; flops seen, hands shown, pots won of both.
"""

from riverboat.arena.kernel_play._kernels.hands import play as play
