#!/usr/bin/env bash
# Prints the licences of the libraries in the program: packaging/licences.sh TARGET
# Where a library may be used under several, it is used under MIT.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$1
sources=${CARGO_HOME:-$HOME/.cargo}/registry/src
shopt -s nullglob nocaseglob
cargo tree --locked --edges normal --no-dedupe --prefix none --target "$target" --format '{p}|{l}' |
    grep -v '^queenreel ' | sed 's/ (.*)|/|/' | LC_ALL=C sort -u |
    while IFS='|' read -r package licence; do
        directory=("$sources"/*/"${package/ v/-}")
        files=("${directory[0]}"/licen[cs]e*mit* "${directory[0]}"/mit-licen[cs]e*)
        [ "${#files[@]}" -gt 0 ] || files=("${directory[0]}"/{licen[cs]e,copying,unlicen[cs]e,notice}*)
        printf '\n==== %s: %s ====\n' "$package" "$licence"
        [ "${#files[@]}" = 0 ] || cat "${files[@]}"
    done
