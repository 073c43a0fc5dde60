"""What alembic runs: the steps, on the connection that `upgrade` gives."""

from alembic import context

from riverboat.records.database.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
