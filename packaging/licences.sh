#!/usr/bin/env bash
# Prints the licences of the libraries in the program: packaging/licences.sh TARGET
# Where a library may be used under several, it is used under MIT.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$1
sources=${CARGO_HOME:-$HOME/.cargo}/registry/src
shopt -s nullglob nocaseglob

printf '==== The Rust standard library: MIT OR Apache-2.0 ====\n'
sed 's/^Copyright.*/Copyright (c) The Rust Project Contributors/' LICENSE-MIT
case $target in
    *-musl)
        printf '\n==== musl: MIT ====\n'
        cat packaging/LICENSE-MUSL
        ;;
esac
cargo tree --locked --edges normal,no-proc-macro --no-dedupe --prefix none --target "$target" --format '{p}|{l}' |
    grep -v -e '^queenreel ' -e '^flatfilm ' | sed 's/ (.*)|/|/' | LC_ALL=C sort -u |
    while IFS='|' read -r package licence; do
        directories=("$sources"/*/"${package/ v/-}")
        directory=${directories[0]:-no sources of $package}
        files=("$directory"/licen[cs]e*mit* "$directory"/mit-licen[cs]e*)
        [ "${#files[@]}" -gt 0 ] || files=("$directory"/{licen[cs]e,copying,unlicen[cs]e,notice}*)
        if [ "${#files[@]}" = 0 ]; then
            echo "no licence in $directory" >&2
            exit 1
        fi
        printf '\n==== %s: %s ====\n' "$package" "$licence"
        cat "${files[@]}"
    done
