#!/usr/bin/env bash
# Gradescope runs this once, as root on Ubuntu, when the autograder is built. No GPU and no CUDA toolkit is needed.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"   # /autograder on Gradescope

if command -v apt-get > /dev/null; then
    apt-get update -q
    DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends python3 python3-venv libseccomp2
fi
python3 -m venv "$root/venv"
"$root/venv/bin/python" -m pip install --quiet --upgrade pip
"$root/venv/bin/python" -m pip install --quiet -r "$root/source/requirements.txt"

# The build fails here, and not a student's grading later, when something is missing.
cd "$root/source"
"$root/venv/bin/python" -m grader.courses.packages.on_machine --check gradescope "$root"
