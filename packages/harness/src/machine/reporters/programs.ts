interface Program {
  /** The first words of a call that runs tests, and words that leave it as it is: patterns of the shell. */
  readonly runs: string;
  readonly unless: string;
  /** The name of the report: its format, and how it is written. */
  readonly report: string;
  /** Starts "$real" with "$@" and lets it write "$report". */
  readonly start: string;
}

/** Programs that have only an option for a report, each started by a wrapper of its name that is first in `PATH`. */
const PROGRAMS: Readonly<Record<string, Program>> = {
  go: {
    runs: String.raw`test|test\ *`,
    unless: '-json*|--json*|-c|-C*|-n|-list*|-bench*|-fuzz*|-exec*|-h|-help|--help',
    report: 'gotest.json',
    start: `command -v awk >/dev/null || exec "$real" "$@"
verbose=
for word; do case $word in -v|-v=true|-test.v|-test.v=true) verbose=1;; esac; done
shift
exec 4>&1
code=$({ { "$real" test -json "$@" 4>&-; echo $? >&3; } | tee "$report" | awk -v verbose="$verbose" -f "$here/go.awk" >&4; } 3>&1)
exit "\${code:-1}"`,
  },
  cargo: {
    runs: String.raw`nextest\ run|nextest\ run\ *`,
    unless: '--tool-config-file*|--no-run|-h|--help',
    report: 'junit.xml',
    start: `printf '[profile.default.junit]\\npath = "%s"\\n' "$report" >"$here/nextest-$$.toml" || exec "$real" "$@"
shift 2
exec "$real" nextest run --tool-config-file "assay:$here/nextest-$$.toml" "$@"`,
  },
};

/** The wrappers, in a folder that a sandbox shows as `folder`. Tests that start the program again get the real one. */
export const writeWrappers = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(PROGRAMS).map(([name, { runs, unless, report, start }]) => [
      name,
      `#!/bin/sh
here=${folder}
rest=$(printf '%s' ":$PATH" | sed "s|:$here/bin||g")
rest=\${rest#:}
real=$(PATH=$rest; command -v ${name}) || { echo '${name}: command not found' >&2; exit 127; }
case "$*" in ${runs}) ;; *) exec "$real" "$@";; esac
for word; do case $word in ${unless}) exec "$real" "$@";; esac; done
PATH=$rest
report=$here/out/${report.split('.').join('-$$.')}
${start}
`,
    ]),
  );

/** Puts wrappers of the programs that there are first in `PATH`. */
export const useWrappers = (folder: string): string =>
  `(for name in ${Object.keys(PROGRAMS).join(' ')}; do command -v $name && ln -sf ../$name ${folder}/bin/$name; done) >/dev/null 2>&1
export PATH="${folder}/bin:$PATH"`;

/** Prints what `go test` would have printed, from its events: without \`-v\`, only tests that failed. */
export const GO_OUTPUT = String.raw`function field(name,   at) {
  at = index($0, "\"" name "\":\"")
  return at ? decode(substr($0, at + length(name) + 4)) : ""
}
function decode(text,   out, at, mark, code) {
  out = ""
  while (match(text, /["\\]/)) {
    out = out substr(text, 1, RSTART - 1)
    if (substr(text, RSTART, 1) == "\"") return out
    mark = substr(text, RSTART + 1, 1)
    text = substr(text, RSTART + 2)
    if (mark == "n") out = out "\n"
    else if (mark == "t") out = out "\t"
    else if (mark == "r") out = out "\r"
    else if (mark == "u") {
      code = tolower(substr(text, 1, 4))
      text = substr(text, 5)
      out = out (code == "003c" ? "<" : code == "003e" ? ">" : code == "0026" ? "&" : code == "001b" ? "\033" : code == "0016" ? "" : "?")
    } else out = out mark
  }
  return out text
}
!/^\{"(Time|Action|ImportPath)":/ { print; fflush(); next }
{
  action = field("Action"); scope = field("Package"); test = field("Test"); text = field("Output")
  key = scope SUBSEP test
  root = test; sub(/\/.*/, "", root); root = scope SUBSEP root
}
verbose || action == "build-output" { printf "%s", text; fflush(); next }
action == "output" && test == "" { if (text ~ /^(ok  |\?   )\t/) result[scope] = text; else said[scope] = said[scope] text }
action == "output" && test != "" && text !~ /^=== / {
  if (text ~ /^ *--- /) head[key] = head[key] text
  else body[key] = body[key] text
}
action == "fail" && test != "" {
  if (key == root) said[scope] = said[scope] head[key] body[key] below[key]
  else below[root] = below[root] head[key] body[key]
}
(action == "pass" || action == "skip" || action == "fail") && test != "" { delete head[key]; delete body[key] }
(action == "pass" || action == "skip" || action == "fail") && test == "" {
  for (key in body) if (index(key, scope SUBSEP) == 1) { if (action == "fail") said[scope] = said[scope] body[key]; delete body[key] }
  if (action == "fail" || result[scope] == "") printf "%s", said[scope]
  printf "%s", result[scope]
  fflush()
  delete said[scope]; delete result[scope]
}
`;
