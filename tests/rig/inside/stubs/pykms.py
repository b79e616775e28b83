"""Stands in for the Python binding of kms++, which picamera2's screen preview wants when it is imported.

Debian has no such package. Nothing of the preview is used here.
"""


class _Anything:
    def __getattr__(self, name: str) -> "_Anything":
        return _Anything()


PixelFormat = _Anything()
