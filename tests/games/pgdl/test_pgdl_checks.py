"""What is wrong with a document is said in one line that names the place; what could do harm is refused before that."""

from __future__ import annotations

from pathlib import Path

import pytest

from riverboat.errors import RiverboatError
from riverboat.games.pgdl import PgdlError, load, read, validate
from riverboat.games.pgdl.source import LARGEST

KUHN = (Path(__file__).parent / "appendix" / "kuhn.xml").read_text(encoding="utf-8")
HOLDEM = (Path(__file__).parent / "appendix" / "no_limit_holdem.xml").read_text(encoding="utf-8")

STANDARD_SCORING = '<Scoring standard="true" handSize="1" />'


def scores(inside: str) -> str:
    return f'<Scoring standard="false" handSize="1">{inside}</Scoring>'


DEFAULT = '<Score name="all" rank="0" default="true"><Subrank>$c1.rank</Subrank></Score>'

EDITS = [
    # the schema
    ('winningType="high"', 'winningType="best"', 2, 'winningType="best": expected high, low, mixed'),
    ('  <Players minimum="2" maximum="2" />\n', "", 5, "Deck: expected Players here"),
    ('minimum="2"', 'minimum="two"', 5, "minimum"),
    ("BettingStructure", "BlindStructure", 16, "not well-formed"),
    (
        '<BettingOrder order="Clockwise" firstPlayerBetting="nextDealer" />',
        "<BettingOrder/><BettingOrder/>",
        20,
        "not exp",
    ),
    ('maximum="2"', 'maximum="99"', 5, "maximum"),
    ('id="qh"', 'id="jh"', 8, '"jh" comes twice'),
    ('type="limit"', 'type="spread"', 14, "expected limit, pot-limit, no-limit"),
    ('value="1" maxNumRaises', 'value="-1" maxNumRaises', 15, "-1"),
    ('value="1" maxNumRaises', 'value="1e400" maxNumRaises', 15, "1e400"),
    ("<History />", "<Story />", 3, 'no element "Story"'),
    ('forceBet="false"', 'forceBet="maybe"', None, "expected true, false"),
    ('number="1"', "", None, 'number="..."'),
    ('ante="1"', 'ante="1" tax="2"', 2, 'no attribute "tax"'),
    ('ante="1"', 'ante="0.00001"', 2, "0.00001"),
    ('firstPlayerBetting="nextDealer"', 'firstPlayerBetting="me"', 20, "expected nextDealer"),
    # what it cannot say
    ('minimum="2"', 'minimum="3"', 5, "minimum 3 is above maximum 2"),
    ('maximum="2"', 'maximum="5"', 5, "with 4 players: Kuhn: needs 4 cards"),
    ('name="Jack Hearts" rank="0"', 'name="Jack Hearts"', 7, "rank number"),
    ('name="Jack Hearts" rank="0"', 'name="Jack Hearts" value="Fool"', 7, "rank number"),
    ('<Deck standard="false"', '<Deck standard="true"', 6, "52 cards"),
    ('id="qh" name="Queen Hearts" rank="1"', 'id="j2" name="Jack" rank="0"', None, "as many of each"),
    ('rank="0" suit="hearts" wild="false"', 'rank="0" suit="hearts" wild="true"', 6, 'wildCards="false"'),
    ('wildCards="false"', 'wildCards="true"', 2, "no card of the Deck is wild"),
    ('jokers="0"', 'jokers="1"', 6, "jokers"),
    ('jokers="0"', 'jokers="255"', None, "256"),
    ('blinds="false"', 'blinds="true"', None, "expected a BlindStructure"),
    ('min="0" max="0"', 'min="2" max="1"', 17, "min 2 is above max 1"),
    ('min="0" max="0"', 'min="0" max="2"', None, "cannot draw 2"),
    ('<PassCards value="0"', '<PassCards value="2"', None, "cannot pass 2"),
    ('<DiscardCards value="0"', '<DiscardCards value="2"', None, "cannot discard 2"),
    ('faceDownCardsDealt="1"', 'faceDownCardsDealt="0"', None, "no round deals cards"),
    ('handSize="1"', 'handSize="5"', 11, "high"),
    ('handSize="1"', 'handSize="9"', 11, "1 to 5 cards, not 9"),
    ('handSize="1"', 'handSize="0"', 11, "1 to 20"),
    # PGDL 2 in a document that is not
    ('ante="1"', 'ante="1" stack="100"', 2, 'stack="100" needs <PGDL version="2">'),
    ('firstPlayerBetting="nextDealer"', 'firstPlayerBetting="lowestUpCard"', 20, "version"),
    # scores
    (STANDARD_SCORING, scores(""), 11, "expected Score elements"),
    (STANDARD_SCORING, scores("..."), 11, "Scoring"),
    (STANDARD_SCORING, scores(DEFAULT + DEFAULT.replace('"0"', '"1"')), 11, "2 scores have default"),
    (STANDARD_SCORING, scores(DEFAULT + DEFAULT.replace("true", "false")), 11, "expected Conditions"),
    (STANDARD_SCORING, scores(DEFAULT.replace("$c1.rank", "")), 11, "Subrank is empty"),
    (STANDARD_SCORING, scores(DEFAULT.replace("$c1.rank", "$c2.rank")), 11, "$c2 in a hand of 1"),
    (STANDARD_SCORING, scores(DEFAULT.replace("$c1.rank", "1 +")), 11, "ends where"),
    (STANDARD_SCORING, scores(DEFAULT.replace("$c1.rank", "1\n\n 2")), 13, "operator before"),
    (STANDARD_SCORING, scores(DEFAULT.replace("$c1.rank", "1 / $c1.rank")), 11, "division by zero"),
    (STANDARD_SCORING, scores(DEFAULT.replace("$c1.rank", "999999999999999999 * 2")), 11, "too large"),
]


@pytest.mark.parametrize(("old", "new", "line", "says"), EDITS, ids=[f"{e[0][:20]}->{e[1][:24]}" for e in EDITS])
def test_one_mistake_one_line(old: str, new: str, line: int | None, says: str, tmp_path: Path) -> None:
    assert old in KUHN
    path = tmp_path / "broken.xml"
    path.write_text(KUHN.replace(old, new, 1), encoding="utf-8")
    problems = validate(path)
    assert any(says in problem.reason for problem in problems), problems
    if line is not None:
        assert problems[0].line == line, problems
    with pytest.raises(PgdlError) as caught:
        load(path)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 600
    assert path.name in str(caught.value)


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "broken.xml"
    path.write_text(KUHN.replace('winningType="high"', 'winningType="x"').replace('type="limit"', 'type="y"'))
    assert [problem.line for problem in validate(path)] == [2, 14]


def test_blinds_after_the_first_round_are_refused() -> None:
    blinds = '<BlindStructure><Blind id="b" value="1" position="nextDealer"/></BlindStructure></Round>'
    text = HOLDEM[: HOLDEM.rindex("</Round>")] + blinds + HOLDEM[HOLDEM.rindex("</Round>") + len("</Round>") :]
    with pytest.raises(PgdlError, match="BlindStructure is there"):
        read(text)
    with pytest.raises(PgdlError, match="first round only"):
        read(text.replace('blinds="false"', ""))


def test_number_of_players_is_checked() -> None:
    with pytest.raises(RiverboatError, match="10 players; expected 2 to 9"):
        read(HOLDEM).rules(10)


# Files that mean harm ------------------------------------------------------------------------------------------------

LAUGHS = """<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>
<PGDL><Description>&c;</Description></PGDL>"""


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (LAUGHS, "document type"),
        ('<!DOCTYPE PGDL SYSTEM "http://localhost:1/x.dtd"><PGDL/>', "document type"),
        ('<!DOCTYPE PGDL [<!ENTITY x SYSTEM "file:///etc/passwd">]><PGDL>&x;</PGDL>', "document type"),
        ("<PGDL>&unknown;</PGDL>", "unknown"),
        ("<a>" * 5_000 + "</a>" * 5_000, "not well-formed"),
        ("<PGDL", "not well-formed"),
        ("", "not well-formed"),
        ("\0", "not "),
        ("<PGDL/>" + "x" * LARGEST, "bytes"),
        ('<PGDL xmlns="http://example.org/other"/>', "PGDL"),
        ("<PGDL><PokerGame/></PGDL>", "PGDL: has no Players"),
    ],
)
def test_harmful_files_get_one_line(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "harm.xml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PgdlError) as caught:
        load(path)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "root:" not in str(caught.value)


def test_other_encodings_hide_nothing(tmp_path: Path) -> None:
    path = tmp_path / "harm.xml"
    path.write_bytes(LAUGHS.replace('version="1.0"', 'version="1.0" encoding="UTF-16"').encode("utf-16"))
    with pytest.raises(PgdlError, match="UTF-8"):
        load(path)
    declared = KUHN.replace("<PGDL>", '<?xml version="1.0" encoding="UTF-7"?>\n<PGDL>', 1)
    assert read(declared).name == "Kuhn"  # it is UTF-8 whatever it says


def test_a_schema_that_the_document_names_is_not_fetched(tmp_path: Path) -> None:
    (tmp_path / "other.xsd").write_text("<nonsense/>")
    named = (
        '<PGDL xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
        f'xsi:noNamespaceSchemaLocation="{(tmp_path / "other.xsd").as_uri()}">'
    )
    assert read(KUHN.replace("<PGDL>", named, 1)).name == "Kuhn"


def test_missing_files_and_folders(tmp_path: Path) -> None:
    assert "cannot read" in validate(tmp_path / "none.xml")[0].reason
    assert "cannot read" in validate(tmp_path)[0].reason


def test_wild_cards_that_would_take_forever_are_refused() -> None:
    """Own scores and sixteen wild cards: millions of hands to try for one player."""
    text = HOLDEM.replace('wildCards="false"', 'wildCards="true"').replace('jokers="0"', 'jokers="16"')
    scored = '<Scoring standard="false" handSize="5">' + DEFAULT + "</Scoring>"
    with pytest.raises(PgdlError, match="hands to try"):
        read(text.replace('<Scoring standard="true" handSize="5" />', scored))


def test_a_hundred_thousand_mistakes_are_no_work() -> None:
    """Nobody wants to read them all, and nobody should have to wait for them."""
    with pytest.raises(PgdlError) as caught:
        read("<PGDL>" + "<x/>\n" * 4_000 + "</PGDL>")
    assert len(caught.value.problems) == 100
    with pytest.raises(PgdlError, match="more than 5,000 elements"):
        read("<PGDL>" + "<x/>" * 200_000 + "</PGDL>")


def test_formulas_that_would_take_forever_are_refused() -> None:
    """The formula alone is no trouble, and neither are 21 hands of it, but 15,504 are."""
    formula = " + ".join(["$c1.rank"] * 900)
    scored = scores(DEFAULT.replace("$c1.rank", formula)).replace('handSize="1"', 'handSize="5"')
    text = HOLDEM.replace('<Scoring standard="true" handSize="5" />', scored)
    assert read(text).name == "No-Limit Hold'em"
    with pytest.raises(PgdlError, match="hands to try"):
        read(text.replace('faceDownCardsDealt="2"', 'faceDownCardsDealt="15"').replace('maximum="9"', 'maximum="2"'))
