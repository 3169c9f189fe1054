#!/usr/bin/env bash
# Makes the pictures of the README, with the commands that it shows: docs/images/make.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --quiet --release --locked
program=${CARGO_TARGET_DIR:-$PWD/target}/release/queenreel
cd docs/images
grep -E '^ *queenreel ' ../../README.md | sed 's/ #.*//' | while read -r _ arguments; do
    name=${arguments##* }
    if [ -e "$name" ]; then
        eval "'$program' $arguments --quiet --force"
    fi
done
