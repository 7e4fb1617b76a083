#!/bin/sh
# Draws the pictures of README.md, docs/noises.md, docs/statistics.md and docs/cookbook.md that the
# command line makes: docs/images/draw.sh PATH/TO/perlane
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

# Crests that erosion tears, and the same ones made round before.
eroded() {
  n='{"fbm":{"source":{"perlin":{"frequency":0.005}},"octaves":2}}'
  minus='{"multiply":{"a":-1,"b":"n"}}'
  ridge="{\"subtract\":{\"a\":1,\"b\":{\"multiply\":{\"a\":2,\"b\":$2}}}}"
  field="{\"erode\":{\"height\":$ridge,\"scale\":110}}"
  "$perlane" render "$heightmap" --size 440x330 --quiet --sea-level -0.35 --preview "$1" \
    --field "{\"perlane\":1,\"fields\":{\"n\":$n,\"minus\":$minus},\"field\":$field}"
}
eroded erosion_torn.png '{"abs":{"a":"n"}}'
eroded erosion_whole.png '{"smooth_max":{"a":"n","b":"minus","radius":0.2}}'

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

# The fractals of docs/statistics.md, of which there is none above.
fractal() {
  noise "$(echo "$1" | tr _ -)" --fractal "$1" --cell 64 --octaves 6 "--range=$2"
}
fractal ping_pong -0.8,0.7
fractal multifractal 0.2,2
fractal hybrid_multifractal 0.4,2.6
fractal ridged_multifractal 0.1,1.7
fractal hetero_terrain 0.6,4.4
noise damped --range=-0.3,0.3 --field '{"perlane":1,"field":{"damped":{
  "source":{"perlin":{"frequency":0.015625}}}}}'

# A single octave of each noise of docs/noises.md, of which there is none above.
single() {
  name=$1
  cell=$2
  shift 2
  noise "$(echo "$name" | tr _ -)" --noise "$name" --octaves 1 --cell "$cell" "$@"
}
for name in perlin2002 mx_noise fastnoise_perlin fastnoise_value_cubic; do
  single $name 32 --range=-0.8,0.8
done
for name in simplex simplex2012 opensimplex2 opensimplex2s fastnoise_opensimplex2 \
  fastnoise_opensimplex2s; do
  single $name 32 --range=-1,1
done
single fastnoise_value 16 --range=-1,1
single mx_cell_noise 16 --range=0,1
single cellular 32 --range=0,1.2
single cellular_borders 32 --range=0,1
single cellular_value 32 --range=-1,1
cellular() {
  noise "cellular-${1%_x}" --range="$2" \
    --field "{\"perlane\":1,\"field\":{\"cellular\":{\"frequency\":0.03125,\"returns\":\"$1\"}}}"
}
cellular f2 0,1.3
cellular edge 0,0.6
cellular offset_x -24,24
noise cellular-lookup --range=-0.5,0.5 --field '{"perlane":1,"field":{"cellular_lookup":{
  "field":{"fbm":{"source":{"perlin":{"frequency":0.015625}}}},"frequency":0.0625}}}'
