#!/usr/bin/env bash
# Makes the pictures of the README and of docs/gallery.md, with the commands that they show.
# Those of new commands are named: docs/images/make.sh [NAME.png…]
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --quiet --release --locked
program=${CARGO_TARGET_DIR:-$PWD/target}/release/queenreel
cd docs/images
others=$(mktemp -d)
trap 'rm -r "$others"' EXIT
grep -hE '^ *queenreel ' ../../README.md ../gallery.md | sed 's/ #.*//' | while read -r _ arguments; do
    name=${arguments##* }
    if [ -e "$name" ] || [[ " $* " = *" $name "* ]]; then
        (cd "$others" && eval "'$program' $arguments --quiet")
        mv "$others/$name" .
    fi
done
