"""The steps of Chocobo's Dungeon by name; the modules beside this one enter theirs."""

from engines.core import Flow

FLOW = Flow()
