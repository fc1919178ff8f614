import { SessionFacts, type TranscriptEntry } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { ask, bash, call, edit, makeRecord, REJECTION, say } from '../../test/session.ts';
import { readFacts } from './read-facts.ts';

const GREEN = 'Tests  12 passed (12)';
const RED = 'Tests  1 failed | 11 passed (12)';
const PYTEST_RED = '=== 1 failed, 3 passed in 0.12s ===';
const facts = (...entries: (TranscriptEntry | TranscriptEntry[])[]) => readFacts(makeRecord(entries.flat()));
const failed = { is_error: true };
const STILL_RUNNING =
  "[The command has no new output after 30 seconds. You may wait longer by sending empty command '', or send keys.]";

describe('verification of the last change', () => {
  test.each([
    { did: [], state: 'no_change', why: 'nothing was done' },
    { did: [bash('npm test', GREEN)], state: 'no_change', why: 'a check without a change' },
    { did: [edit('/w/src/a.ts')], state: 'unchecked', why: 'nothing ran after it' },
    { did: [edit('/w/src/a.ts'), bash('npm test', GREEN)], state: 'verified', why: 'a suite passed after it' },
    { did: [edit('/w/src/a.ts'), bash('npm test', RED, failed)], state: 'red', why: 'a suite failed after it' },
    {
      did: [edit('/w/src/a.ts'), bash('npm test | tail -5', RED)],
      state: 'red',
      why: 'a pipe hides the exit code, not the report',
    },
    {
      did: [edit('/w/src/a.ts'), bash('npm test | tail -5', 'some text')],
      state: 'unchecked',
      why: 'the exit code of tail says nothing',
    },
    { did: [edit('/w/src/a.ts'), bash('npm test', 'done')], state: 'verified', why: 'exit code 0 that nothing hides' },
    {
      did: [edit('/w/a.py'), bash('make test | tail -1', '\u001b[31m\u001b[1m4 errors\u001b[0m in 6.52s')],
      state: 'red',
      why: 'colors do not hide it',
    },
    {
      did: [bash('npm test', GREEN), edit('/w/src/a.ts')],
      state: 'unchecked',
      why: 'the suite was green before the last change',
    },
    {
      did: [edit('/w/src/a.ts'), bash('npm test', RED, failed), bash('npm test', GREEN)],
      state: 'verified',
      why: 'the same command passed later',
    },
    {
      did: [edit('/w/src/a.ts'), bash('npm test', RED, failed), bash('npx tsc --noEmit', '')],
      state: 'red',
      why: 'another check does not make a failed one green',
    },
    { did: [edit('/w/src/a.ts'), bash('npx tsc --noEmit', '')], state: 'probed', why: 'a silent type checker' },
    { did: [edit('/w/a.py'), bash('python repro.py', '345')], state: 'probed', why: 'a script ran' },
    {
      did: [edit('/w/a.py'), bash('python a.py', 'Traceback (most recent call last):\nKeyError: 1', failed)],
      state: 'red',
      why: 'a script crashed',
    },
    {
      did: [edit('/w/a.py'), bash('pytest', 'bash: pytest: command not found', { ...failed, exit_code: 127 })],
      state: 'could_not_run',
      why: 'the runner is missing',
    },
    {
      did: [edit('/w/a.py'), bash('pytest -q', 'no tests ran in 0.01s', failed)],
      state: 'could_not_run',
      why: 'no test ran',
    },
    {
      did: [
        edit('/w/a.py'),
        bash(
          'pytest -q',
          "ERROR collecting tests/a.py\nModuleNotFoundError: No module named 'x'\n1 error in 0.1s",
          failed,
        ),
      ],
      state: 'could_not_run',
      why: 'a missing module is not a failing test',
    },
    {
      did: [edit('/w/a.py'), bash("cat > final_test.py <<'E'\nx\nE"), bash('python final_test.py', 'ok')],
      state: 'probed',
      why: 'a script that the agent wrote is no test suite',
    },
    {
      did: [edit('/w/a.py'), bash('python tests/final_test.py', 'ok')],
      state: 'verified',
      why: 'a test script that was there before is one',
    },
    {
      did: [edit('/w/a.py'), bash("cat > test_a.py <<'E'\nx\nE"), bash('pytest test_a.py', '1 passed in 0.1s')],
      state: 'verified',
      why: 'a new test in a test runner is one too',
    },
    {
      did: [
        ...[bash("cat > convert.py <<'E'\nx\nE"), edit('/w/a.py'), bash('python convert.py', 'ok')],
        bash('rm convert.py'),
      ],
      state: 'probed',
      why: 'removing a file that the agent created needs no check',
    },
    {
      did: [edit('/w/a.py'), bash('pytest', '1 passed in 1s'), bash('rm b.py')],
      state: 'unchecked',
      why: 'removing code does',
    },
    {
      did: [
        ...[bash("mkdir demo; cat > demo/app.py <<'E'\nx\nE"), edit('/w/a.py'), bash('pytest', '1 passed in 1s')],
        bash('rm -rf demo db.sqlite3'),
      ],
      state: 'verified',
      why: 'neither does a folder that it created, nor what its runs left',
    },
    {
      did: [edit('/w/a.py'), bash('python3 -m x.test a', '/usr/bin/python3: No module named x.test', failed)],
      state: 'could_not_run',
      why: 'there is no such program',
    },
    { did: [edit('/w/README.md')], state: 'no_change', why: 'prose needs no check' },
    { did: [edit('/w/a.ts'), bash('bun run test', 'ok')], state: 'verified', why: 'bun runs the tests of a package' },
    {
      did: [edit('/w/a.ts'), bash('bun run lint | tail -9', '3 errors'), bash('bun run lint:fix 2>&1', '')],
      state: 'probed',
      why: 'how the output is cut, or that the linter repairs, does not make another check',
    },
    {
      did: [edit('/w/a.ts'), bash('pnpm --filter app exec tsc 2>&1 | head -5', 'a.ts(1,2): error TS2339: no')],
      state: 'red',
      why: 'a package manager starts the type checker',
    },
    {
      did: [edit('/w/a.ts'), bash('bun run typecheck 2>&1 | head -5', '$ tsc --noEmit')],
      state: 'probed',
      why: 'the type checker is silent after the line that names it',
    },
    {
      did: [edit('/w/a.ts'), bash('npm run lint | tail -3', '✖ 1 problem (0 errors, 1 warning)')],
      state: 'probed',
      why: 'a warning does not fail',
    },
    {
      did: [edit('/w/a.ts'), bash('npm run lint | grep any', '')],
      state: 'unchecked',
      why: 'silence after grep only says that no line matched',
    },
    {
      did: [bash('sed -i s/a/b/ a.py && pytest', '1 failed in 1s', failed)],
      state: 'red',
      why: 'the edit was done although the tests failed after it, in the same command',
    },
    { did: [bash('sed -i s/a/b/ a.py && pytest', '1 passed in 1s')], state: 'verified', why: 'checked in one command' },
    { did: [bash('pytest && sed -i s/a/b/ a.py', '1 passed in 1s')], state: 'unchecked', why: 'checked before it' },
    {
      did: [bash('awk 1 a.py > b.tmp && mv b.tmp a.py', 'awk: syntax error', failed)],
      state: 'no_change',
      why: 'the first program failed, so the second did not run',
    },
    {
      did: [
        bash("cat > /tmp/fix.py <<'E'\np.write_text(s)\nE\npython /tmp/fix.py"),
        bash('pytest -q', '3 passed in 1s'),
      ],
      state: 'verified',
      why: 'a scratch script may change code',
    },
    { did: [bash('mv a.md b.md done/')], state: 'no_change', why: 'moving prose into a folder' },
    { did: [bash('f=$(mktemp).md\ncat > "$f" <<E\nx\nE')], state: 'no_change', why: 'a variable for a scratch file' },
    {
      did: [edit('/w/a.py'), bash("python - <<'E'\nimport json, os\nprint(os.listdir('.'))\nE", '3')],
      state: 'unchecked',
      why: 'a script that uses the standard library only does not run the code',
    },
    {
      did: [edit('/w/a.py'), bash("python - <<'E'\nimport json\nfrom a import f\nprint(f())\nE", '3')],
      state: 'probed',
      why: 'a script that imports the code does',
    },
    {
      did: [
        edit('/w/a.py'),
        bash('python tests/runtests.py -q', 'runtests.py: error: unrecognized arguments: -q', failed),
      ],
      state: 'could_not_run',
      why: 'the arguments were wrong, not the code',
    },
    {
      did: [edit('/w/a.ts'), bash('npm test', 'log: 1 failed request\nAll tests passed (26)')],
      state: 'verified',
      why: 'exit code 0 that nothing hides is stronger than a line of a log',
    },
    {
      did: [edit('/w/a.ts'), bash('git commit -am x', ' 9 pass\n 0 fail\nRan 9 tests across 2 files. [8.00ms]')],
      state: 'verified',
      why: 'a hook of the commit ran the tests',
    },
    {
      did: [
        edit('/w/a.ts'),
        call('exec_command', { cmd: 'npm test' }, 'Process running with session ID 7\nOutput:\n'),
        call('write_stdin', { session_id: 7 }, GREEN),
      ].flat(),
      state: 'verified',
      why: 'the command went on, and a later call has its result',
    },
    {
      did: [
        edit('/w/a.ts'),
        call('execute_bash', { command: 'bash run.sh' }, `a\n${STILL_RUNNING}`),
        call('execute_bash', { command: '' }, `b\n${STILL_RUNNING}`),
        call('execute_bash', { command: '', is_input: 'true' }, 'Ran 9 tests in 0.1s\n\nOK', { exit_code: 0 }),
      ].flat(),
      state: 'verified',
      why: 'an empty command waits for it',
    },
    {
      did: [edit('/w/a.ts'), call('exec_command', { cmd: 'npm test' }, 'Process running with session ID 7')].flat(),
      state: 'unchecked',
      why: 'nobody saw how it ended',
    },
    {
      did: [
        edit('/w/a.ts'),
        call('Bash', { command: 'npm test', run_in_background: true }, 'Command running in background with ID: b1. x'),
        call('TaskOutput', { task_id: 'b1' }, `<status>completed</status>\n<exit_code>1</exit_code>\n${RED}`),
      ].flat(),
      state: 'red',
      why: 'the same in the background',
    },
    {
      did: [
        bash('pytest', `FAILED t.py::a - x\n${PYTEST_RED}`, failed),
        edit('/w/a.py'),
        bash('pytest', `FAILED t.py::a - x\n${PYTEST_RED}`, failed),
      ],
      state: 'unchecked',
      why: 'the only test that fails did so before the first change',
    },
    {
      did: [
        bash('pytest', `FAILED t.py::a - x\n${PYTEST_RED}`, failed),
        edit('/w/a.py'),
        bash('pytest', `FAILED t.py::b - x\n${PYTEST_RED}`, failed),
      ],
      state: 'red',
      why: 'another test fails now',
    },
    {
      did: [
        edit('/w/a.py'),
        bash('pytest tests/t.py::wrong', PYTEST_RED, failed),
        bash('pytest tests/t.py', '9 passed in 1s'),
      ],
      state: 'verified',
      why: 'a wider run of the same runner passed later',
    },
    {
      did: [
        edit('/w/a.py'),
        bash('pytest tests/t.py', PYTEST_RED, failed),
        bash('pytest tests/t.py -k one', '1 passed in 1s'),
      ],
      state: 'red',
      why: 'a part of the run that failed passed later',
    },
    {
      did: [edit('/w/a.py'), bash('pytest', PYTEST_RED, failed), bash('pytest tests/t.py', '1 passed in 1s')],
      state: 'red',
      why: 'one file of everything that failed passed later',
    },
    {
      did: [edit('/w/a.py'), bash('pytest -k x', '=== 9 deselected in 0.1s ===', { ...failed, exit_code: 5 })],
      state: 'could_not_run',
      why: 'no test was selected',
    },
    {
      did: [edit('/w/a.py'), bash('bin/test core', 'tests finished: 4 passed, 1 expected to fail, in 3.14 seconds')],
      state: 'verified',
      why: 'a runner without a known format',
    },
    {
      did: [
        ...[edit('/w/a.py'), bash('pytest', '1 passed in 1s')],
        ...[bash("cd sample && cat > ext/conf.py <<'E'\nx\nE"), bash('rm -rf sample')],
      ],
      state: 'verified',
      why: 'what the agent created and removed is scratch',
    },
    {
      did: [bash('nl -ba src/checks.py'), bash("python - <<'E'\nopen('src/checks.py','w').write(s)\nE")],
      state: 'unchecked',
      why: 'a file that was there is no scratch, whatever its name',
    },
    { did: [edit('/w/tests/test_a.py')], state: 'no_change', why: 'tests are not the change' },
    {
      did: [call('Write', { file_path: '/w/reproduce.py', content: 'x' }, 'ok')],
      state: 'no_change',
      why: 'a scratch file that the agent created',
    },
    { did: [edit('/w/a.ts', failed)], state: 'no_change', why: 'the edit failed' },
    {
      did: [call('Edit', { file_path: '/w/a.ts' }, REJECTION, failed)],
      state: 'no_change',
      why: 'the edit was rejected',
    },
    { did: [bash("sed -i 's/a/b/' src/a.ts")], state: 'unchecked', why: 'sed -i writes' },
    { did: [bash("cat > src/a.ts <<'E'\nx\nE")], state: 'unchecked', why: 'a redirect writes' },
    { did: [bash('npm test > /dev/null 2>&1', '')], state: 'no_change', why: 'a redirect to nowhere does not' },
    {
      did: [bash("python3 - <<'E'\nopen('src/a.py','w').write(s)\nE")],
      state: 'unchecked',
      why: 'a script that opens a file for writing',
    },
    { did: [bash('git apply fix.patch')], state: 'unchecked', why: 'a patch writes unnamed files' },
    { did: [edit('/w/a.ts'), bash('npm test', null)], state: 'unchecked', why: 'a check without a result' },
    {
      did: [edit('/w/a.ts'), bash('bash e2e.sh', 'Command timed out after 2m 0.0s', failed)],
      state: 'unchecked',
      why: 'a check that hung says nothing',
    },
    { did: [edit('/w/a.ts'), bash('npm run dev &', 'ready')], state: 'unchecked', why: 'a server is no check' },
  ])('$state: $why', ({ did, state }) => {
    expect(facts(ask('Fix it.'), ...did, say('Done.')).verification).toBe(state);
  });

  test('a format that does not record exit codes makes silence unknown', () => {
    const entries = [ask('Fix it.'), ...edit('/w/a.py'), ...bash('npm test', 'done'), say('Done.')];
    expect(readFacts(makeRecord(entries, { format: 'swe-agent' })).verification).toBe('unchecked');
  });

  const first = [ask('Fix it.'), ...edit('/w/a.ts')];
  test.each([
    {
      ...{ did: [...first, ask('Run the tests.'), ...bash('npm test', GREEN)], state: 'verified' },
      reason: 'passed after the last change (a.ts): `npm test`',
    },
    {
      ...{ did: [...first, ask('Explain it.'), say('Because.')], state: 'unchecked' },
      reason: 'nothing checked the last change (a.ts)',
    },
    {
      ...{
        did: [...first, ...bash('npm test', GREEN), ask('Now the docs.'), ...edit('/w/README.md')],
        state: 'verified',
      },
      reason: 'passed after the last change (a.ts): `npm test`',
    },
    {
      ...{ did: [...first, ...bash('npm test', GREEN), ask('Next.'), ...edit('/w/b.ts')], state: 'unchecked' },
      reason: 'nothing checked the last change (b.ts); `npm test` last ran before it',
    },
    {
      ...{ did: [...first, ...bash('npm test', GREEN), ask('Again.'), ...bash('npm test', RED, failed)], state: 'red' },
      reason: 'failed after the last change (a.ts): `npm test`',
    },
    { did: [ask('Explain it.'), say('Because.')], state: 'no_change', reason: 'nothing was changed' },
  ])('over several requests: $state, $reason', ({ did, state, reason }) => {
    expect(facts(...did)).toMatchObject({ verification: state, verification_reason: reason });
  });

  test('a sub-agent changed code where it was started, not where its log is', () => {
    const started = call('Task', { prompt: 'x' }, 'ok').map((entry) => ({ ...entry, tool_id: 'sub' }));
    const inside = edit('/w/a.ts').map((entry) => ({ ...entry, lane: 'sub' }));
    expect(facts(ask('Fix it.'), started, bash('npm test', GREEN), inside).verification).toBe('verified');
  });

  test('names the check and the file that decide', () => {
    const { requests } = facts(ask('Fix it.'), bash('npm test', GREEN), edit('/w/src/a.ts'));
    expect(requests[0]?.verification_reason).toBe(
      'nothing checked the last change (a.ts); `npm test` last ran before it',
    );
  });
});

describe('checks that only their output shows', () => {
  const LINT_STAGED = '[STARTED] eslint --fix\n[COMPLETED] eslint --fix\n[main 1a2b3c4] x';
  test.each([
    { command: 'npm run qa', output: '> app@1.0.0 qa\n> tsc --noEmit\n', kind: 'types', why: 'npm prints the script' },
    { command: 'npm run check', output: '\n> svelte-check\n', kind: 'types', why: 'what runs, not what it is called' },
    { command: 'bun run ok', output: '$ biome check .\nChecked 9 files', kind: 'lint', why: 'bun does too' },
    { command: 'mise run all', output: '[t] $ go test ./...\nok  \tx\t1s', kind: 'test', why: 'and mise' },
    {
      command: './scripts/ci',
      output: ' 9 pass\n 0 fail\nRan 9 tests across 2 files. [8ms]',
      kind: 'test',
      why: 'a report',
    },
    { command: 'make', output: '=== 4 passed in 0.12s ===', kind: 'test', why: 'a report of what make runs' },
    { command: 'python run.py', output: 'Ran 3 tests in 0.1s\n\nOK', kind: 'test', why: 'a report of a script' },
    { command: 'python - <<E\nimport a\nE', output: GREEN, kind: 'script', why: 'the agent wrote it' },
    { command: 'cat test.log', output: GREEN, kind: null, why: 'an old report' },
    { command: 'tool --help', output: '> vitest run\n', kind: null, why: 'an example' },
    { command: 'git commit -m x', output: LINT_STAGED, kind: 'lint', why: 'a hook without a test report' },
    { command: 'git commit -m x', output: 'ruff.....Passed\nmypy.....Failed\n', kind: 'lint', why: 'pre-commit' },
    { command: 'git commit -m x', output: '[main 1a2b3c4] x\n 1 file changed', kind: null, why: 'no hook' },
  ])('$command: $kind, $why', ({ command, output, kind }) => {
    const [request] = facts(ask('Fix it.'), ...bash(command, output)).requests;
    expect(request?.checks[0]?.kind ?? null).toBe(kind);
  });

  test.each([
    { output: 'ruff.....Passed\nmypy.....Failed\n', state: 'red' },
    { output: '[COMPLETED] eslint --fix\n[main 1a2b3c4] x', state: 'probed' },
    { output: '$ bun test\n 9 pass\n 0 fail\nhusky - pre-commit script failed (code 2)', state: 'red' },
  ])('a hook that printed $output: $state', ({ output, state }) => {
    expect(facts(ask('Fix it.'), edit('/w/a.ts'), bash('git commit -m x', output)).verification).toBe(state);
  });
});

describe('kinds of checks', () => {
  test.each([
    ['pytest -q', 'test'],
    ['cd app && npm test -- --run', 'test'],
    ['npx tsc --noEmit', 'types'],
    ['npm run typecheck', 'types'],
    ['cargo check', 'types'],
    ['npx eslint .', 'lint'],
    ['npm run lint', 'lint'],
    ['mise run lint 2>&1', 'lint'],
    ['mise run fmt && mise run lint && mise run test:ci', 'test'],
    ['mise run fmt', null],
    ['prettier --check .', 'lint'],
    ['npm run build', 'build'],
    ['make', 'build'],
    ['gcc a.c -o a', 'build'],
    ['docker compose run --rm web pytest -x', 'test'],
    ['docker run -v "$PWD:/w" -w /w node npm test', 'test'],
    ['docker compose exec -T app python manage.py test', 'test'],
    ['docker build -t pytest .', null],
    ['uv run --with hypothesis pytest -q', 'test'],
    ['uv pip install pytest', null],
    ['poetry run mypy src', 'types'],
    ['poetry add pytest', null],
    ['conda run -n env python -m pytest', 'test'],
    ['nix develop -c cargo clippy', 'lint'],
    ['doppler run -- pnpm vitest run', 'test'],
    ['pnpm --filter web vitest run', 'test'],
    ['yarn jest src', 'test'],
    ['yarn add jest', null],
    ['npm run tsc -- --noEmit', 'types'],
    ['npm run web:typecheck', 'types'],
    ['nox -s tests', 'test'],
    ['bazel test //...', 'test'],
    ['./gradlew check', 'test'],
    ['dotnet test', 'test'],
    ['dotnet format --verify-no-changes', 'lint'],
    ['mix test', 'test'],
    ['swift test', 'test'],
    ['ctest --output-on-failure', 'test'],
    ['flutter analyze', 'lint'],
    ['cargo fmt --check', 'lint'],
    ['cargo fmt', null],
    ['python -m pylint src', 'lint'],
    ['python -m mypkg.cli', 'script'],
    ['go run github.com/x/golangci-lint/cmd/golangci-lint run', 'lint'],
    ['rtk vitest run', 'test'],
    ['rtk bun run test', 'test'],
    ['ls make', null],
    ['which pytest', null],
    ['dart run test', 'test'],
    ['dart run build_runner build', null],
    ['deno check main.ts', 'types'],
    ['npx playwright install', null],
    ['pre-commit run --all-files', 'lint'],
    ['pre-commit install', null],
    ['python reproduce.py', 'script'],
    ["python -c 'import a; print(a.f())'", 'script'],
    ['go run .', 'script'],
    ['npm run lint && npm test', 'test'],
    ['npm install', null],
    ['ls tests', null],
    ['pytest --version', null],
    ['python -m venv .venv', null],
    ['git commit -m "run npm test"', null],
    ['echo npm test', null],
    ['prettier --write .', null],
  ])('%s: %s', (command, kind) => {
    const [request] = facts(ask('Go.'), bash(command, 'x')).requests;
    expect(request?.checks[0]?.kind ?? null).toBe(kind);
  });
});

describe('requests', () => {
  test('start with each message of the person, and end as their last turn does', () => {
    const { requests, end } = facts(
      ask('Fix it.'),
      edit('/w/a.ts'),
      say('Done.'),
      ask('Now the docs.'),
      edit('/w/README.md'),
      { type: 'user', text: '[Request interrupted by user]' },
      ask('Shorter, please.'),
      bash('ls', null),
    );
    expect(requests.map(({ prompt, end: ended }) => [prompt, ended])).toEqual([
      ['Fix it.', 'finished'],
      ['Now the docs.', 'interrupted'],
      ['Shorter, please.', 'finished'],
    ]);
    expect(end).toBe('finished');
  });

  test.each([
    '<system-reminder>x</system-reminder>',
    '<command-name>/clear</command-name>',
    '<local-command-stdout>x</local-command-stdout>',
    'Caveat: The messages below were generated by the user while running local commands.',
    'This session is being continued from a previous conversation that ran out of context.',
    '<environment_context><cwd>/w</cwd></environment_context>',
    '# AGENTS.md instructions for /w',
    '  ',
  ])('are not started by %s', (text) => {
    expect(facts(ask('Fix it.'), say('Yes.'), ask(text), say('Done.')).requests).toHaveLength(1);
  });

  test.each([
    { status: 'completed', end: 'finished' },
    { status: 'limit', end: 'limit' },
    { status: 'interrupted', end: 'cut_off' },
    { status: 'denied', end: 'failed' },
    { status: 'failed', end: 'failed' },
    { status: 'unknown', end: 'finished' },
  ] as const)('the end $status of a transcript is $end', ({ status, end }) => {
    expect(readFacts(makeRecord([ask('Go.'), say('Done.')], { end: { status, reason: '' } })).end).toBe(end);
  });

  test('work of a sub-agent counts where it was started', () => {
    const started = call('Task', { prompt: 'x' }, 'ok').map((entry) => ({ ...entry, tool_id: 'sub' }));
    const inside = edit('/w/a.ts').map((entry) => ({ ...entry, lane: 'sub' }));
    const { requests } = facts(ask('Fix it.'), started, say('Done.'), ask('Thanks.'), say('Sure.'), inside);
    expect(requests.map(({ verification }) => verification)).toEqual(['unchecked', 'no_change']);
  });
});

describe('claims of the last message', () => {
  test.each([
    { did: [edit('/w/a.ts'), bash('npm test', GREEN)], said: 'All tests pass.', state: 'supported' },
    { did: [edit('/w/a.ts'), bash('npm test', RED, failed)], said: 'All tests pass.', state: 'contradicted' },
    {
      did: [edit('/w/a.ts'), bash('npm test', RED, failed)],
      said: 'All tests pass. One unrelated test still fails.',
      state: 'unsupported',
    },
    { did: [bash('npm test', GREEN), edit('/w/a.ts')], said: 'All checks are green.', state: 'unsupported' },
    { did: [edit('/w/a.ts')], said: 'All tests pass.', state: 'unsupported' },
    { did: [edit('/w/a.ts'), bash('npm run build', 'x', failed)], said: 'The build succeeds.', state: 'contradicted' },
    { did: [edit('/w/a.ts'), bash('npm test', GREEN)], said: 'I have fixed the bug.', state: 'supported' },
    { did: [edit('/w/a.ts'), bash('npm test', RED, failed)], said: 'I have fixed the bug.', state: 'unsupported' },
    { did: [edit('/w/a.ts')], said: 'The tests should pass now.', state: undefined },
    { did: [edit('/w/a.ts')], said: 'Let me know if the tests pass.', state: undefined },
  ])('$state: $said', ({ did, said, state }) => {
    const [request] = facts(ask('Fix it.'), ...did, say(said)).requests;
    expect(request?.claims[0]?.state).toBe(state);
  });
});

describe('corrections', () => {
  test('are rejected calls, interruptions and messages', () => {
    const { requests } = facts(
      ask('Fix it.'),
      call('Edit', { file_path: '/w/a.ts' }, REJECTION, failed),
      ask('No, not that file.'),
      bash('ls', 'a'),
      { type: 'user', text: '[Request interrupted by user]' },
      ask('Great, now commit.'),
      say('Done.'),
    );
    expect(requests.map(({ corrections }) => corrections.map(({ kind }) => kind))).toEqual([
      ['rejected_call', 'message'],
      ['interruption'],
      [],
    ]);
    expect(requests[0]?.calls).toEqual({ total: 1, failed: 0, rejected: 1 });
  });
});

describe('time', () => {
  test('is split by what ended each stretch', () => {
    const at = (second: number) => new Date(1_794_700_000_000 + second * 1000).toISOString();
    const timed = (second: number, entry: TranscriptEntry) => ({ ...entry, at: at(second) });
    const [use, result] = bash('npm test', GREEN) as [TranscriptEntry, TranscriptEntry];
    const { requests } = facts(
      timed(0, ask('Go.')),
      timed(5, use),
      timed(25, result),
      timed(26, { type: 'error', text: 'overloaded' }),
      timed(36, say('Done.')),
      timed(136, ask('More.')),
      timed(137, say('No.')),
    );
    expect(requests.map(({ wall_ms }) => wall_ms)).toEqual([
      { agent: 5000, tools: 20_000, service: 11_000, person: 0 },
      { agent: 1000, tools: 0, service: 0, person: 100_000 },
    ]);
  });

  test('is unknown without timestamps', () => {
    const { requests, waste } = readFacts(makeRecord([ask('Go.'), say('Done.')], { wall_ms: null }));
    expect(requests[0]?.wall_ms).toEqual({ agent: null, tools: null, service: null, person: null });
    expect(waste.wall_ms).toBeNull();
  });

  test("time that a call waited for approval is the person's", () => {
    const { requests } = facts(ask('go'), bash('npm test', GREEN, { waited_ms: 700 }));
    expect(requests[0]?.wall_ms).toEqual({ agent: 1000, tools: 300, service: 0, person: 700 });
  });
});

test('token counts below a twentieth of the text are placeholders', () => {
  const record = makeRecord([ask('Go.'), say('x'.repeat(4000))], {
    usage: { input_tokens: 10, cached_input_tokens: 0, cache_write_input_tokens: 0, output_tokens: 1 },
  });
  expect(readFacts(record).token_record).toEqual({ plausible: false, estimated_output_tokens: 1000 });
  expect(facts(ask('Go.'), say('x')).token_record).toEqual({ plausible: true, estimated_output_tokens: null });
});

test('an empty transcript has facts too', () => {
  const found = readFacts(makeRecord([]));
  expect(SessionFacts.parse(found)).toMatchObject({ requests: [], verification: 'no_change', end: 'unknown' });
});
