"""Prints the frames of an animation as bytes: milliseconds, and pixels."""
import sys

from PIL import Image

film = Image.open(sys.argv[1])
for index in range(film.n_frames):
    film.seek(index)
    picture = film.convert("RGB").tobytes()
    sys.stdout.buffer.write(film.info["duration"].to_bytes(4, "little") + picture)
