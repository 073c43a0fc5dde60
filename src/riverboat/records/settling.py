"""Who won a recorded hand, and does the record agree with the rules?

Where all cards of a showdown are known the rules decide; otherwise the record must say it, and a player who mucks has
lost to those who show, in every pot that one of these can win. Who has unknown cards at a showdown where others show,
without a word about the result, has mucked too: nobody wins face down. What the house took appears only as the
difference: the payoffs then add up to minus the rake. Where a recorded result and the rules disagree by more than rake
and odd chips can explain, the hand is refused.

Some records count an uncalled bet that came back among the winnings and others do not. Both readings are tried, and
the one that fits every number of the record is taken. If both fit and differ, the hand alone cannot decide
(`TwoReadingsError`); a reader that knows how the site writes may set `Script.counts_uncalled` and try again.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from riverboat.games.pots import Pot, share_pots, side_pots, uncalled_of
from riverboat.games.scoring import ranker
from riverboat.games.state import State
from riverboat.records.rejected import RecordError
from riverboat.records.script import Chips, Script

Payoffs = tuple[Chips, ...]


class TwoReadingsError(RecordError):
    """The winnings can be read with or without the uncalled bet, both fit, and they give different results."""


def settle(script: Script, state: State, stand_ins: set[int]) -> Payoffs:
    """What everyone won or lost; where the numbers decide how winnings are meant, the script is told."""
    back = uncalled_of(state.committed, state.rules)
    called = sum(state.committed) - sum(back)
    _require_pot(script, back, called)
    by_rules = _by_rules(state, stand_ins, back, script.mucked)
    if by_rules is None and script.payoffs is None and script.collected is None and script.shown:
        by_rules = _by_rules(state, stand_ins, back, script.mucked | script.unseen)
    if script.cash_outs:
        return _cashed_out(script, by_rules, state, back, called)
    if script.collected is None:
        if script.payoffs is None and by_rules is None:
            raise RecordError("nothing says who won: cards of the showdown are unknown, and no result is recorded")
        if script.payoffs is None:
            assert by_rules is not None
            return by_rules
        _require_agreement(script, script.payoffs, by_rules, state, back, called)
        return script.payoffs
    if not any(back):
        payoffs = _net(script.collected, state.committed)
        _require_same(script, payoffs)
        _require_agreement(script, payoffs, by_rules, state, back, called)
        return payoffs
    readings = {
        False: _net(map(sum, zip(script.collected, back, strict=True)), state.committed),
        True: _net(script.collected, state.committed),
    }
    was_open = script.counts_uncalled is None
    if script.counts_uncalled is not None:
        readings = {script.counts_uncalled: readings[script.counts_uncalled]}
    fits: dict[bool, Payoffs] = {}
    reasons: dict[bool, RecordError] = {}
    for counted, payoffs in readings.items():
        try:
            _require_same(script, payoffs)
            _require_agreement(script, payoffs, by_rules, state, back, called)
            fits[counted] = payoffs
        except RecordError as error:
            reasons[counted] = error
    if not fits:
        raise reasons.get(False) or reasons[True]
    if len(fits) > 1:
        raise TwoReadingsError(_two_readings(fits, sum(back)))
    ((script.counts_uncalled, payoffs),) = fits.items()
    script.reading_decided = was_open
    return payoffs


def _cashed_out(script: Script, by_rules: Payoffs | None, state: State, back: Sequence[int], called: int) -> Payoffs:
    """Some players sold their all-in hand: they get that price and the house their share, the others play on.

    The results then do not add up to minus the rake, because the house has won or lost like a player.
    """
    if by_rules is None:
        raise RecordError("a hand was cashed out, but the cards of its showdown are not all known")
    slack = 2 * len(back) + (int(script.largest_rake * called) if script.rake is None else script.rake)
    results: list[Chips] = []
    for position, (rule, over, paid) in enumerate(zip(by_rules, back, state.committed, strict=True)):
        price = script.cash_outs.get(position)
        if price is not None and not 0 <= price <= called:
            raise RecordError(f"position {position + 1} cashes out {price} of a pot of {called}")
        if price is not None:
            said: Chips = price + over - paid
        elif script.collected is not None:
            said = script.collected[position] + (0 if script.counts_uncalled else over) - paid
        else:
            said = rule if script.payoffs is None else script.payoffs[position]
        if price is None and said != rule and (rule == over - paid or not -slack <= said - rule <= 2 * len(back)):
            raise RecordError(
                f"position {position + 1} is said to win {_shown(said)}, but wins {_shown(rule)} by the rules"
            )
        results.append(said)
    _require_same(script, tuple(results))
    return tuple(results)


def _net(collected: Sequence[Chips] | map[Chips], committed: Sequence[int]) -> Payoffs:
    return tuple(won - paid for won, paid in zip(collected, committed, strict=True))


def _two_readings(fits: dict[bool, Payoffs], back: int) -> str:
    texts = [
        f"{' '.join(map(_shown, payoffs))} with a rake of {_shown(-sum(payoffs))} if the winnings "
        f"{'contain' if counted else 'leave out'} the uncalled bet of {back}"
        for counted, payoffs in fits.items()
    ]
    return f"the winnings can be read in two ways: {', or '.join(texts)}"


def _require_same(script: Script, payoffs: Payoffs) -> None:
    """Where a record has the chips at the end as well, they must say the same."""
    if script.payoffs is not None and script.payoffs != payoffs:
        position = next(p for p, chips in enumerate(payoffs) if chips != script.payoffs[p])
        raise RecordError(
            f"position {position + 1} wins {_shown(payoffs[position])} by the winnings, "
            f"but {_shown(script.payoffs[position])} by the chips at the end"
        )


def _by_rules(state: State, stand_ins: set[int], back: Sequence[int], mucked: set[int]) -> Payoffs | None:
    """The payoffs, as far as the known cards decide them."""
    assert state.payoffs is not None
    if state.left == 1 or not (stand_ins or mucked):
        return state.payoffs
    live = [position for position, alive in enumerate(state.live) if alive]
    unknown = {p for p in live if not stand_ins.isdisjoint(state.down[p] + state.up[p])}
    board_known = all(stand_ins.isdisjoint(board) for board in state.boards)
    out = mucked.intersection(live)
    if not unknown and board_known and not out:
        return state.payoffs
    if not unknown <= out or not board_known or len(out) == len(live) or state.other_boards:
        return None
    return _without(state, out, back)


def _without(state: State, out: set[int], back: Sequence[int]) -> Payoffs | None:
    """The payoffs if these players give up their cards at the showdown; an uncalled bet still comes back to them.

    A pot for which one of them alone is left goes there; None if several are, and nobody who shows.
    """
    rules = state.rules
    dead = [0] * rules.players
    if rules.antes_are_dead:
        dead = [min(ante, chips) for ante, chips in zip(rules.antes, state.committed, strict=True)]
    called = [chips - ante - over for chips, ante, over in zip(state.committed, dead, back, strict=True)]
    pots: list[Pot] = []
    for pot in side_pots(called, state.live, sum(dead)):
        contenders = tuple(position for position in pot.contenders if position not in out) or pot.contenders
        if len(contenders) > 1 and out.issuperset(contenders):
            return None
        if pots and pots[-1].contenders == contenders:
            pots[-1] = Pot(pots[-1].chips + pot.chips, contenders)
        else:
            pots.append(Pot(pot.chips, contenders))
    ranks = [
        [
            ranker(rules.deck, award)(state.down[position] + state.up[position], state.board) if alive else -1
            for position, alive in enumerate(state.live)
        ]
        for award in rules.awards
    ]
    won = share_pots(pots, ranks, exact=rules.exact_shares)
    return tuple(taken + over - paid for taken, over, paid in zip(won, back, state.committed, strict=True))


def _require_pot(script: Script, back: Sequence[int], called: int) -> None:
    if script.returned is not None:
        position, chips, line = script.returned
        if back[position] != chips:
            raise RecordError(
                f"{chips} are said to come back to position {position + 1}, but {back[position]} were uncalled", line
            )
    if script.pot is not None and script.pot != called:
        raise RecordError(f"the pot is said to be {script.pot}, but {called} were put in and called")


def _require_agreement(
    script: Script, recorded: Payoffs, by_rules: Payoffs | None, state: State, back: Sequence[int], called: int
) -> None:
    """Recorded results may differ from the rules by rake and odd chips only."""
    rake = -sum(recorded)
    if rake < 0:
        raise RecordError(f"the players are said to win {_shown(-rake)} more than they put in")
    allowed = script.largest_rake * called
    if 0 < allowed < 1:
        allowed = Fraction(1)  # no coin is smaller than a chip
    if script.rake is None and rake > allowed:
        raise RecordError(f"{_shown(rake)} of {called} chips are missing from the results")
    if script.rake is not None and rake != script.rake:
        raise RecordError(f"the house is said to take {_shown(script.rake)}, but {_shown(rake)} chips are missing")
    if by_rules is None:
        _require_possible(recorded, state, back)
        return
    odd = max(2 * len(recorded), _whole_units(script, state))
    for position, (rule, said) in enumerate(zip(by_rules, recorded, strict=True)):
        if rule == said:
            continue
        lost_all = rule == back[position] - state.committed[position]
        if lost_all or not -odd - rake <= said - rule <= odd:
            raise RecordError(
                f"position {position + 1} is said to win {_shown(said)}, but wins {_shown(rule)} by the rules"
            )


def _whole_units(script: Script, state: State) -> int:
    """A site that keeps cents may still split a pot of whole dollars into whole dollars."""
    return 100 if script.unit.startswith("0.01 ") and not any(paid % 100 for paid in state.committed) else 0


def _require_possible(recorded: Payoffs, state: State, back: Sequence[int]) -> None:
    for position, (said, paid) in enumerate(zip(recorded, state.committed, strict=True)):
        if said < back[position] - paid:
            raise RecordError(
                f"position {position + 1} is said to lose {_shown(-said)}, but put in {paid - back[position]}"
            )
        if not state.live[position] and said > -paid:
            raise RecordError(f"position {position + 1} folded and is said to win chips back")
        if said > 0 and said > (most := _most(state, position) - paid):
            raise RecordError(f"position {position + 1} is said to win {_shown(said)}, but can win {most} at most")


def _most(state: State, position: int) -> int:
    """What a player can get back at most: from everyone as much as the player put in, and all dead antes."""
    rules, own = state.rules, state.committed[position]
    dead = sum(rules.antes) if rules.antes_are_dead else 0
    return sum(min(paid, own) for paid in state.committed) + dead


def _shown(chips: Chips) -> str:
    return str(chips) if isinstance(chips, int) or chips.denominator == 1 else f"{float(chips):g}"
