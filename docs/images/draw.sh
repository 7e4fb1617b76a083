#!/bin/sh
# Draws the pictures of README.md that the command line makes: docs/images/draw.sh PATH/TO/perlane
set -eu
perlane=$(realpath "${1:?usage: $0 PATH/TO/perlane}")
cd "$(dirname "$0")"

heightmap=$(mktemp --suffix=.png)
trap 'rm -f "$heightmap"' EXIT
"$perlane" render "$heightmap" --size 880x440 --seed 5 --preview terrain.png --quiet

ridges() {
  "$perlane" render "$heightmap" --size 432x288 --fractal ridged --cell 32 --octaves 5 --quiet \
    --preview "$@"
}
ridges octaves_aligned.png --aligned
ridges octaves_out_of_step.png

noise() {
  file=noises/$1.png
  shift
  "$perlane" render "$file" --size 192 --depth 8 --quiet "$@"
}
noise perlin --octaves 1 --cell 32 --range=-0.8,0.8
noise value --noise value --octaves 1 --cell 16 --range=-1,1
noise white --noise white --octaves 1 --cell 4 --range=-1,1
noise fbm --cell 64 --octaves 6 --range=-0.5,0.5
noise ridged --fractal ridged --cell 64 --octaves 6 --range=-0.4,0.9
noise billow --fractal billow --cell 64 --octaves 6 --range=-0.9,0.2
