#!/usr/bin/env bash
# Renew requirements/newest.txt: the newest versions that pyproject.toml allows, written down exactly.
set -euo pipefail
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/python" -m pip install -q -e '.[dev]'
{ sed -n '/^#/p' requirements/newest.txt; "$scratch/venv/bin/python" -m pip freeze --exclude-editable; } > "$scratch/lock"
mv "$scratch/lock" requirements/newest.txt
