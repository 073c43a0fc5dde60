"""A bot for JSON lines, any game: riverboat match "json:python examples/json_bot.py" random --game stud --hands 100"""

import json
import random
import sys


def decide(seen, rng):
    """Raise with a pair or better among the cards that we see, otherwise check or call; keep all cards."""
    legal = seen["legal"]
    for exchange in ("discard", "pass_cards"):
        if exchange in legal:
            fewest = legal[exchange][0]
            return {"action": exchange, "cards": seen["cards"][:fewest]}
    ranks = [card[0] for card in seen["cards"] + seen["up"][seen["position"]] + seen["boards"][0]]
    if "raise_to" in legal and (len(set(ranks)) < len(ranks) or rng.random() < 0.1):
        return {"action": "raise_to", "amount": legal["raise_to"][0]}
    for action in ("check_or_call", "bring_in", "fold"):
        if action in legal:
            return {"action": action}
    return {"action": "raise_to", "amount": legal["raise_to"][0]}


won = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        rng = random.Random(message["seed"])
        answer = {"type": "hello", "version": 1}
    elif message["type"] == "act":
        answer = {"id": message["id"], **decide(message, rng)}
    else:  # the end of a hand: learn from it, if you like; what is printed to standard error is for you
        won += message["payoffs"][message["position"]]
        continue
    print(json.dumps(answer), flush=True)
