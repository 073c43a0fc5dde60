"""Live tables: a dealer for people and bots that goes on where it was when the server comes back."""
