"""What kind of text, and in which language, does a file's name announce?"""

from types import MappingProxyType

from sleuth.domain.items import Kind

_LANGUAGES = """
ada          adb ads
assembly     asm s
awk          awk
batch        bat cmd
c            c h
clojure      clj cljs cljc edn
cmake        cmake
cpp          cc cpp cxx c++ hh hpp hxx h++ inl ipp tpp cu cuh
csharp       cs csx
css          css
cython       pyx pxd pxi
d            d
dart         dart
elixir       ex exs
elm          elm
erlang       erl hrl
fortran      f f77 f90 f95 f03 f08 for
fsharp       fs fsi fsx
glsl         glsl vert frag
go           go
graphql      graphql gql
groovy       groovy gradle
haskell      hs lhs
hcl          tf tfvars hcl
html         html htm xhtml vue svelte
java         java
javascript   js jsx mjs cjs
julia        jl
kotlin       kt kts
latex        tex sty cls bib
less         less
lisp         el lisp lsp cl
lua          lua
make         mk mak
matlab       m
nim          nim
nix          nix
objective-c  mm
ocaml        ml mli
pascal       pas pp
perl         pl pm t
php          php phtml
powershell   ps1 psm1 psd1
prolog       pro
protobuf     proto
python       py pyi pyw
qml          qml
r            r
ruby         rb rake gemspec ru
rust         rs
sass         sass scss
scala        scala sc
scheme       scm ss
shell        sh bash zsh ksh fish
solidity     sol
sql          sql
starlark     bzl star
swift        swift
tcl          tcl
typescript   ts tsx mts cts
vb           vb vbs
verilog      v sv svh
vhdl         vhd vhdl
vim          vim
zig          zig
"""
_CONFIGS = """
ini          ini cfg conf cnf editorconfig desktop service
json         json jsonc json5 jsonl ndjson geojson webmanifest
properties   properties env
toml         toml
xml          xml xsd xsl xslt svg plist csproj vcxproj props targets
yaml         yaml yml
text         lock
"""
_MARKDOWN = ("md", "markdown", "mdx", "mdown", "mkd")
_NAMES = """
make         makefile gnumakefile kbuild
docker       dockerfile containerfile
cmake        cmakelists.txt
ruby         gemfile rakefile vagrantfile podfile brewfile
groovy       jenkinsfile
starlark     build.bazel workspace.bazel
python       sconstruct sconscript
meson        meson.build meson_options.txt
just         justfile
go           go.mod go.sum go.work
shell        .bashrc .bash_profile .profile .zshrc .zprofile .bash_aliases pkgbuild
"""
_NAMES_WITH_SUFFIX = ("dockerfile", "containerfile", "makefile", "jenkinsfile")
"""As in `Dockerfile.dev` and `Makefile.am`."""
_CONFIG_NAMES = """
json         pipfile.lock composer.lock .babelrc .eslintrc .prettierrc
toml         cargo.lock poetry.lock uv.lock pipfile
yaml         pubspec.lock .clang-format .clang-tidy
ini          .gitconfig .gitmodules .npmrc .editorconfig .flake8 .pylintrc .coveragerc
properties   .env
ignore       .gitignore .dockerignore .ignore .npmignore .gitattributes
kconfig      kconfig
"""
_INTERPRETERS = MappingProxyType(
    {
        "sh": "shell",
        "bash": "shell",
        "zsh": "shell",
        "ksh": "shell",
        "dash": "shell",
        "fish": "shell",
        "python": "python",
        "pypy": "python",
        "node": "javascript",
        "deno": "typescript",
        "perl": "perl",
        "ruby": "ruby",
        "php": "php",
        "lua": "lua",
        "awk": "awk",
        "gawk": "awk",
        "tclsh": "tcl",
        "rscript": "r",
        "make": "make",
    }
)
"""The program that a script's first line names, without its version."""


def announced(name: str, first_line: str) -> tuple[Kind, str | None]:
    """The kind and language of a text file; its first line is asked when the name says nothing."""
    lower = name.lower()
    stem, _, extension = lower.rpartition(".")
    if lower in _BY_NAME:
        return _BY_NAME[lower]
    if extension in _BY_EXTENSION and "." in lower:
        return _BY_EXTENSION[extension]
    if stem in _NAMES_WITH_SUFFIX:
        return _BY_NAME[stem]
    return _by_first_line(first_line)


def _by_first_line(line: str) -> tuple[Kind, str | None]:
    """By the interpreter in `#!/usr/bin/env -S python3.11 -u` and the like."""
    if not line.startswith("#!"):
        return Kind.TEXT, None
    for word in line[2:].replace("\\", "/").split():
        program = word.rpartition("/")[2].lower()
        if program == "env" or program.startswith("-") or "=" in program:
            continue
        language = _INTERPRETERS.get(program.removesuffix(".exe").rstrip("0123456789."))
        return Kind.CODE, language
    return Kind.TEXT, None


def _table(kind: Kind, rows: str) -> dict[str, tuple[Kind, str | None]]:
    """`language  key key …`, one language a line."""
    found: dict[str, tuple[Kind, str | None]] = {}
    for row in rows.split("\n"):
        language, *keys = row.split() or [""]
        found.update(dict.fromkeys(keys, (kind, None if language == "text" else language)))
    return found


_BY_EXTENSION = MappingProxyType(
    _table(Kind.CODE, _LANGUAGES)
    | _table(Kind.CONFIG, _CONFIGS)
    | dict.fromkeys(_MARKDOWN, (Kind.MARKDOWN, "markdown"))
)
_BY_NAME = MappingProxyType(_table(Kind.CODE, _NAMES) | _table(Kind.CONFIG, _CONFIG_NAMES))
