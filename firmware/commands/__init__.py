"""The command line: one module for each group of commands. Never: what a command does, beyond asking for it."""
