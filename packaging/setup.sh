# Sourced by run and test: leaves in $venv an environment of our own with Sleuth installed.
#
#   set_up NAME REQUIREMENT    NAME is what is kept up to date, REQUIREMENT what pip installs
#
# Nothing is done, and nothing printed, while the environment has what pyproject.toml asks for: each
# NAME leaves a stamp file in it that holds the sum of all that decides the installation.
# Plain sh, so that it also works in Git Bash on Windows and on a Mac's old bash.

venv=$root/.venv

# What Qt and its web engine load from the system, and what the tests of a real window use, by their Debian names.
window_packages="libgl1 libegl1 libopengl0 libglib2.0-0|libglib2.0-0t64 libgssapi-krb5-2 libxfixes3 libfontconfig1 libdbus-1-3 libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-image0
    libxcb-keysyms1 libxcb-render-util0 libxcb-shape0 libxcb-xinerama0 libnss3 libxcomposite1 libxdamage1 libxrandr2 libxtst6
    libxkbfile1 libasound2|libasound2t64"
test_packages="xvfb xdotool openbox fonts-dejavu-core"

has_package() {
    dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'
}

# On Debian and its kin: install what is missing of these packages (`a|b` is the first that there is), or say how.
install_packages() {
    if ! command -v apt-get >/dev/null 2>&1 || ! command -v dpkg-query >/dev/null 2>&1; then return 0; fi
    missing=
    for wanted in "$@"; do
        first=${wanted%%|*}
        other=${wanted##*|}
        if has_package "$first" || has_package "$other"; then continue; fi
        missing="$missing $first"
        if [ "$first" != "$other" ] && ! apt-cache show "$first" >/dev/null 2>&1; then missing="${missing% *} $other"; fi
    done
    if [ -z "$missing" ]; then return 0; fi
    if [ "$(id -u)" = 0 ]; then
        as_root=
    elif sudo -n true 2>/dev/null; then
        as_root="sudo -n"
    else
        echo "These system packages are missing:$missing" >&2
        echo "  sudo apt install$missing" >&2
        return 0
    fi
    echo "Installing system packages:$missing" >&2
    $as_root apt-get update -qq >&2 || return 0
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null || {
        echo "Some of them could not be installed; the window may not start." >&2
    }
}

# A Python that is new enough and can make environments; every folder of PATH is tried, since the
# first one found may be a stand-in that does not work (pyenv without a version, Windows' Store link).
python_works() {
    "$@" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        python_works "$PYTHON" && python=$PYTHON && return
        echo "PYTHON is set to $PYTHON, which is not a Python 3.11 or later that has venv." >&2
        return 1
    fi
    old_ifs=$IFS
    IFS=:
    for folder in $PATH; do
        for name in python3 python python3.14 python3.13 python3.12 python3.11; do
            if [ -x "$folder/$name" ] && python_works "$folder/$name"; then
                python=$folder/$name
                IFS=$old_ifs
                return
            fi
        done
    done
    IFS=$old_ifs
    cat >&2 <<'SENTENCE'
Sleuth needs Python 3.11 or later with its venv module, and none was found on PATH.
  Debian, Ubuntu:  sudo apt install python3 python3-venv
  Fedora:          sudo dnf install python3
  macOS:           brew install python
  Windows:         winget install Python.Python.3.13
SENTENCE
    return 1
}

# Windows keeps the programs of an environment in Scripts.
find_programs() {
    programs=$venv/bin
    if [ -d "$venv/Scripts" ]; then programs=$venv/Scripts; fi
}

# An environment holds absolute paths, so one that was copied here with its clone is of no use.
environment_works() {
    find_programs
    [ "$(cat "$venv/.made-in" 2>/dev/null)" = "$root" ] && "$programs/python" -c 'import pip' >/dev/null 2>&1
}

sum_of_all() {
    { echo "$1"; cat "$root/pyproject.toml" "$root/packaging/setup.sh"; } | cksum
}

set_up() {
    stamp=$venv/.installed-$1
    wanted=$(sum_of_all "$2")
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && environment_works; then
        return
    fi
    if environment_works; then
        echo "Bringing $venv up to date…" >&2
    else
        find_python || return 1
        echo "Setting up $venv (once; a minute or so)…" >&2
        rm -rf "$venv"
        "$python" -m venv "$venv" || return 1
        printf '%s\n' "$root" >"$venv/.made-in"
        find_programs
    fi
    rm -f "$stamp"
    (cd "$root" && "$programs/python" -m pip install --quiet --disable-pip-version-check --editable "$2") || {
        echo "pip could not install what Sleuth needs; what it said is above." >&2
        return 1
    }
    # Where Python may not write these later, each start would take a third longer.
    "$programs/python" -m compileall -q "$root/desktop/sleuth" || true
    echo "$wanted" >"$stamp"
}
