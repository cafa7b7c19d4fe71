"""`python -m tertium` is the command line."""

from tertium.cli.main import main

main()
