"""Players for the arena's tests whose play depends on what they remember."""

from __future__ import annotations

from riverboat.games import Action, Agent, Hand, View


class Learns(Agent):
    """Raises on some of the hands and not on others, by how many it has seen."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = 0

    def end(self, hand: Hand) -> None:
        self.seen += 1

    def act(self, view: View) -> Action:
        interval = view.raise_interval
        return Action.raise_to(interval[0]) if interval and self.seen % 7 > 3 else view.check_or_call()
