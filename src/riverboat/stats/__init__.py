"""Statistics: running means and intervals, confidence sequences, the bootstrap, and crosstables."""

from riverboat.stats.bootstrap import bootstrap_interval
from riverboat.stats.crosstable import Crosstable
from riverboat.stats.mean import Interval, RunningMean
from riverboat.stats.sequential import anytime_interval, anytime_margin
from riverboat.stats.share import share_interval

__all__ = [
    "Crosstable",
    "Interval",
    "RunningMean",
    "anytime_interval",
    "anytime_margin",
    "bootstrap_interval",
    "share_interval",
]
