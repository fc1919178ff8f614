import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { putFiles } from '../../../../detect/test/workspace.ts';
import { type Grading, openGrading } from '../../../test/grading.ts';
import type { Sandbox } from '../../contracts/sandbox.ts';
import { bwrap } from '../../machine/sandboxes/bwrap.ts';
import { local } from '../../machine/sandboxes/local.ts';
import { drawPlace, USUAL_PLACE } from '../../machine/sandboxes/place.ts';
import { type CleanTree, planFiles } from './clean-tree.ts';
import { gatherCommands } from './gather-commands.ts';

// external programs are slow on a busy machine
vi.setConfig({ testTimeout: 60_000 });

const open: Grading[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each[Symbol.asyncDispose]();
});

/** Gathers the commands after an agent has left, in its tree and in a clean checkout of its change. */
async function gather({
  scorers,
  attack,
  runner = 'baseline',
  sandbox = local,
}: {
  readonly scorers: readonly object[];
  readonly attack: string;
  readonly runner?: 'baseline' | 'change';
  readonly sandbox?: Sandbox;
}) {
  const grading = await openGrading({ scorers, sandbox });
  open.push(grading);
  const { scene } = grading;
  const elsewhere = drawPlace(randomBytes, USUAL_PLACE);
  const environment = { ...grading.environment, places: { here: USUAL_PLACE, elsewhere } };
  scene.attack(attack);
  const final = await scene.snapshot();
  const { ignored, changed_paths: changed } = await scene.diff();
  const { store, baseline } = scene;
  const clean: CleanTree = {
    store,
    baseline,
    final,
    files: planFiles({ baseline, final }, { ignored, changed, runner }),
    history: 'new',
  };
  const { commands, warnings } = await gatherCommands(environment, clean);
  return { commands, warnings, tests: commands['tests'], folder: scene.folder };
}

test('a command that passes is repeated in a clean checkout of the change', async () => {
  const { tests, folder } = await gather({
    scorers: [{ command: 'cat app.py && git status --porcelain' }],
    attack: 'echo changed > app.py; echo new > new.txt; git config core.hooksPath /evil',
  });
  expect(tests?.stdout_tail).toContain('new.txt');
  expect(tests?.clean).toMatchObject({ exit_code: 0, stdout_tail: 'changed\n' });
  expect(readFileSync(join(folder, 'new.txt'), 'utf8')).toBe('new\n');
  expect(readFileSync(join(folder, '.git/config'), 'utf8')).not.toContain('evil');
});

test.skipIf((await bwrap.findObstacle()) !== undefined)(
  'the second place has its repository elsewhere, and old files',
  async () => {
    const command = `test -e first || git status --porcelain; git log --format=%s; find . -type f -mmin -60 ! -path './.git*'; stat -c %F .git`;
    const second = `touch first; ${command}`;
    const { commands, folder } = await gather({
      sandbox: bwrap,
      scorers: [{ command }, { name: 'second', command: second }],
      attack: 'echo changed > app.py; echo new > new.txt',
    });
    const old = 'workspace\nregular file\n';
    expect(commands['tests']?.stdout_tail).toContain('./app.py');
    expect(commands['tests']?.clean).toMatchObject({ exit_code: 0, stdout_tail: old });
    expect(commands['second']?.clean).toMatchObject({
      exit_code: 0,
      stdout_tail: expect.stringContaining('regular file\n'),
    });
    expect(readFileSync(join(folder, '.git/HEAD'), 'utf8')).toContain('main');
  },
);

test('a command that fails is not repeated', async () => {
  const { tests } = await gather({ scorers: [{ command: 'exit 1' }], attack: 'echo changed > app.py' });
  expect(tests).toMatchObject({ exit_code: 1 });
  expect(tests?.clean).toBeUndefined();
});

test.each([
  { tree: 'live', ran: ['live'] },
  { tree: 'clean', ran: ['clean'] },
  { tree: 'both', ran: ['live', 'clean'] },
])('tree: $tree runs in $ran', async ({ tree, ran }) => {
  const { tests } = await gather({
    scorers: [{ command: 'test -e __pycache__/x.pyc && echo live || echo clean', tree }],
    attack: 'mkdir __pycache__; touch __pycache__/x.pyc',
  });
  const outputs = [tests?.stdout_tail, tests?.clean?.stdout_tail].flatMap((text) => text?.trim() ?? []);
  expect(outputs).toEqual(ran);
});

test.each([
  {
    what: 'a file its rules ignore',
    attack: 'mkdir -p build; echo evil > build/planted.py',
    planted: 'build/planted.py',
  },
  { what: 'the cache of a tool', attack: 'mkdir .pytest_cache; echo evil > .pytest_cache/x', planted: '.pytest_cache' },
  { what: 'an empty folder', attack: 'mkdir -p a/b', planted: 'a' },
  {
    what: 'an ignored file with a name that is not UTF-8',
    attack: 'mkdir -p build; touch build/$(printf "\\377")',
    planted: 'build',
  },
])('a clean checkout does not have $what', async ({ attack, planted }) => {
  const { tests } = await gather({ scorers: [{ command: `ls -d ${planted} || true` }], attack });
  expect(tests?.stdout_tail).toBe(`${planted}\n`);
  expect(tests?.clean?.stdout_tail).toBe('');
});

test('an ignored file of the baseline is in a clean checkout as it was', async () => {
  const grading = await openGrading({ scorers: [{ command: 'true' }] });
  open.push(grading);
  const { scene } = grading;
  putFiles(scene.folder, { 'build/kept.txt': 'as it was\n' });
  const baseline = await scene.snapshot();
  scene.attack('echo tampered > build/kept.txt');
  const final = await scene.snapshot();
  const ignored = [
    { path: 'build/kept.txt', change: 'modified', before: baseline.files.get('build/kept.txt') ?? null, after: null },
  ] as const;
  const clean: CleanTree = {
    ...{ store: scene.store, baseline, final, history: null },
    files: planFiles({ baseline, final }, { ignored, changed: [], runner: 'baseline' }),
  };
  await gatherCommands(grading.environment, clean);
  expect(readFileSync(join(scene.folder, 'build/kept.txt'), 'utf8')).toBe('as it was\n');
});

test('what one command plants does not reach the next, but what it builds does', async () => {
  const { commands } = await gather({
    scorers: [
      {
        name: 'build',
        command:
          'mkdir -p build __pycache__; echo built > build/out; touch conftest.py __pycache__/x.pyc "$HOME/left"; rm app.py',
        tree: 'clean',
      },
      {
        name: 'tests',
        command: 'ls -d build/out conftest.py __pycache__ app.py "$HOME/left" 2>/dev/null || true',
        tree: 'clean',
      },
    ],
    attack: 'echo changed > app.py',
  });
  expect(commands['tests']?.stdout_tail).toBe('app.py\nbuild/out\n');
});

test('a changed mode and a file replaced by a link are restored', async () => {
  const { tests } = await gather({
    scorers: [
      { name: 'first', command: 'chmod -x run.sh; rm app.py; ln -s run.sh app.py', tree: 'clean' },
      { name: 'tests', command: 'test -x run.sh && test ! -L app.py', tree: 'clean' },
    ],
    attack: 'true',
  });
  expect(tests).toMatchObject({ exit_code: 0 });
});

test.each([
  { runner: 'baseline', there: 'the configuration of the baseline' },
  { runner: 'change', there: 'that of the change' },
] as const)('runner_config: $runner gives $there', async ({ runner }) => {
  const { tests } = await gather({
    scorers: [{ command: 'ls pytest.ini conftest.py || true' }],
    attack: 'touch pytest.ini conftest.py',
    runner,
  });
  expect(tests?.stdout_tail).toBe('conftest.py\npytest.ini\n');
  expect(tests?.clean?.stdout_tail).toBe(runner === 'change' ? 'conftest.py\npytest.ini\n' : '');
});
