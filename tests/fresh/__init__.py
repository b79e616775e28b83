"""Fresh Debian systems in folders, to try set-up and packages on: `python -m tests.fresh setup`, `... deb`."""
