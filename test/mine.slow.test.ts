import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { scratchFolder } from '../packages/detect/test/workspace.ts';

const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));
const env = {
  PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
  HOME: process.env['HOME'] ?? '/nonexistent',
  ...{
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.com',
  },
};

const assay = (cwd: string, ...args: string[]) =>
  spawnSync(process.execPath, [CLI, ...args], { cwd, env, encoding: 'utf8', maxBuffer: 2 ** 26 });
const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd, env, encoding: 'utf8' }).trim();

type Files = Readonly<Record<string, string>>;

/** A repository with a commit for each of these, with files that are new or changed. */
function createHistory(folder: string, commits: readonly (readonly [message: string, files: Files])[]): string[] {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '--quiet', '--initial-branch=main');
  return commits.map(([message, files]) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '--message', message);
    return git(folder, 'rev-parse', 'HEAD');
  });
}

/** A digest of every file of a folder but those that `assay mine` writes. */
function digestFolder(folder: string): string {
  const hash = createHash('sha256');
  for (const path of listFiles(folder).filter((each) => !/^(?:scenarios\/mined|\.assay)\//.test(each)))
    hash.update(`${path}\0${statSync(join(folder, path)).mode}\0`).update(readFileSync(join(folder, path)));
  return hash.digest('hex');
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

const PYTHON: readonly (readonly [string, Files])[] = [
  [
    'Start',
    {
      'bank.py': 'def deposit(total, amount):\n    return total + amount\n',
      'tests/test_bank.py':
        'import unittest\nfrom bank import deposit\n\n\nclass BankTest(unittest.TestCase):\n    def test_deposit(self):\n        self.assertEqual(deposit(1, 2), 3)\n',
      'tests/__init__.py': '',
      'setup.py': '',
    },
  ],
  ['Explain it', { 'README.md': '# Bank\n' }],
  [
    'Reject negative amounts (#12)\n\nUses _require_positive. See https://example.com/pull/12.\n\nSigned-off-by: A <a@example.com>',
    {
      'bank.py': `def deposit(total, amount):
    _require_positive(amount)
    return total + amount


def _require_positive(amount):
    if amount < 0:
        raise ValueError("the amount is below zero, which nobody can pay in")
`,
      'tests/test_bank.py': `import unittest
from bank import deposit


class BankTest(unittest.TestCase):
    def test_deposit(self):
        self.assertEqual(deposit(1, 2), 3)

    def test_refuses_less_than_nothing(self):
        with self.assertRaises(ValueError):
            deposit(1, -2)
        with self.assertRaises(ValueError):
            deposit(10, -1)
`,
    },
  ],
  [
    'Format',
    {
      'bank.py': `def deposit(total,  amount):
    _require_positive(amount)
    return total + amount

def _require_positive(amount):
    if amount < 0:
        raise ValueError("the amount is below zero, which nobody can pay in")
`,
      'tests/test_bank.py': '',
    },
  ],
];
const FUTURE = /_require_positive|below zero, which|refuses_less_than_nothing/;

test('a change with tests becomes a proven task without a trace of the future, and the checkout stays as it was', () => {
  using scratch = scratchFolder();
  const folder = join(scratch.path, 'bank');
  const commits = createHistory(folder, PYTHON);
  const before = digestFolder(folder);
  const dry = JSON.parse(assay(folder, 'mine', '--dry-run', '--json').stdout);
  expect(dry.candidates).toMatchObject([{ commit: commits[2], files: 1, tests: ['tests/test_bank.py'] }]);
  expect(existsSync(join(folder, 'scenarios'))).toBe(false);

  const planned = JSON.parse(assay(folder, 'mine', '--plan', '--json').stdout);
  expect(planned).toMatchObject({
    plans: [{ commit: commits[2], is_optional: true, found: 'setup.py', tests: ['tests/test_bank.py'] }],
    expected_s: null,
  });
  expect(planned.plans[0].command).toBe("python3 -m unittest -v 'tests/test_bank.py'");
  expect(assay(folder, 'mine', '--plan').stdout).toContain(
    "tests:   python3 -m unittest -v 'tests/test_bank.py' (setup.py)",
  );
  expect(assay(folder, 'mine', '--budget', '1s')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('The time is over; run it again to go on where it stopped.'),
  });
  expect(digestFolder(folder)).toBe(before);

  const { stdout, stderr, status } = assay(folder, 'mine', '--json');
  expect(status, stderr).toBe(0);
  const mined = JSON.parse(stdout);
  expect(mined).toMatchObject({ scanned: 4, out_of_time: false });
  expect(mined.tasks).toMatchObject([
    {
      ...{ commit: commits[2], pass_to_pass_count: 1, files: 1, proven: true, underspecified: true },
      fail_to_pass: [expect.stringContaining('test_refuses_less_than_nothing')],
    },
  ]);
  expect(mined.rejected.map(({ reason }: { reason: string }) => reason)).toEqual([
    'no_source',
    'no_tests',
    'no_source',
  ]);
  expect(digestFolder(folder)).toBe(before);

  const [{ name }] = mined.tasks;
  const task = join(folder, 'scenarios/mined', name);
  const { user_instruction } = parse(readFileSync(join(task, 'scenario.yaml'), 'utf8'));
  expect(user_instruction.split('\n')[0]).toBe('Reject negative amounts');
  // the message does not say which error
  expect(user_instruction).toContain('- `ValueError` in `bank.py`');
  expect(user_instruction).not.toMatch(FUTURE);

  // an agent sees nothing of the future in any byte of its workspace, its repository included
  const copy = 'mkdir -p "$HOME/w"; cp -r . "$HOME/w"; tar -cf seen.tar -C "$HOME/w" .';
  writeFileSync(
    join(folder, 'assay.config.yaml'),
    stringify({ judge: { use: 'heuristic' }, agents: [{ id: 'bot', type: 'command', command: `${copy}; echo done` }] }),
  );
  const ran = assay(folder, 'run', name, '--agent', 'bot', '--no-prove', '--json');
  const [run] = JSON.parse(ran.stdout).runs;
  expect(run.result).toBe('failed');
  const tree = git(
    join(run.folder, 'trees.git'),
    'rev-parse',
    JSON.parse(readFileSync(join(run.folder, 'evidence.json'), 'utf8')).final_tree,
  );
  execFileSync(
    'sh',
    [
      '-c',
      `mkdir ../seen; git --git-dir="${run.folder}/trees.git" show ${tree}:seen.tar | tar -x --no-same-owner -C ../seen`,
    ],
    { cwd: folder, env },
  );
  const seen = join(scratch.path, 'seen');
  const files = listFiles(seen);
  expect(files).toContain('bank.py');
  expect(files.some((path) => path.startsWith('.git/objects/'))).toBe(true);
  const ids = [
    commits[2],
    git(folder, 'rev-parse', `${commits[2]}^{tree}`),
    git(folder, 'rev-parse', `${commits[2]}:bank.py`),
  ];
  const objects = execFileSync('git', ['cat-file', '--batch-all-objects', '--batch'], {
    cwd: seen,
    env,
    encoding: 'latin1',
  });
  expect(objects).toContain('def deposit');
  const texts = [objects, ...files.map((path) => `${path}\n${readFileSync(join(seen, path), 'latin1')}`)];
  for (const text of texts) {
    expect(text).not.toMatch(FUTURE);
    for (const id of ids) expect(text).not.toContain(id);
  }
  expect(git(seen, 'log', '--all', '--format=%s').split('\n')).toHaveLength(1);

  // agents are compared on it as it is
  const fixer = `cat > bank.py <<'END'\n${PYTHON[2]?.[1]['bank.py']}END\necho done`;
  const agents = [
    { id: 'fixer', type: 'command', command: fixer },
    { id: 'idle', type: 'command', command: 'echo nothing to do' },
  ];
  writeFileSync(join(folder, 'assay.config.yaml'), stringify({ judge: { use: 'heuristic' }, agents }));
  const compared = assay(
    folder,
    'compare',
    './scenarios/mined',
    '--agent',
    'fixer',
    '--against',
    'idle',
    '--repeat',
    '2',
    '--json',
  );
  expect(compared.status, compared.stderr).toBe(0);
  expect(JSON.parse(compared.stdout).verdict.net_gain).toBeGreaterThan(0);
  const competed = assay(folder, 'compete', name, '--agent', 'fixer,idle', '--json');
  expect(JSON.parse(competed.stdout)).toMatchObject({ competition: { status: 'winner', winner: 'fixer' } });

  // the seed of a scenario and that of a Harbor task have the same files
  const exported = join(scratch.path, 'exported');
  expect(assay(folder, 'export', name, '--format', 'harbor', '--out', exported).status).toBe(0);
  expect(listFiles(join(exported, name, 'environment/seed'))).toEqual(listFiles(join(task, 'seed')));
  expect(assay(folder, 'mine', '--format', 'harbor', '--out', 'scenarios/mined')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('scenarios/mined has scenarios; choose another folder with --out'),
  });

  // nothing is tried again
  const again = JSON.parse(assay(folder, 'mine', '--json').stdout);
  expect(again).toEqual(mined);
});

const SUITE = (body: string): string =>
  `import { test } from 'node:test';\nimport assert from 'node:assert/strict';\nimport { add } from '../add.js';\n${body}`;

test('hostile tests are rejected with a reason, and harm nothing', () => {
  using scratch = scratchFolder();
  const folder = join(scratch.path, 'add');
  const victim = join(folder, 'precious.txt');
  const start = {
    'package.json': '{"type": "module", "scripts": {"test": "node --test"}}',
    'precious.txt': 'precious',
  };
  const change = (name: string, body: string, code: string): [string, Files] => [
    name,
    { 'add.js': code, 'test/add.test.js': SUITE(body) },
  ];
  const commits = createHistory(folder, [
    ['Start', { ...start, 'add.js': 'export const add = () => 0;\n' }],
    change('Hangs', "test('hangs', () => { for (;;); });", 'export const add = () => 1;\n'),
    change(
      'Prints',
      "test('prints', () => { for (;;) process.stdout.write('x'.repeat(1e6)); });",
      'export const add = () => 2;\n',
    ),
    change(
      'Deletes',
      `import { rmSync } from 'node:fs';\ntest('deletes', () => { for (const path of ['.', ${JSON.stringify(folder)}]) try { rmSync(path, { recursive: true, force: true }); } catch {} process.exit(1); });`,
      'export const add = () => 3;\n',
    ),
    change('Is green', "test('passes', () => assert.equal(1, 1));", 'export const add = () => 4;\n'),
    change('Is a pointer', '', 'export const add = () => 5;\n'),
  ]);
  writeFileSync(
    join(folder, 'test/add.test.js'),
    `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 1\n`,
  );
  writeFileSync(join(folder, 'add.js'), 'export const add = () => 6;\n');
  git(folder, 'commit', '--quiet', '--all', '--message', 'Points to a file elsewhere');
  const before = digestFolder(folder);
  const { stdout, status, stderr } = assay(folder, 'mine', '--json', '--timeout', '15');
  expect(status, stderr).toBe(1);
  const reasons = JSON.parse(stdout).rejected.map(({ commit, reason }: { commit: string; reason: string }) => [
    commits.indexOf(commit),
    reason,
  ]);
  expect(Object.fromEntries(reasons)).toMatchObject({
    1: 'timeout',
    3: 'never_green',
    4: 'already_green',
    [-1]: 'tests_do_not_apply',
  });
  expect(['timeout', 'never_green']).toContain(Object.fromEntries(reasons)[2]);
  expect(readFileSync(victim, 'utf8')).toBe('precious');
  expect(digestFolder(folder)).toBe(before);
});

test('what is no repository with a history gets a clear answer', () => {
  using scratch = scratchFolder();
  const none = join(scratch.path, 'none');
  mkdirSync(none);
  expect(assay(none, 'mine')).toMatchObject({ status: 2, stderr: expect.stringContaining('not in a git repository') });
  git(none, 'init', '--quiet');
  expect(assay(none, 'mine')).toMatchObject({ status: 2, stderr: expect.stringContaining('has no commits yet') });
  const folder = join(scratch.path, 'bank');
  createHistory(folder, PYTHON.slice(0, 2));
  expect(assay(folder, 'mine')).toMatchObject({ status: 1, stdout: expect.stringContaining('0 proven tasks') });
  git(scratch.path, 'clone', '--quiet', '--depth=1', `file://${folder}`, 'shallow');
  expect(assay(join(scratch.path, 'shallow'), 'mine')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('git fetch --unshallow'),
  });
  git(
    folder,
    '-c',
    'protocol.file.allow=always',
    'submodule',
    '--quiet',
    'add',
    `file://${join(scratch.path, 'shallow')}`,
    'inner',
  );
  git(folder, 'commit', '--quiet', '--all', '--message', 'Add a submodule');
  expect(assay(folder, 'mine', '--json')).toMatchObject({ status: 1 });
  for (const args of [
    ['--limit', 'all'],
    ['--budget', '10'],
    ['--format', 'odd'],
    ['--image', 'debian:12'],
    ['--judge', 'openai'],
    ['--rewrite', '--judge', 'heuristic'],
  ])
    expect([args, assay(folder, 'mine', ...args).status]).toEqual([args, 2]);
});

test('a session becomes a candidate with its base, its prompt and its commits', () => {
  using scratch = scratchFolder();
  const folder = join(scratch.path, 'bank');
  const commits = createHistory(folder, PYTHON);
  const session = join(scratch.path, 'session.jsonl');
  const line = (type: string, payload: object): string =>
    JSON.stringify({ timestamp: '2026-01-01T00:00:00Z', type, payload });
  const item = (payload: object): string => line('response_item', payload);
  const write = (...printed: string[]): void =>
    writeFileSync(
      session,
      [
        line('session_meta', { id: 's', cli_version: '0.166.0', git: { commit_hash: commits[1] } }),
        item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Nobody pays in less than 0.' }] }),
        item({ type: 'function_call', name: 'shell', call_id: 'c', arguments: '{"command": ["git", "commit"]}' }),
        item({ type: 'function_call_output', call_id: 'c', output: printed.join('\n') }),
      ].join('\n'),
    );
  write(`[main ${commits[2]?.slice(0, 7)}] Reject negative amounts`);
  const dry = assay(folder, 'mine', '--session', session, '--dry-run', '--json');
  expect(JSON.parse(dry.stdout)).toMatchObject({
    candidates: [{ commit: commits[2], subject: 'Nobody pays in less than 0.', tests: ['tests/test_bank.py'] }],
    scanned: 1,
  });
  write('[main 0123456] Another repository');
  expect(assay(folder, 'mine', '--session', session, '--dry-run')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('what the session committed cannot be found'),
  });
});

test('a killed process loses nothing', async () => {
  using scratch = scratchFolder();
  const folder = join(scratch.path, 'bank');
  createHistory(folder, PYTHON);
  const child = spawn(process.execPath, [CLI, 'mine', '--format', 'harbor'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise<void>((resolve) => {
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('proving: 5 of')) resolve();
    });
    child.on('close', () => resolve());
  });
  child.kill('SIGKILL');
  const mined = join(folder, 'harbor-tasks');
  const lines = readFileSync(join(mined, 'index.jsonl'), 'utf8').split('\n').filter(Boolean);
  expect(lines.map((line) => JSON.parse(line).reason)).toEqual(['no_source', 'no_tests', 'no_source']);
  expect(readdirSync(mined).filter((name) => !name.startsWith('.'))).toEqual(['index.jsonl']);
  rmSync(folder, { recursive: true, force: true });
});
