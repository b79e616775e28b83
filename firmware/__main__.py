"""`python -m firmware` is `tablekeeper`."""

from firmware.cli import main

main(prog_name="tablekeeper")
