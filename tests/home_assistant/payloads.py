"""What a table says, for an environment that knows Home Assistant and not us.

`make test-home-assistant` feeds it to the real Home Assistant.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from tablekeeper.display import intents
from tests.conftest import Clock
from tests.house.table import HouseTable


def main() -> None:
    """Print the messages of a game of Cocoon World up to its first roll, in their order."""
    with tempfile.TemporaryDirectory() as folder:
        table = HouseTable(Path(folder), Clock())
        table.begin("cocoon_world", table="real")
        while table.session.history.question.kind != "roll":
            table.answer()
        table.sitting.intent(intents.Answered("roll 3,5,6"))
        table.step()
        said = [(where, payload.decode(), retain) for where, payload, retain in table.broker.said]
        table.close()
    print(json.dumps(said))


if __name__ == "__main__":
    main()
