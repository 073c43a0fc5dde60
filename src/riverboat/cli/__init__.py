"""The `riverboat` command: one module per family of commands, heavy imports only inside them."""

from riverboat.cli.app import main

__all__ = ["main"]
