"""The researchers' libraries and our games, in an environment of their own: `make test-research`."""
