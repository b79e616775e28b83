#!/usr/bin/env bash
# Write requirements/*.txt anew: exact versions of what pyproject.toml asks for, with the hash of every file of each.
# Versions that still fit stay; with UPGRADE=yes the newest are taken. Needs a network: `make lock`.
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
"${PY:-python3}" -m venv "$scratch/venv"
pip="$scratch/venv/bin/python -m pip"
$pip install -q --disable-pip-version-check --require-hashes --no-deps --only-binary :all: -r requirements/lock.txt
# uv does not read pip's settings; it writes no address down
if index=$($pip config get global.index-url 2>/dev/null); then export UV_DEFAULT_INDEX=$index; fi

# compile FILE PURPOSE SOURCE... : one file for Linux, macOS and Windows, for Python 3.11 and later
compile() {
    local file=requirements/$1 purpose=$2; shift 2
    "$scratch/venv/bin/uv" pip compile -q --universal --python-version 3.11 --fork-strategy fewest --generate-hashes \
        --no-annotate --no-header ${UPGRADE:+--upgrade} -o "$file" "$@" >/dev/null
    sed -i "1i # $purpose. Written by \`make lock\`." "$file"
}
names() { sed -n 's/^\([a-z0-9-]*\)==.*/\1/p' "requirements/$1"; }
without() { printf -- '--no-emit-package %s\n' "$@"; }
wheels=(--only-binary :all:)

echo 'setuptools>=77' >"$scratch/build.in" # pip builds the checkout with it
compile newest.txt "What Tablekeeper runs on: the newest supported versions" pyproject.toml "$scratch/build.in" "${wheels[@]}"
compile pi.txt "The part of newest.txt that a Raspberry Pi does not take from apt (scripts/setup.sh)" \
    pyproject.toml "$scratch/build.in" "${wheels[@]}" -c requirements/newest.txt \
    $(without numpy opencv-python-headless pygame-ce gpiozero colorzero)
# what oldest.in does not name is as in newest.txt, so that the same tools fit both
named=$(sed -n 's/==.*//p' requirements/oldest.in | paste -sd'|')
sed -n 's/^\([a-z].*\) .*\\$/\1/p' requirements/newest.txt | grep -vE "^($named)==" >"$scratch/rest.in"
compile oldest.txt "The oldest supported versions, as oldest.in names them; make test-oldest runs on these" \
    pyproject.toml "$scratch/build.in" "${wheels[@]}" -c requirements/oldest.in -c "$scratch/rest.in"
extra() {
    local name=$1 purpose=$2; shift 2
    compile "$name.txt" "$purpose" pyproject.toml --extra "$name" "$@" -c requirements/newest.txt $(without $(names newest.txt))
}
extra dev "The tools of make test" "${wheels[@]}"
extra browser "For make test-browser" "${wheels[@]}"
extra postgres "For make test-services: a club's ledger in PostgreSQL" "${wheels[@]}"
extra cluster "For make test-services: games played on a Dask cluster" "${wheels[@]}"
extra research "For make test-research: PettingZoo and OpenSpiel" "${wheels[@]}"
extra parts "For make parts" "${wheels[@]}"
extra fonts "For make fonts" "${wheels[@]}"
extra lock "For make lock" "${wheels[@]}"
extra benchmark "For make bench alone: python-chess is under the GPL and comes as source" # no wheel
