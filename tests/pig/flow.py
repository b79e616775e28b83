"""The steps of Pig by name; turn.py enters them."""

from tablekeeper.engines.core import Flow

FLOW = Flow()
