#!/usr/bin/env bash
# Runs the commands of the README and the guide that pass a film to other programs: docs/check-recipes.sh
# It needs these programs. The other commands are run by the tests.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --release --locked
PATH=${CARGO_TARGET_DIR:-$PWD/target}/release:$PATH
pages=("$PWD"/README.md "$PWD"/docs/guide/*.md)
cd "$(mktemp -d)"
queenreel search 6 -o frames/ --quiet
grep -hE '^ *(queenreel|ffmpeg) .*(ffmpeg|gifsicle|jq)|^ *ffmpeg ' "${pages[@]}" | while read -r command; do
    echo "$command"
    bash -o pipefail -c "$command" </dev/null
done
echo "written to $PWD"
