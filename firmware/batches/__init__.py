"""Many games at once: cut into pieces, played by one process, several, or a cluster, and added up.

Each game has its own luck, made of the seed and its number, so who plays it and in which piece never changes a result.

Never here: what a game means, screens, sensors.
"""
