import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { COMPILE_CACHE } from './compile-cache.ts';

/* What others do to a repository while an agent works, with real git: the agent hears nothing of it. */

vi.setConfig({ testTimeout: 120_000 });

const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));
/** Tests of which each asserts something else. */
const tests = (...names: readonly string[]): string =>
  `from app import add\n${names.map((name) => `\ndef test_${name}():\n    assert add('${name}', '') == '${name}'\n`).join('')}`;
const BOTH = tests('one', 'two');
const MORE = tests('three', 'four');
const ONE = tests('one');
const weaken = (text: string): string => text.replace(/assert (add\(.*\)) == .*/, '$1');
const APP = 'def add(a, b):\n    return a + b\n';

/** A repository with a remote, another clone of it, and the hooks of an agent. */
function openRepositories() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-history-')));
  const [home, remote, work, other] = ['home', 'remote.git', 'work', 'other'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  const env = { HOME: home, PATH: process.env['PATH'] ?? '', ...COMPILE_CACHE };
  const gitIn =
    (cwd: string) =>
    (...args: string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd,
        env: { ...env, GIT_EDITOR: 'true' },
        stdio: ['ignore', 'pipe', 'ignore'],
      }).toString();
  const putIn = (root: string) => (files: Readonly<Record<string, string | null>>) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      if (text === null) rmSync(join(root, name));
      else writeFileSync(join(root, name), text);
    }
  };
  const commitIn = (root: string) => (files: Readonly<Record<string, string | null>>) => {
    putIn(root)(files);
    gitIn(root)('add', '-A');
    gitIn(root)('commit', '-qm', 'change');
  };
  const event = async (name: string, more: object = {}) => {
    const child = spawn(process.execPath, [CLI, 'hook', name], { cwd: folder, env });
    child.stdin.end(JSON.stringify({ session_id: 's', cwd: work, transcript_path: '', ...more }));
    const [out, err] = await Promise.all([child.stdout.toArray(), child.stderr.toArray(), once(child, 'close')]);
    expect(Buffer.concat(err).toString()).toBe('');
    const text = Buffer.concat(out).toString();
    return text === '' ? '' : (JSON.parse(text).reason as string);
  };
  mkdirSync(home);
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', remote]);
  for (const clone of [work, other]) execFileSync('git', ['clone', '-q', remote, clone], { stdio: 'ignore' });
  gitIn(work)('checkout', '-q', '-b', 'main');
  commitIn(work)({
    'app.py': APP,
    'tests/test_app.py': BOTH,
    'tests/test_more.py': MORE,
    'tests/test_kept.py': tests('kept'),
  });
  gitIn(work)('push', '-q', '-u', 'origin', 'main');
  gitIn(other)('pull', '-q', 'origin', 'main');
  return {
    ...{ folder, home, work, other, event, gitIn, putIn },
    git: gitIn(work),
    put: putIn(work),
    commit: commitIn(work),
    /** A colleague changes files and pushes. */
    push: (files: Readonly<Record<string, string | null>>) => {
      commitIn(other)(files);
      gitIn(other)('push', '-q', 'origin', 'HEAD:main');
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

type Repositories = ReturnType<typeof openRepositories>;

/** A colleague removes a test, and a file of tests. */
const REMOVED = { 'tests/test_app.py': ONE, 'tests/test_more.py': null };

interface Situation {
  readonly name: string;
  /** Before the session. */
  readonly before?: (it: Repositories) => void;
  readonly during: (it: Repositories) => void;
}

const SITUATIONS: readonly Situation[] = [
  {
    name: 'a pull that fast-forwards',
    during: ({ push, git }) => {
      push(REMOVED);
      git('pull', '-q');
    },
  },
  {
    name: 'a pull of a name, without a branch that follows',
    during: ({ push, git, other }) => {
      push(REMOVED);
      git('pull', '-q', other, 'HEAD');
    },
  },
  {
    name: 'a pull that merges work of the session',
    during: ({ push, commit, git }) => {
      push(REMOVED);
      commit({ 'app.py': `${APP}\n\ndef sub(a, b):\n    return a - b\n` });
      git('pull', '-q', '--no-rebase', '--no-edit');
    },
  },
  {
    name: 'a pull that merges both changes of one file',
    during: ({ push, commit, git }) => {
      push({ 'tests/test_app.py': ONE });
      commit({ 'tests/test_app.py': `# ${'the tests of app'}\n${BOTH}` });
      git('pull', '-q', '--no-rebase', '--no-edit');
    },
  },
  {
    name: 'a pull that rebases work of the session',
    during: ({ push, commit, git }) => {
      push(REMOVED);
      commit({ 'app.py': `${APP}\n\ndef sub(a, b):\n    return a - b\n` });
      git('pull', '-q', '--rebase');
    },
  },
  {
    name: 'a pull with uncommitted work from before the session',
    before: ({ put }) => put({ 'tests/test_new.py': tests('new'), 'app.py': `# mine\n${APP}` }),
    during: ({ push, git }) => {
      push(REMOVED);
      git('pull', '-q');
    },
  },
  {
    name: 'a pull of many commits',
    during: ({ push, git }) => {
      for (const name of ['a', 'b', 'c']) push({ [`tests/test_${name}.py`]: tests(name) });
      push(REMOVED);
      for (const name of ['a', 'b']) push({ [`tests/test_${name}.py`]: null });
      git('pull', '-q');
    },
  },
  {
    name: 'a switch to an older branch',
    before: ({ git, commit }) => {
      git('branch', 'older');
      commit({ 'tests/test_app.py': tests('one', 'two', 'five'), 'tests/test_new.py': tests('new') });
    },
    during: ({ git }) => git('checkout', '-q', 'older'),
  },
  {
    name: 'a switch to a branch of a colleague, with work on it',
    during: ({ git, gitIn, other, putIn, commit }) => {
      gitIn(other)('checkout', '-q', '-b', 'theirs');
      putIn(other)(REMOVED);
      gitIn(other)('commit', '-qam', 'fewer');
      gitIn(other)('push', '-q', 'origin', 'theirs');
      git('fetch', '-q');
      git('checkout', '-q', 'theirs');
      commit({ 'app.py': `# mine\n${APP}` });
    },
  },
  {
    name: 'a reset to an earlier commit',
    before: ({ commit }) => commit({ 'tests/test_app.py': tests('one', 'two', 'five') }),
    during: ({ git }) => git('reset', '-q', '--hard', 'HEAD~1'),
  },
  {
    name: 'a stash of uncommitted tests',
    before: ({ put }) => put({ 'tests/test_app.py': tests('one', 'two', 'five') }),
    during: ({ git }) => git('stash', '-q'),
  },
  {
    name: 'a rebase that stops at a conflict',
    before: ({ git, commit, push }) => {
      commit({ 'tests/test_app.py': BOTH.replace("== 'one'", "== 'o' + 'ne'") });
      commit({ 'tests/test_later.py': tests('later') });
      push({ 'tests/test_app.py': ONE.replace("== 'one'", "== 'on' + 'e'"), 'tests/test_more.py': null });
      git('fetch', '-q');
    },
    during: ({ git }) => {
      expect(() => git('rebase', 'origin/main')).toThrow();
    },
  },
  {
    name: 'a rebase that stops after it replayed a commit',
    before: ({ git, commit, push }) => {
      commit({ 'app.py': `# mine\n${APP}` });
      commit({ 'tests/test_app.py': BOTH.replace("== 'one'", "== 'o' + 'ne'") });
      commit({ 'tests/test_later.py': tests('later') });
      push({ 'tests/test_app.py': ONE.replace("== 'one'", "== 'on' + 'e'"), 'tests/test_more.py': null });
      git('fetch', '-q');
    },
    during: ({ git }) => {
      expect(() => git('rebase', 'origin/main')).toThrow();
    },
  },
  {
    name: 'a merge that stops at a conflict',
    before: ({ commit, push, git }) => {
      push({ 'app.py': `# theirs\n${APP}`, ...REMOVED });
      commit({ 'app.py': `# mine\n${APP}` });
      git('fetch', '-q');
    },
    during: ({ git }) => {
      expect(() => git('merge', 'origin/main')).toThrow();
    },
  },
  {
    name: 'content of an earlier commit that is brought back',
    before: ({ commit }) => commit({ 'tests/test_app.py': tests('one', 'two', 'five') }),
    during: ({ git }) => git('checkout', '-q', 'HEAD~1', '--', 'tests/test_app.py'),
  },
  {
    name: 'a merge of the branch of another work tree',
    during: ({ git, gitIn, folder }) => {
      git('worktree', 'add', '-q', '-b', 'theirs', join(folder, 'theirs'));
      writeFileSync(join(folder, 'theirs/tests/test_app.py'), ONE);
      gitIn(join(folder, 'theirs'))('commit', '-qam', 'fewer');
      git('merge', '-q', 'theirs');
    },
  },
];

test.each(SITUATIONS)('says nothing after $name, and still sees what the agent does then', async (situation) => {
  using it = openRepositories();
  situation.before?.(it);
  await it.event('session-start');
  situation.during(it);
  expect(await it.event('stop')).toBe('');
  it.put({ 'tests/test_kept.py': weaken(tests('kept')) });
  expect(await it.event('stop')).toContain('tests/test_kept.py:3');
});

const call = (id: string, command: string, at_ms: number, done_ms: number) => [
  {
    type: 'assistant',
    timestamp: new Date(at_ms).toISOString(),
    message: { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] },
  },
  {
    type: 'user',
    timestamp: new Date(done_ms).toISOString(),
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] },
  },
];

function writeTranscript({ home }: Repositories, name: string, records: readonly object[]): string {
  const transcript_path = join(home, `${name}.jsonl`);
  const first = { type: 'user', timestamp: new Date(0).toISOString(), message: { role: 'user', content: 'go' } };
  const lines = [first, ...records].map((record, i) =>
    JSON.stringify({ parentUuid: null, isSidechain: false, sessionId: name, uuid: `${i}`, ...record }),
  );
  writeFileSync(transcript_path, `${lines.join('\n')}\n`);
  return transcript_path;
}

test('a commit of a second session in the same work tree is reported to that session only', async () => {
  using it = openRepositories();
  for (const session_id of ['one', 'two']) await it.event('session-start', { session_id });
  const started_ms = Date.now();
  it.commit({ 'tests/test_app.py': weaken(BOTH) });
  const ended_ms = Date.now();
  const elsewhere = writeTranscript(it, 'one', call('1', 'ls', started_ms - 60_000, started_ms - 59_000));
  const there = writeTranscript(it, 'two', call('1', './finish.sh', started_ms - 10, ended_ms + 10));
  expect(await it.event('stop', { session_id: 'one', transcript_path: elsewhere })).toBe('');
  expect(await it.event('stop', { session_id: 'two', transcript_path: there })).toContain('test_app.py:3');
  // work on top of it is its own
  it.put({ 'tests/test_more.py': weaken(MORE) });
  expect(await it.event('stop', { session_id: 'one', transcript_path: elsewhere })).toContain('test_more.py:3');
});

test('without transcripts, a commit is reported to the session that stops first', async () => {
  using it = openRepositories();
  for (const session_id of ['one', 'two']) await it.event('session-start', { session_id });
  it.commit({ 'tests/test_app.py': weaken(BOTH) });
  expect(await it.event('stop', { session_id: 'two' })).toContain('test_app.py:3');
  expect(await it.event('stop', { session_id: 'one' })).toBe('');
});

test.each([
  { command: 'git commit -qam done', why: 'while a tool ran', ends_after_ms: 10 },
  { command: 'sh -c "sleep 5; git commit -qam done" &', why: 'by what a tool left behind', ends_after_ms: -60_000 },
])('a commit that was written $why is of the session: $command', async ({ command, ends_after_ms }) => {
  using it = openRepositories();
  await it.event('session-start');
  const started_ms = Date.now() - 120_000;
  it.commit({ 'tests/test_app.py': weaken(BOTH) });
  const transcript_path = writeTranscript(it, 's', call('1', command, started_ms, Date.now() + ends_after_ms));
  expect(await it.event('stop', { transcript_path })).toContain('test_app.py:3');
});

test.each([
  { as: 'of plumbing', make: ['commit-tree'] },
  { as: 'on another branch', make: ['branch'] },
])('a commit $as that the work tree is moved to is not hidden', async ({ make }) => {
  using it = openRepositories();
  await it.event('session-start');
  it.put({ 'tests/test_app.py': weaken(BOTH) });
  if (make[0] === 'branch') {
    it.git('checkout', '-q', '-b', 'mine');
    it.git('commit', '-qam', 'weak');
    it.git('checkout', '-q', 'main');
    it.git('merge', '-q', 'mine');
  } else {
    it.git('add', '-A');
    const commit = it.git('commit-tree', it.git('write-tree').trim(), '-p', 'HEAD', '-m', 'weak').trim();
    it.git('reset', '-q', '--hard', commit);
  }
  expect(await it.event('stop')).toContain('test_app.py:3');
});

test('a merge does not give what the other branch never had', async () => {
  using it = openRepositories();
  it.git('branch', 'older');
  it.commit({ 'tests/test_app.py': tests('one', 'two', 'five') });
  it.git('checkout', '-q', 'older');
  it.commit({ 'other.py': APP });
  it.git('checkout', '-q', 'main');
  await it.event('session-start');
  it.git('merge', '-q', '--no-commit', '-s', 'ours', 'older');
  it.commit({ 'tests/test_app.py': tests('two') });
  expect(await it.event('stop')).toContain('tests/test_app.py');
});

test('a work tree that the session added has its own baseline, and its commits count', async () => {
  using it = openRepositories();
  it.put({ 'app.py': `# not committed\n${APP}` });
  await it.event('session-start');
  const added = join(it.folder, 'added');
  it.git('worktree', 'add', '-q', '-b', 'added', added);
  const inAdded = { cwd: join(added, 'tests') };
  expect(await it.event('stop', inAdded)).toBe('');
  writeFileSync(join(added, 'tests/test_app.py'), weaken(BOTH));
  it.gitIn(added)('commit', '-qam', 'weak');
  expect(await it.event('stop', inAdded)).toContain('- tests/test_app.py:3');
  // the other work tree is checked too, and named
  it.put({ 'tests/test_more.py': weaken(MORE) });
  expect(await it.event('stop', inAdded)).toContain(`- in ${it.work}: tests/test_more.py:3`);
  expect(await it.event('stop')).toBe('');
});

test('a work tree that the session first shows after its commits is compared with what was given', async () => {
  using it = openRepositories();
  await it.event('session-start');
  const added = join(it.folder, 'added');
  it.git('worktree', 'add', '-q', '-b', 'added', added);
  writeFileSync(join(added, 'tests/test_app.py'), weaken(BOTH));
  it.gitIn(added)('commit', '-qam', 'weak');
  // an agent that calls the hook itself does not move the baseline
  await it.event('session-start', { cwd: added });
  expect(await it.event('stop', { cwd: added })).toContain('- tests/test_app.py:3');
});

test('another repository has its own baseline', async () => {
  using it = openRepositories();
  await it.event('session-start');
  expect(await it.event('stop', { cwd: it.other })).toBe('');
  writeFileSync(join(it.other, 'tests/test_app.py'), weaken(BOTH));
  it.gitIn(it.other)('commit', '-qam', 'weak');
  expect(await it.event('stop', { cwd: it.other })).toContain('- tests/test_app.py:3');
});
