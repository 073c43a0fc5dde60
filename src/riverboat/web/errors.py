"""Errors of clients, beyond those of the other packages: every message reaches the client as `detail`."""

from __future__ import annotations

from riverboat.errors import RiverboatError


class NotFoundError(RiverboatError):
    """There is no such table, job or document: 404 to the client. Every other `RiverboatError` is a 400."""


class StorageError(RiverboatError):
    """Nothing can be written, for example because the disk is full: 507 to the client."""
