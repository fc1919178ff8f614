import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { type Grading, openGrading, type Setting } from '../../../test/grading.ts';
import { defineSandbox, type Sandbox, type SandboxOptions } from '../../contracts/sandbox.ts';
import { local } from '../../machine/sandboxes/local.ts';
import { gatherCommands } from './gather-commands.ts';

// external programs are slow on a busy machine
vi.setConfig({ testTimeout: 60_000 });

const open: Grading[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each[Symbol.asyncDispose]();
});

/** Gathers the scorers' commands in a workspace that an agent has left. */
async function gather({ attack = 'true', ...setting }: Setting & { readonly attack?: string }) {
  const grading = await openGrading(setting);
  open.push(grading);
  const { scene, environment } = grading;
  scene.attack(attack);
  const gathered = await gatherCommands(environment, null);
  return { ...gathered, scene, tests: gathered.commands['tests'] };
}

test("restores graded files before every attempt and leaves the command's changes", async () => {
  const command = 'cat tests/test_app.py; echo spoilt > tests/test_app.py';
  const { tests, scene } = await gather({
    scorers: [{ command, restore: ['tests'], repeat: 2 }],
    attack: 'echo spoilt > tests/test_app.py',
  });
  expect(tests?.attempts).toHaveLength(2);
  expect(tests?.stdout_tail).toContain('def test_add');
  expect(readFileSync(join(scene.folder, 'tests/test_app.py'), 'utf8')).toBe('spoilt\n');
});

test('repeats a command until it fails', async () => {
  const { tests } = await gather({ scorers: [{ command: 'echo x >> count; [ $(wc -l < count) -lt 3 ]', repeat: 9 }] });
  expect(tests?.attempts.map(({ exit_code }) => exit_code)).toEqual([0, 0, 1]);
  expect(tests?.exit_code).toBe(1);
});

test('an isolated command leaves no trace and sees earlier changes', async () => {
  const { commands, scene } = await gather({
    scorers: [
      { name: 'first', command: 'echo x > trace; echo x > ~/trace' },
      { name: 'alone', command: 'cat trace ~/trace app.py && echo y > other && echo y > ~/other', isolated: true },
      { name: 'last', command: 'ls other ~/other' },
    ],
    attack: 'mkfifo pipe; ln -s app.py alias',
  });
  expect(commands['alone']).toMatchObject({ exit_code: 0 });
  expect(commands['last']).toMatchObject({ exit_code: 2 });
  expect(existsSync(join(scene.folder, 'other'))).toBe(false);
});

test('reads a report from the output or from the file that the command wrote', async () => {
  const junit = '<testsuite><testcase name="a"/></testsuite>';
  const { commands } = await gather({
    scorers: [
      { name: 'printed', command: 'echo "=== 2 passed in 0.1s ==="' },
      { name: 'filed', command: `echo '${junit}' > r.xml`, report: 'junit', report_file: 'r.xml' },
      { name: 'stale', command: 'true', report: 'junit', report_file: 'old.xml' },
      { name: 'linked', command: 'ln -s r.xml link.xml', report: 'junit', report_file: 'link.xml' },
      { name: 'unread', command: 'echo "=== 2 passed in 0.1s ==="', report: 'none' },
      { name: 'covered', command: 'echo "TOTAL 10 2 80%" >&2' },
    ],
    attack: `echo '${junit}' > old.xml`,
  });
  const seen = Object.entries(commands).map(([name, { report }]) => [
    name,
    report && `${report.format} ${report.passed}`,
  ]);
  expect(Object.fromEntries(seen)).toEqual({
    printed: 'pytest 2',
    filed: 'junit 1',
    stale: null,
    linked: null,
    unread: null,
    covered: null,
  });
  expect(commands['covered']?.coverage_percent).toBe(80);
});

test('does not run a command whose files cannot be restored, and warns', async () => {
  const { commands, warnings } = await gather({
    scorers: [
      { command: 'true', restore: ['app.py/x'] },
      { name: 'other', command: 'true' },
    ],
  });
  expect(Object.keys(commands)).toEqual(['other']);
  expect(warnings).toEqual([
    'command_not_run: tests: app.py/x cannot be restored: app.py was not a folder in the baseline; use the path itself',
  ]);
});

/** A sandbox of which some sessions, counted from 1, cannot start anything. */
function createBroken(isBroken: (opened: number, options: SandboxOptions) => boolean): Sandbox {
  let opened = 0;
  return defineSandbox({
    ...local,
    open: async (options) => {
      const session = await local.open(options);
      const at = ++opened;
      const reason = 'the sandbox is gone';
      const ended = { exit_code: null, signal: null, ended_by: 'start' as const, reason, duration_ms: 0 };
      const nothing = (): void => undefined;
      const lost = { write: nothing, endInput: nothing, stop: nothing, done: Promise.resolve(ended) };
      return { ...session, start: (program) => (isBroken(at, options) ? lost : session.start(program)) };
    },
  });
}

test.each([2, 3])('reopens a sandbox that breaks %i times while grading', async (times) => {
  const { tests } = await gather({
    scorers: [{ command: 'echo graded' }],
    sandbox: createBroken((opened) => opened <= times),
  });
  expect(tests).toMatchObject({ exit_code: 0, stdout_tail: 'graded\n' });
});

test('a sandbox that starts nothing anywhere is not the fault of the agent', async () => {
  const gathering = gather({ scorers: [{ command: 'true' }], sandbox: createBroken(() => true) });
  await expect(gathering).rejects.toThrow('the sandbox is gone');
});

test('a sandbox that starts nothing in what the agent left, and elsewhere does, is an obstacle of the agent', async () => {
  const sandbox = createBroken((_, { workspace }) => existsSync(join(workspace, 'trap')));
  const { tests, warnings } = await gather({ scorers: [{ command: 'true' }], sandbox, attack: 'touch trap' });
  expect(tests).toMatchObject({ exit_code: null, signal: null, obstacle: 'the sandbox is gone' });
  expect(warnings).toEqual(['command_not_run: tests: the sandbox is gone']);
});

test('a workspace that is closed when its command starts is opened again', async () => {
  const { tests } = await gather({
    scorers: [{ command: 'chmod 000 .' }, { name: 'later', command: 'true' }],
    attack: 'chmod 000 .',
  });
  expect(tests).toMatchObject({ exit_code: 0 });
});

test('an isolated command has files with any name', async () => {
  const { tests } = await gather({
    scorers: [{ command: 'ls | wc -l; cat link', isolated: true }],
    attack:
      "mkdir $(printf 'a\\xff'); echo inner > $(printf 'a\\xff/b\\xfe'); ln -s $(printf 'a\\xff/b\\xfe') link; mkfifo pipe",
  });
  expect(tests).toMatchObject({ exit_code: 0, stdout_tail: expect.stringContaining('inner') });
});
