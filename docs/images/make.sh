#!/usr/bin/env bash
# Makes the pictures of the README: docs/images/make.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

queenreel() { cargo run --quiet --release --locked -- "$@" --quiet; }

queenreel search 6 -o docs/images/queens-6.gif
queenreel search 6 --view article --size 360 -o docs/images/article-6.gif
queenreel search 4 --view lecture --canvas 960x540 -o docs/images/lecture-4.gif
queenreel race 6 backtracking eager forward-checking --canvas 720x405 -o docs/images/race-6.gif
queenreel gallery 8 -o docs/images/queens-8-gallery.png
queenreel board 15863724 --coordinates -o docs/images/coordinates.png
