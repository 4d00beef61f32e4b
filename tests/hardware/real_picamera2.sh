#!/usr/bin/env bash
# The camera on the real picamera2 and libcamera's virtual camera, without a Pi:
# a Pi 4's camera, a Pi 5's with autofocus, and a Pi whose camera is not plugged in.
#
#     tests/hardware/real_picamera2.sh
#
# Needs root and Debian 12 on x86-64; the tool that makes the virtual camera lies in
# $PAIZHUO_SHARED/tools (by default ../shared/tools) and keeps its system in ~/.cache.
# Three minutes the first time, half a minute later.
set -euo pipefail
cd "$(dirname "$0")/../.."
rig=${PAIZHUO_SHARED:-../shared}/tools/picamera2-virtual/run.sh
[ -x "$rig" ] || { echo "skipped: there is no $rig" >&2; exit 0; }
[ "$(id -u)" -eq 0 ] || { echo "skipped: only root can make the virtual camera" >&2; exit 0; }

# Prints what pytest says; picamera2 itself warns of its own on the rig's Python.
run() {
    echo "== $1" >&2
    "$rig" "${@:2}" --with . --pip 'pytest numpy opencv-python-headless gpiozero hypothesis onnxruntime pillow' \
        tests/recognizer/photos \
        python -m pytest -q -p no:cacheprovider -o filterwarnings=default --disable-warnings \
        tests/hardware/test_real_picamera2.py tests/hardware/test_pi_camera.py
}

VIRTUAL_PI=4 run "a Pi 4, a camera with a fixed lens"
VIRTUAL_PI=5 VIRTUAL_AF=1 run "a Pi 5, a camera that focuses"
run "no camera" --no-camera
