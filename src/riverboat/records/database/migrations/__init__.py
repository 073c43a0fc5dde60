"""How databases of older versions are brought up to date (alembic); `versions/` has one module for each step."""
