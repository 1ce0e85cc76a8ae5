"""`python -m ludogen`."""

from ludogen.cli.app import main

main()
