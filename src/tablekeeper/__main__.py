"""`python -m tablekeeper` is the command `tablekeeper`."""

from tablekeeper.firmware.commands.cli import main

main(prog_name="tablekeeper")
