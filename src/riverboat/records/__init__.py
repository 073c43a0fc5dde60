"""Hand histories in the formats of the world, each to and from the one `Hand`.

`read_hands` recognises the format of a file and gives a `Hand` or a `Refusal` for every hand in it; `write_hands`
writes them, and `anonymise` takes the people out.
"""

from riverboat.records.anonymise import alias, anonymise
from riverboat.records.reading import FORMATS, Format, read_hands
from riverboat.records.refusal import Refusal
from riverboat.records.writing import write_hands

__all__ = ["FORMATS", "Format", "Refusal", "alias", "anonymise", "read_hands", "write_hands"]
