"""Numbers with their error: running means and intervals, the bootstrap, and tables of everybody against everybody."""

from riverboat.stats.bootstrap import bootstrap_interval
from riverboat.stats.crosstable import Crosstable
from riverboat.stats.mean import Interval, RunningMean

__all__ = ["Crosstable", "Interval", "RunningMean", "bootstrap_interval"]
