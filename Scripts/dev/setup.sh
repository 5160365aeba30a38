# Shared by Scripts/vscript and Scripts/test: what must be there before they can build.
# Sourced, not run; expects $root, the folder of the package. Everything it says goes to stderr.

build_packages=(
  liblua5.4-dev libavformat-dev libavcodec-dev libavutil-dev libswresample-dev libavfilter-dev
  libzimg-dev pkg-config
  librubberband2 libsdl2-dev libedit-dev
)
test_packages=(ffmpeg lua5.4 binutils xvfb xauth)

say() { printf 'vscript: %s\n' "$*" >&2; }

need_swift() {
  command -v swift >/dev/null && return 0
  say "there is no Swift compiler on the PATH."
  say "Install Swift 6.2 or later (https://www.swift.org/install/linux/) and try again."
  return 1
}

# Installs those of the named Debian packages that are missing; says how when it may not.
need_packages() {
  command -v dpkg-query >/dev/null || return 0 # no Debian: the compiler will say what is missing
  local missing=() package
  for package in "$@"; do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
      missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  local root_command=()
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
      say "these packages are missing, and there is neither root nor sudo to install them:"
      say "  apt-get install ${missing[*]}"
      return 1
    fi
    root_command=(sudo)
  fi
  say "installing ${missing[*]}"
  install_missing() {
    "${root_command[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y --no-install-recommends "${missing[@]}" >&2
  }
  # A fresh machine has no package lists, an old one has stale ones: fetch them only then.
  if ! install_missing 2>/dev/null; then
    "${root_command[@]}" apt-get update >&2 || true
    if ! install_missing; then
      say "the installation failed; by hand: apt-get update && apt-get install ${missing[*]}"
      return 1
    fi
  fi
}

# True when the release binary is newer than all it was built from. Folders count too: their time
# changes when a file is added or taken away. The mark carries the time at which the build began,
# so that what was edited meanwhile is built next time.
is_built() {
  [[ -x $root/.build/release/vscript && -e $root/.build/vscript-built ]] &&
    [[ -z $(find "$root/Sources" "$root/Package.swift" -newer "$root/.build/vscript-built" \
      -print -quit) ]]
}

build_vscript() {
  need_swift || return 1
  need_packages "${build_packages[@]}" || return 1
  say "building (the first time takes a few minutes)"
  mkdir -p "$root/.build"
  touch "$root/.build/vscript-building"
  if ! swift build --package-path "$root" -c release --product vscript >&2; then
    say "the build failed; its messages are above."
    return 1
  fi
  mv "$root/.build/vscript-building" "$root/.build/vscript-built"
}
