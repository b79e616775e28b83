"""The window itself: composes scenes, draws what changed, hears hands, makes sounds. Never: what a page holds."""
