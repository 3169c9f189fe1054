#!/usr/bin/env bash
# Makes docs/player.png: a page to step through, in Chromium.
set -euo pipefail
cd "$(dirname "$0")/.."
page=$(mktemp -d)
trap 'rm -r "$page"' EXIT
cargo run --quiet --release --locked -- search 6 --all --view lecture -o "$page/queens.html" --quiet
chromium --headless --no-sandbox --hide-scrollbars --virtual-time-budget=2000 --window-size=1280,800 \
    --screenshot=docs/player.png "file://$page/queens.html#step=539"
