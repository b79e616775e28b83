"""Pages for a browser: the same scenes as on the screen, as vectors, real words and real buttons.

Never here: sockets, tokens, who may see what.
"""
