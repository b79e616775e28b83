"""How Kokoro looks: the caller's card, the golden count, the score sheets, the mats."""
