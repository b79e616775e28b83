"""A simulated evening: people who throw, slide and decide as real ones do. Never: real devices."""
