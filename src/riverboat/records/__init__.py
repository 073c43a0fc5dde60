"""Hand histories in several formats, each to and from the one `Hand`.

`read_hands` recognises the format of a file and gives a `Hand` or a `RejectedHand` for every hand in it; `write_hands`
writes them, and `anonymise` takes the people out.
"""

from riverboat.records.anonymise import alias, anonymise
from riverboat.records.parsing import FORMATS, Format, read_hands
from riverboat.records.rejected import RejectedHand
from riverboat.records.writing import write_hands

__all__ = ["FORMATS", "Format", "RejectedHand", "alias", "anonymise", "read_hands", "write_hands"]
