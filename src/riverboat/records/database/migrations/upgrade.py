"""Bring a database to the newest schema, or refuse one that is newer than this program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, Engine

from riverboat.errors import RiverboatError


def configuration(connection: Connection | None = None) -> Config:
    """Alembic's settings, without a file; `connection` is what `env.py` works on."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def newest() -> str:
    """The version of this program's schema."""
    head = ScriptDirectory.from_config(configuration()).get_current_head()
    assert head is not None
    return head


def version_of(connection: Connection) -> str | None:
    """The version of a database; None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def upgrade(engine: Engine, on_upgrade: Callable[[str, str], object] | None = None) -> None:
    """Run the steps that are missing; `on_upgrade` hears the versions before, unless the database is new."""
    head = newest()
    with engine.connect() as connection:
        version = version_of(connection)
    if version == head:
        return
    if version is not None and on_upgrade is not None:
        on_upgrade(version, head)
    with engine.begin() as connection:
        try:
            command.upgrade(configuration(connection), "head")
        except CommandError:
            raise RiverboatError(
                f"database {engine.url.render_as_string(hide_password=True)}: made by a newer version "
                f"({version_of(connection)}); this one knows {head}"
            ) from None
