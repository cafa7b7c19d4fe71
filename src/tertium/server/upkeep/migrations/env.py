"""What Alembic runs: our tables, on the connection that it is given."""

from alembic import context

from tertium.server.database.tables import metadata
from tertium.server.exams.store import tables as _exams  # noqa: F401

connection = context.config.attributes["connection"]
context.configure(
    connection=connection, target_metadata=metadata, render_as_batch=True, transaction_per_migration=False
)
context.run_migrations()
