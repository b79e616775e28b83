"""What can be wrong with a run of the rig: something is missing, or something was proved to be broken."""


class RigError(RuntimeError):
    """The rig could not say that a part works."""


class Missing(RigError):  # it names what is not there, which is no fault of the project
    """A part could not run: what is missing, and how to get it, in one line."""


class Broken(RigError):  # it names what the rig is there to find
    """A part ran and did not do what it must."""
