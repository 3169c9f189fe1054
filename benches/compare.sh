#!/usr/bin/env bash
# Prints a table of the formats beside other encoders, of those that are installed: bytes, and the median
# time of up to RUNS runs. Films are `search 8` and the lecture of 6 queens with every test, at an even pace; QUEENREEL is the program.
set -euo pipefail
cd "$(dirname "$0")/.."

queenreel=$(realpath "${QUEENREEL:-target/release/queenreel}")
runs=${RUNS:-5}
# Seconds after which an encoder is not run again, and after which it is stopped.
enough=20
most=${MOST:-120}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# row FILM FORMAT ENCODER OUTPUT COMMAND...: a row of the table; the command writes the output.
row() {
    local film=$1 format=$2 encoder=$3 output=$4 times=() began ended
    shift 4
    if ! command -v "$1" >/dev/null; then
        echo "$1 is not installed" >&2
        return
    fi
    while [ "${#times[@]}" -lt "$runs" ]; do
        rm -rf "$output"
        began=$EPOCHREALTIME
        if ! timeout "$most" "$@" >log 2>&1 </dev/null; then
            # The log says why, unless the time was over.
            tail -n 3 log >&2
            echo "| $film | $format | $encoder | – | no result within $most s |"
            return
        fi
        ended=$EPOCHREALTIME
        times+=("$((${ended/./} - ${began/./}))")
        if [ "$((${ended/./} - ${began/./}))" -gt "$((enough * 1000000))" ]; then
            break
        fi
    done
    local median bytes
    median=$(printf '%s\n' "${times[@]}" | sort -n | sed -n "$(((${#times[@]} + 1) / 2))p")
    bytes=$(find "$output" -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum }')
    printf '| %s | %s | %s | %s kB | %s s |\n' "$film" "$format" "$encoder" \
        "$(awk "BEGIN { printf \"%.1f\", $bytes / 1000 }")" \
        "$(awk "BEGIN { printf \"%.2f\", $median / 1000000 }")"
}

# film NAME ARGUMENTS...: the rows of a film.
film() {
    local name=$1 format
    shift
    for format in gif apng webp mp4 svg html pdf pptx; do
        row "$name" "$format" queenreel "film.$format" "$queenreel" "$@" -q -o "film.$format"
        case $format in
            gif)
                row "$name" gif 'ours through gifsicle -O3' other.gif gifsicle -O3 film.gif -o other.gif
                row "$name" gif 'ffmpeg palettegen' other.gif ffmpeg -v error \
                    -f concat -i frames/frames.ffconcat -filter_complex \
                    '[0]split[a][b];[a]palettegen[p];[b][p]paletteuse' other.gif
                ;;
            apng)
                row "$name" apng 'queenreel --compression best' best.apng \
                    "$queenreel" "$@" -q --compression best -o best.apng
                row "$name" apng 'apngasm -z0' other.png apngasm other.png frames/frame-*.png 1 10 -z0
                ;;
            webp)
                row "$name" webp 'img2webp -lossless' other.webp \
                    img2webp -lossless -d 100 frames/frame-*.png -o other.webp
                ;;
            mp4)
                row "$name" mp4 'queenreel --motion none' still.mp4 \
                    "$queenreel" "$@" -q --motion none -o still.mp4
                row "$name" mp4 'x264 veryfast crf 18' other.mp4 ffmpeg -v error \
                    -f concat -i frames/frames.ffconcat -r 30 -pix_fmt yuv420p \
                    -c:v libx264 -preset veryfast -crf 18 other.mp4
                ;;
        esac
    done
}

# frame NAME ARGUMENTS...: the rows of the PNG of a frame.
frame() {
    local name=$1
    shift
    row "$name" png queenreel frame.png "$queenreel" "$@" -q -o frame.png
    row "$name" png 'queenreel --compression best' best.png \
        "$queenreel" "$@" -q --compression best -o best.png
    row "$name" png 'ours through optipng -o2' other.png optipng -quiet -o2 frame.png -out other.png
}

echo '| film | format | encoder | bytes | time |'
echo '|------|--------|---------|------:|-----:|'
# Even times, so that the films stay those that were compared before.
plain=(search 8 --pace even)
row 'search 8' 'PNG frames' queenreel frames "$queenreel" "${plain[@]}" -q -o frames/
film 'search 8' "${plain[@]}"
lecture=(search 6 --view lecture --detail tests --pace even)
row lecture 'PNG frames' queenreel frames "$queenreel" "${lecture[@]}" -q -o frames/
film lecture "${lecture[@]}"
large=("${lecture[@]}" --canvas 1920x1080)
row 'lecture, 1080p' 'PNG frames' queenreel frames "$queenreel" "${large[@]}" -q -o frames/
row 'lecture, 1080p' mp4 queenreel film.mp4 "$queenreel" "${large[@]}" -q -o film.mp4
row 'lecture, 1080p' mp4 'queenreel --motion none' film.mp4 \
    "$queenreel" "${large[@]}" -q --motion none -o film.mp4
frame 'its frame 100' "${large[@]}" --select 100
