"""How Alembic reaches the database: by the connection the store hands over."""

from alembic import context

from grognard.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
