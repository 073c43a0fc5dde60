"""A bot for Meerkat events: riverboat match "meerkat:python examples/meerkat_bot.py" always_call --hands 100"""

import json
import socket
import sys

table = socket.create_connection((sys.argv[-2], int(sys.argv[-1]))).makefile("rw", newline="\n")
table.write("MEERKAT:1\n")
table.flush()
pair = False
for line in table:
    event = json.loads(line)
    if event["event"] == "holeCards":
        pair = event["c1"][0] == event["c2"][0]
    elif event["event"] == "getAction":
        answer = {"action": "raise", "amount": event["minRaise"]} if pair else {"action": "call"}
        table.write(json.dumps(answer) + "\n")
        table.flush()
