"""The steps of Cocoons by name; the modules beside this one enter theirs."""

from tablekeeper.engines.core import Flow

FLOW = Flow()
