// as patterns of `find`
const RUNNER_NAMES = [
  ...['conftest.py', 'pytest.ini', '.pytest.ini', 'pytest.py', 'unittest.py', 'sitecustomize.py', 'usercustomize.py'],
  ...['vitest.config.*', 'vitest.workspace.*', 'jest.config.*', '.mocharc.*', 'ava.config.*'],
];

/** Whether test runners load a file without being told to. */
export const isRunnerFile = (path: string): boolean =>
  RUNNER_NAMES.some((name) => {
    const last = path.slice(path.lastIndexOf('/') + 1);
    return name.endsWith('*') ? last.startsWith(name.slice(0, -1)) : last === name;
  });

/** Folders that Python would load in place of a runner. */
export const RUNNER_FOLDERS: readonly string[] = ['pytest', 'unittest'];

/** The start of `tests/test.sh`: the checks as functions. */
export const HEAD = `#!/bin/bash
# Grades the workspace. The reward is 1 if every required check passes.
all=1
rewards=
output=$(mktemp -d)

# record NAME REQUIRED STATUS
record() {
  passed=1
  [ "$3" = 0 ] || passed=0
  rewards="$rewards, $1: $passed"
  [ "$2$passed" = 10 ] && all=0
}

# check NAME REQUIRED SECONDS REPEAT NUMBER
check() {
  status=0
  for _ in $(seq "$4"); do
    timeout "$3" sh "/tests/checks/$5.sh" </dev/null >"$output/$5" 2>&1 || status=1
    cat "$output/$5"
  done
  record "$1" "$2" "$status"
}

# passed NAME REQUIRED NUMBER FILE: pytest printed that each test in the file passed.
passed() {
  status=0
  while IFS= read -r test; do grep -qxF -e "PASSED $test" "$output/$3" || status=1; done <"/tests/named/$4"
  record "$1" "$2" "$status"
}

# Puts the files of a folder in place of whatever is there.
lay_over() {
  [ -d "$1" ] || return 0
  while IFS= read -r -d '' path; do
    [ -d "$path" ] && [ ! -L "$path" ] || { rm -rf "$path"; mkdir "$path"; }
  done < <(cd "$1" && find . -type d -print0)
  while IFS= read -r -d '' path; do
    rm -rf "$path"
    cp -P "$1/$path" "$path"
  done < <(cd "$1" && find . ! -type d -print0)
}

# Puts the configuration of test runners back as it was: other files that they would load go.
restore_runner() {
  find . -type d \\( -name node_modules -o -name .venv -o -name .git \\) -prune -o \\( ${RUNNER_NAMES.map((name) => `-name '${name}'`).join(' -o ')} \\) -print0 |
    while IFS= read -r -d '' path; do rm -rf "$path"; done
  lay_over /tests/runner
}

same() {
  if [ -L "$1" ] || [ -L "$2" ]; then [ -L "$1" ] && [ "$(readlink "$1")" = "$(readlink "$2")" ]; return; fi
  [ -f "$2" ] && cmp -s "$1" "$2" || return 1
  [ -x "$1" ] && [ ! -x "$2" ] && return 1
  [ -x "$1" ] || [ ! -x "$2" ]
}

# untouched FOLDER PATH…: the files of the folder are as they were, and the paths have no others.
untouched() {
  while IFS= read -r -d '' path; do same "$1/$path" "$path" || return 1; done < <(cd "$1" && find . ! -type d -print0)
  for place in "\${@:2}"; do
    while IFS= read -r -d '' path; do
      [ -e "$1/$path" ] || [ -L "$1/$path" ] || return 1
    done < <(find "./$place" ! -type d -print0 2>/dev/null)
  done
}
`;

/** Its end: the rewards. */
export const TAIL = `mkdir -p /logs/verifier
rm -rf /logs/verifier/reward.txt /logs/verifier/reward.json
printf '{"reward": %s%s}\\n' "$all" "$rewards" >/logs/verifier/reward.json
`;
