import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createOutcomes, readOutcome } from './result-outcome.ts';

const bash = (command: string) => ({ tool: 'bash', input: { command } });
const RUN = bash('node main.js');

describe('exit codes that agents write around the output', () => {
  test.each([
    { text: '<returncode>2</returncode>\n<output>\nno\n</output>', code: 2, of: 'mini-SWE-agent' },
    { text: '<returncode>0</returncode>\n<output>\nTraceback\n</output>', code: 0, of: 'mini-SWE-agent' },
    {
      text: 'no\n[The command completed with exit code 1.]\n[Current working directory: /w]',
      code: 1,
      of: 'OpenHands',
    },
    { text: 'ok\n[Python interpreter: /p]\n[Command finished with exit code 0]', code: 0, of: 'OpenHands' },
    { text: 'no\n[The command completed with exit code 130. CTRL+C was sent.]', code: 130, of: 'OpenHands' },
    { text: 'Output: no\nExit Code: 127\nSignal: (none)', code: 127, of: 'Gemini CLI' },
    { text: 'no\n<exited with exit code 3>', code: 3, of: 'Copilot CLI' },
    { text: 'no\n<shellId: 0 completed with exit code 3>', code: 3, of: 'Copilot CLI' },
    { text: 'Exit code 1\nno', code: 1, of: 'Claude Code' },
    { text: 'Chunk ID: a\nWall time: 0.1 s\nProcess exited with code 4\nOutput:\n', code: 4, of: 'Codex' },
    { text: 'no\n\nCommand exited with code 1', code: 1, of: 'pi' },
    { text: 'Command failed with exit code: 1.', code: 1, of: 'Kimi CLI' },
    { text: 'no\n\n[Process exited with code 1]', code: 1, of: 'Factory Droid' },
    { text: '{"output":"no","exitCode":1}', code: 1, of: 'Amp' },
    { text: 'yarn run\nerror Command failed with exit code 2.', code: 2, of: 'a program that a shell runs' },
    { text: 'done: the old exit code was 1 there', code: undefined, of: 'a sentence' },
  ])('$text → $code: $of', ({ text, code }) => {
    expect(readOutcome(RUN, text).exit_code).toBe(code);
    if (code !== undefined) expect(readOutcome(RUN, text).is_error).toBe(code !== 0);
  });

  test('a file that mentions one is not a command', () => {
    expect(readOutcome({ tool: 'Read', input: { file_path: 'a.log' } }, 'x\nexit code: 1')).toEqual({
      is_error: false,
    });
  });
});

test.each([
  { command: 'pytest', text: 'bash: pytest: command not found', failed: true, why: 'the shell found no program' },
  { command: 'pytest', text: '/bin/sh: 1: pytest: not found', failed: true, why: 'another shell' },
  { command: './a.sh', text: 'bash: ./a.sh: Permission denied', failed: true, why: 'not executable' },
  {
    command: 'a; b',
    text: `bash: line 1: a: command not found\n${'b says much\n'.repeat(99)}`,
    failed: true,
    why: 'above output',
  },
  { command: 'cat a.txt', text: 'cat: a.txt: No such file or directory', failed: true, why: 'no such file' },
  {
    command: "ls 'src/lib'",
    text: "ls: cannot access 'src/lib': No such file or directory",
    failed: true,
    why: 'no such folder',
  },
  {
    command: 'python a.py',
    text: "python: can't open file '/w/a.py': [Errno 2] No such file or directory",
    failed: true,
    why: 'no such script',
  },
  { command: 'make', text: 'cc a.c\nmake: *** [Makefile:192: build] Error 2', failed: true, why: 'make' },
  {
    command: 'python a.py',
    text: 'Traceback (most recent call last):\n  File "a.py", line 1\nKeyError: 1',
    failed: true,
    why: 'an exception',
  },
  {
    command: 'python a.py',
    text: 'Traceback (most recent call last):\n  File "a.py"\nKeyError: 1\na\nb\nc\nd\ndone',
    failed: false,
    why: 'a handled exception',
  },
  { command: 'pytest -q', text: 'F\n=== 1 failed, 3 passed in 0.12s ===', failed: true, why: 'a failed test' },
  { command: 'pytest -q', text: '..\n=== 4 passed in 0.12s ===', failed: false, why: 'all tests passed' },
  {
    command: 'pytest -q | tail -1',
    text: '=== 1 failed, 3 passed in 0.12s ===',
    failed: false,
    why: 'the filter succeeded',
  },
  { command: 'node test.js; echo rc=$?', text: 'FAIL\nrc=1', failed: false, why: 'the echo succeeded' },
  { command: 'go test ./...', text: 'FAIL\texample.com/a\t0.1s\nFAIL', failed: true, why: 'go' },
  { command: 'npm test', text: 'npm error code ELIFECYCLE', failed: true, why: 'npm' },
  { command: 'tool x', text: 'zsh:1: command not found: tool', failed: true, why: 'zsh counts lines' },
  {
    command: 'tool x',
    text: "error: unrecognized subcommand 'x'\n\nUsage: tool <COMMAND>\n\nFor more information, try '--help'.",
    failed: true,
    why: 'a usage error',
  },
  {
    command: 'pnpm test',
    text: ' ERR_PNPM_UNSUPPORTED_ENGINE  wrong\nExpected: 22\nGot: 14',
    failed: true,
    why: 'pnpm',
  },
  {
    command: 'node a.js',
    text: "Error: x\n  code: 'MODULE_NOT_FOUND',\n  requireStack: []\n}",
    failed: true,
    why: 'node',
  },
  { command: 'git checkout x', text: "fatal: ambiguous argument 'x'", failed: true, why: 'git' },
  { command: 'cat build.log', text: 'bash: pytest: command not found', failed: false, why: 'a log that is printed' },
  {
    command: 'grep -rn "not found" src',
    text: 'src/a.ts:1: throw new Error("command not found")',
    failed: false,
    why: 'a search',
  },
  { command: 'grep x a', text: '', failed: false, why: 'a search without result' },
  {
    command: 'bash a.sh',
    text: 'bash: warning: setlocale: LC_ALL: cannot change locale',
    failed: false,
    why: 'a warning',
  },
  { command: 'python recover.py', text: '\nEXECUTION TIMED OUT', failed: true, why: 'SWE-agent stopped it' },
  {
    command: 'edit 1:2\nx\nend_of_edit',
    text: 'Your proposed edit has introduced new syntax error(s). Please',
    failed: true,
    why: "SWE-agent's editor",
  },
  {
    command: 'python -m py_compile a.py',
    text: '  File "a.py", line 7\n    elif x:\n       ^\nSyntaxError: invalid syntax',
    failed: true,
    why: 'Python cannot parse it',
  },
  { command: 'git apply a.patch', text: 'error: unrecognized input', failed: true, why: 'git' },
  { command: 'pytest -q', text: 'no tests ran in 0.00s\nERROR: not found: a.py', failed: true, why: 'pytest' },
  {
    command: 'cat > a <<E\nx\nE',
    text: 'bash: line 3: warning: here-document',
    failed: false,
    why: 'a warning in a script',
  },
  {
    command: 'python a.py',
    text: 'Traceback (most recent call last):\n  File "a.py", line 1\nKeyError: 1\n(Open file: n/a)\n(Current directory: /w)\nbash-$',
    failed: true,
    why: 'SWE-agent adds lines to each result',
  },
  {
    command: "sed -i 's/a/b(/' a.py",
    text: "bash: -c: line 1: syntax error near unexpected token `)'",
    failed: true,
    why: 'the shell could not read the command',
  },
  { command: 'rg x src', text: 'zsh:1: command not found: rg', failed: true, why: 'the search program is missing' },
  {
    command: 'bash ls -la; find . -type d',
    text: `/usr/bin/ls: /usr/bin/ls: cannot execute binary file\n${'./a\n'.repeat(9)}`,
    failed: true,
    why: 'a program where a script should be',
  },
  { command: 'rm a.py', text: "rm: remove write-protected regular file 'a.py'?", failed: false, why: 'a question' },
  { command: 'docker ps', text: '(eval):1: command not found: docker', failed: true, why: 'a shell inside an agent' },
  {
    command: 'rg -n x src apps',
    text: `rg: apps: No such file or directory (os error 2)\n${'src/a.ts:1:x\n'.repeat(9)}`,
    failed: true,
    why: 'one of two folders is missing',
  },
  {
    command: 'rg -n x logs',
    text: `rg: apps: No such file or directory (os error 2)\n${'logs/a:1:x\n'.repeat(9)}`,
    failed: false,
    why: 'a line of a log',
  },
  { command: 'gh api x', text: 'gh: Not Found (HTTP 404)\n\n{\n "message": "x"\n}', failed: true, why: 'its own name' },
  {
    command: 'gh pr view',
    text: 'Error: unknown flag: --x\nUsage:\n  a\n  b\n  c\n',
    failed: true,
    why: 'a usage error',
  },
  { command: 'gh api x', text: '{"status":"404"}gh: Not Found (HTTP 404)', failed: true, why: 'after the body' },
  {
    command: 'git push',
    text: "git: 'credential-x' is not a git command.\nTo https://example.com/a.git\n   1a2b3c4..5d6e7f8  main -> main",
    failed: false,
    why: 'git did it without its helper',
  },
  {
    command: 'npm test',
    text: '> vitest run\n\nNo test files found, exiting with code 1\n',
    failed: true,
    why: 'it names the exit code',
  },
  { command: 'tool x', text: 'SQL error: near ".": syntax error', failed: true, why: 'a kind of error' },
  {
    command: 'flutter test a.dart',
    text: '00:01 +3: a\n00:02 +3 -1: b [E]\n00:03 +4 -1: Some tests failed.',
    failed: true,
    why: 'the runner of Dart',
  },
  {
    command: 'dart analyze lib',
    text: '   info - a.dart:1:2 - Use const. - x\n\n1 issue found.',
    failed: false,
    why: 'a hint',
  },
  { command: 'gh pr --help', text: 'Usage: gh pr [flags]\n', failed: false, why: 'a question' },
  { command: 'make', text: 'make: Nothing to be done for `all`.', failed: false, why: 'its own name, and no error' },
  { command: 'python a.py', text: 'Error: caught\ngoing on\n', failed: false, why: 'a script may go on' },
  { command: 'patch -p1 < a', text: 'patching file a\n1 out of 3 hunks FAILED', failed: true, why: 'patch' },
  {
    command: 'git merge x',
    text: 'CONFLICT (content): Merge conflict in a\nAutomatic merge failed; fix conflicts and then commit the result.',
    failed: true,
    why: 'a conflict',
  },
  {
    command: 'node a.js',
    text: 'a.js:1\n\nTypeError: x\n    at f (/w/a.js:1:2)\n    at internal/main.js:1:2',
    failed: true,
    why: 'an exception that nobody caught',
  },
  {
    command: './tests/runtests.py forms',
    text: `FAIL: test_a (forms.A)\nRan 9 tests in 0.1s\n\nFAILED (failures=1)\n${'Destroying test database\n'.repeat(20)}`,
    failed: true,
    why: 'the report is not at the end',
  },
  { command: 'mise run lint', text: 'a.go:1:2: unused (x)\n2 issues:\n* x: 2\n', failed: true, why: 'a linter' },
  { command: 'go build ./...', text: '# a\na.go:1:2: undefined: x', failed: true, why: 'a compiler' },
  {
    command: 'npm run lint && npm test',
    text: 'Found 1 errors in a log\nTests  3 passed (3)\nall tests passed',
    failed: false,
    why: 'the last check decides',
  },
  { command: 'npm test | grep -E "a|b"', text: 'Tests  1 failed (3)', failed: false, why: 'a quoted pipe is none' },
  { command: 'open a.py', text: 'File a.py not found', failed: true, why: 'a tool of SWE-agent' },
  { command: 'goto 12', text: 'No file open. Use the open command first.', failed: true, why: 'another one' },
  { command: 'echo hi', text: 'hi', failed: false, why: 'nothing is wrong' },
])('`$command` failed: $failed ($why)', ({ command, text, failed }) => {
  expect(readOutcome(bash(command), text).is_error).toBe(failed);
});

test.each([
  { tool: 'str_replace_editor', text: 'ERROR:\nNo replacement was performed, old_str `a`', failed: true },
  { tool: 'str_replace_editor', text: 'The file a.py has been edited. Error: none', failed: false },
  { tool: 'read_file', text: 'Error: ENOENT: no such file', failed: true },
  { tool: 'read_file', text: '     1\tError: in the text', failed: false },
  { tool: 'open', text: 'File a.py not found', failed: true },
  { tool: 'str_replace_editor', text: 'Invalid `view_range`: [0, 40]. It should be within the file', failed: true },
  { tool: 'str_replace_editor', text: 'File already exists at: /w/a.py. Cannot overwrite files', failed: true },
  { tool: 'execute_bash', text: 'ERROR: Cannot execute multiple commands at once.\nx', failed: true },
  { tool: 'think', text: 'Error: I may be wrong', failed: false },
])('$tool answered $text: failed $failed', ({ tool, text, failed }) => {
  expect(readOutcome({ tool, input: {} }, text).is_error).toBe(failed);
});

test.each([
  { tool: 'bash_command', input: { command: 'pytest' }, code: 1, why: 'a shell under another name' },
  { tool: 'search_issues', input: { query: 'x' }, code: undefined, why: 'no command' },
  { tool: 'str_replace_editor', input: { command: 'view' }, code: undefined, why: 'a tool for files' },
])('$tool has the exit code $code: $why', ({ tool, input, code }) => {
  expect(readOutcome({ tool, input }, '<returncode>1</returncode>\n<output>\nno\n</output>').exit_code).toBe(code);
});

test('what the format says overrides the text', () => {
  const complete = createOutcomes();
  complete({ type: 'tool_use', tool: 'bash', tool_id: 'a', input: { command: 'x' } });
  const text = 'bash: x: command not found';
  expect(complete({ type: 'tool_result', tool_id: 'a', text, is_error: false }).is_error).toBe(false);
  expect(complete({ type: 'tool_result', tool_id: 'a', text, exit_code: 0 }).is_error).toBe(false);
  expect(complete({ type: 'tool_result', tool_id: 'a', text }).is_error).toBe(true);
});

test('any text is read in bounded time, and only one answer is possible', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ maxLength: 400 }), fc.nat(4), (command, part, times) => {
      const outcome = readOutcome(bash(command), part.repeat(10 ** times));
      expect(outcome.is_error).toBeTypeOf('boolean');
      if (outcome.exit_code !== undefined) expect(outcome.is_error).toBe(outcome.exit_code !== 0);
    }),
    { numRuns: 100 },
  );
});
