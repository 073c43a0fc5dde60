"""Live tables: a dealer for people and bots, which resumes after a restart of the server."""
