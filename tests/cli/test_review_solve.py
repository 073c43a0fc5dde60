"""`riverboat review --solve`: the decisions of a player, the costliest first."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from riverboat.cli.app import app


def test_the_costliest_decision_is_printed(tmp_path: Path, folded_nuts: str) -> None:
    file = tmp_path / "duel.phh"
    file.write_text(folded_nuts)
    asked = ["review", str(file), "--method", "allin", "--player", "Bob", "--solve", "--street", "river"]
    printed = CliRunner().invoke(app, asked)
    assert printed.exit_code == 0, printed.output
    assert "1 of 1 decisions checked" in printed.stdout
    assert "100.00" in printed.stdout.split("costliest decisions")[1]
    found = json.loads(CliRunner().invoke(app, [*asked, "--json"]).stdout)["items"][0]["decisions"]
    assert (found["checked"], round(found["lost_bb"], 2), found["best"]) == (1, 100.0, 0.0)


def test_what_does_not_fit_is_one_line(tmp_path: Path, folded_nuts: str) -> None:
    file = tmp_path / "duel.phh"
    file.write_text(folded_nuts)
    for options, said in ((["--solve"], "--player"), (["--street", "river"], "--solve")):
        refused = CliRunner().invoke(app, ["review", str(file), *options])
        assert refused.exit_code != 0
        assert said in str(refused.exception or refused.output)
