"""Commitments to decks: what is opened can be checked, what is not stays hidden, and nothing can be changed."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from riverboat.agents.registry import make_agent
from riverboat.cli.app import app
from riverboat.errors import RiverboatError
from riverboat.games import Hand
from riverboat.games.catalogue import parse_game
from riverboat.games.play import play_hand
from riverboat.records.commitment import Commitment, check_proof

GAMES = ["holdem(betting=limit)", "holdem(players=6)", "omaha(players=3)", "stud(players=3)", "five_card_draw", "leduc"]


def played(game: str, seed: int = 1) -> tuple[Commitment, Hand]:
    """A hand between random players, and the commitment to its deck."""
    rng = Random(seed)
    rules = parse_game(game)
    deck = tuple(rules.arranged(rng.sample(range(rules.deck.size), rules.deck.size)))
    agents = [make_agent("random") for _ in range(rules.players)]
    for agent in agents:
        agent.rng = Random(rng.random())
    names = tuple("abcdefghij"[: rules.players])
    return Commitment("t1", 7, rules, deck, rng.randbytes(32)), play_hand(rules, agents, deck, players=names, number=7)


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_and_a_spectator_can_check_what_they_saw(game: str) -> None:
    for seed in range(8):
        commitment, hand = played(game, seed)
        for position in (-1, *range(len(hand.players))):
            proof = json.loads(json.dumps(commitment.proof(hand, position)))
            found = check_proof(proof, commitment.root)
            assert found.is_dealt
            assert found.cards == hand.rules.deck.size
            known = hand.seen_by(position)
            hole = [card for cards in (*known.down, *known.up) for card in cards if card != -1]
            opened = [card for _, card, _ in proof["openings"]]
            assert {hand.rules.deck.card_text(card) for card in (*hole, *known.board)} <= set(opened)


def test_hashes_are_what_the_documentation_says() -> None:
    """SHA-256 of salt, place and card; the root over format, table, hand, game and all leaves."""
    commitment, hand = played("holdem(betting=limit)")
    proof = commitment.proof(hand, 0)
    for place, card, salt in proof["openings"]:
        assert len(salt) == 32
        made = hashlib.sha256(bytes.fromhex(salt) + f"{place}:{card}".encode()).hexdigest()
        assert made == proof["leaves"][place]
    text = f"riverboat deck 1\nt1\n7\n{hand.rules.identity}\n".encode()
    assert hashlib.sha256(text + bytes.fromhex("".join(proof["leaves"]))).hexdigest() == commitment.root


def test_cards_that_were_not_shown_cannot_be_found_by_trying() -> None:
    """Without the salt nobody's 52 guesses hit; with equal salts everybody's would."""
    commitment, hand = played("holdem(betting=limit)", 3)
    proof = commitment.proof(hand, -1)
    opened = {place for place, _, _ in proof["openings"]}
    salts = {salt for _, _, salt in proof["openings"]} | {"", "00" * 16}
    faces = [hand.rules.deck.card_text(card) for card in range(52)]
    for place in set(range(52)) - opened:
        for salt in salts:
            for face in faces:
                guess = hashlib.sha256(bytes.fromhex(salt) + f"{place}:{face}".encode()).hexdigest()
                assert guess != proof["leaves"][place]


def _swap_boards(proof: dict[str, Any]) -> None:
    first, second = proof["openings"][0], proof["openings"][1]
    first[1], second[1] = second[1], first[1]


CHANGES: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (_swap_boards, "is not the card that was fixed"),
    (lambda p: p["openings"][0].__setitem__(2, "00" * 16), "is not the card that was fixed"),
    (lambda p: p["leaves"].__setitem__(3, "00" * 32), "do not have the root"),
    (lambda p: p.update(hand=8), "do not have the root"),
    (lambda p: p.update(table="t2"), "do not have the root"),
    (lambda p: p["down"][0].reverse(), "another card"),
    (lambda p: p.update(format="x"), "expected"),
    (lambda p: p.pop("leaves"), "damaged"),
    (lambda p: p.update(openings=[[99, "Ah", "00" * 16]]), "is not the card"),
    (lambda p: p["actions"][0].__setitem__(1, 5), "do not follow"),
]


@pytest.mark.parametrize(("change", "reason"), CHANGES)
def test_a_proof_that_was_changed_is_refused(change: Callable[[dict[str, Any]], object], reason: str) -> None:
    commitment, hand = played("holdem(betting=limit)", 5)
    proof = copy.deepcopy(commitment.proof(hand, 0))
    change(proof)
    with pytest.raises(RiverboatError, match=reason):
        check_proof(proof)


def test_another_deck_has_another_root_and_is_refused() -> None:
    first, hand = played("holdem(betting=limit)", 5)
    second, _ = played("holdem(betting=limit)", 6)
    with pytest.raises(RiverboatError, match="another root"):
        check_proof(first.proof(hand, 0), second.root)


def test_mutated_proofs_are_refused_in_one_line() -> None:
    commitment, hand = played("five_card_draw", 2)
    text = json.dumps(commitment.proof(hand, 0))
    rng = Random(1)
    for _ in range(1500):
        at, letter = rng.randrange(len(text)), chr(rng.randrange(32, 127))
        try:
            found = check_proof(json.loads(text[:at] + letter + text[at + 1 :]))
        except json.JSONDecodeError:
            continue
        except RiverboatError:
            continue
        else:
            assert found.root == commitment.root


def test_the_command(tmp_path: Path) -> None:
    commitment, hand = played("holdem(betting=limit)", 5)
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(commitment.proof(hand, 0)))
    run = CliRunner().invoke(app, ["hands", "verify", str(path), "--root", commitment.root])
    assert run.exit_code == 0
    assert "each where the rules deal it" in run.output
    assert CliRunner().invoke(app, ["hands", "verify", str(path), "--root", "0" * 64]).exit_code != 0
    path.write_text("[]")
    assert CliRunner().invoke(app, ["hands", "verify", str(path)]).exit_code != 0
