"""The words of the screens: texts by key, sentences from events. Never: pixels."""
