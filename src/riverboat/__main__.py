"""`python -m riverboat` is the `riverboat` command."""

from riverboat.cli import main

main()
