"""What other people install: the wheel, and the plugin that it brings to their tests."""
