#!/usr/bin/env bash
# Packs a program that was built for a target, with all that belongs to it, and writes the checksum of the archive:
# packaging/archive.sh TARGET PROGRAM DIRECTORY
# The program is run, to print its completions and manual pages.
set -euo pipefail
target=$1 program=$(realpath "$2") directory=$3
root=$(realpath "$(dirname "$0")/..")
name=queenreel-$("$root/packaging/version.sh")-$target
mkdir -p "$directory"
directory=$(realpath "$directory")
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
package=$work/$name
mkdir -p "$package/completions" "$package/man"

cp "$program" "$package/"
cp "$root"/{README.md,CHANGELOG.md,LICENSE-MIT,LICENSE-APACHE} "$package/"
cp "$root/fonts/OFL.txt" "$package/LICENSE-FONTS"
"$root/packaging/licences.sh" "$target" > "$package/LICENSE-LIBRARIES"

# Under the names by which the shells find them.
"$program" completions bash > "$package/completions/queenreel.bash"
"$program" completions zsh > "$package/completions/_queenreel"
"$program" completions fish > "$package/completions/queenreel.fish"
"$program" completions powershell > "$package/completions/queenreel.ps1"
"$program" completions elvish > "$package/completions/queenreel.elv"

"$program" man > "$package/man/queenreel.1"
for command in $("$program" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]\{1,\}\) .*/\1/p'); do
    [ "$command" = help ] || "$program" man "$command" > "$package/man/queenreel-$command.1"
done

cd "$work"
case $target in
    *-windows-*)
        archive=$name.zip
        7z a "$directory/$archive" "$name" > /dev/null
        ;;
    *)
        archive=$name.tar.gz
        # Otherwise tar on macOS adds files of its own.
        COPYFILE_DISABLE=1 tar czf "$directory/$archive" "$name"
        ;;
esac
cd "$directory"
if command -v sha256sum > /dev/null; then
    sha256sum "$archive" > "$archive.sha256"
else
    shasum -a 256 "$archive" > "$archive.sha256"
fi
