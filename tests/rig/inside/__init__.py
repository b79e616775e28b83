"""Programs that run inside a userland or a virtual machine of the rig, on the real stacks."""
