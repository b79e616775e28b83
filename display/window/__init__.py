"""The window itself: composes scenes, draws changes, takes touches and keys, makes sounds. Never: what a page holds."""
