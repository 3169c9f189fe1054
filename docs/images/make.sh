#!/usr/bin/env bash
# Makes the pictures of the README, the guide and docs/gallery.md, with the commands that they show, and that of the
# library's documentation, which has no files beside it.
# Those of new commands are named: docs/images/make.sh [NAME.png…]
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --quiet --release --locked
program=${CARGO_TARGET_DIR:-$PWD/target}/release/queenreel
cd docs/images
others=$(mktemp -d)
trap 'rm -r "$others"' EXIT
# A command may be on several pages.
grep -hE '^ *queenreel ' ../../README.md ../guide/*.md ../gallery.md | sed 's/^ *//; s/  *#.*//' | LC_ALL=C sort -u |
    while read -r _ arguments; do
        name=${arguments##* }
        if [ -e "$name" ] || [[ " $* " = *" $name "* ]]; then
            (cd "$others" && eval "'$program' $arguments --quiet")
            mv "$others/$name" .
        fi
    done
printf '<img src="data:image/svg+xml;base64,%s" width="360" height="360" alt="The search for six queens: each queen \
placed is shown in blue, each removed in orange, the solution in green">\n' "$(base64 -w 0 queens-6.svg)" > ../queens-6.html
