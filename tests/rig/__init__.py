"""The rig: the real driver stacks, run without a Raspberry Pi."""
