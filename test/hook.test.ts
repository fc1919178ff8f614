import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { COMPILE_CACHE } from './compile-cache.ts';

/* The installed command as an agent calls it: one process per event, JSON on stdin. */

vi.setConfig({ testTimeout: 60_000 });

const LIMIT_SESSION = new URL('../fixtures/transcripts/recorded/claude-code/limit.session.jsonl', import.meta.url);
const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));
const TEST = 'from app import add\n\ndef test_add():\n    assert add(1, 2) == 3\n';
const WEAK = 'from app import add\n\ndef test_add():\n    add(1, 2)\n';

function openProject(options: { readonly git?: boolean } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-hook-'));
  const [home, work] = [join(folder, 'home'), join(folder, 'work')];
  const env = { HOME: home, PATH: process.env['PATH'] ?? '', ...COMPILE_CACHE };
  const put = (files: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(work, name)), { recursive: true });
      writeFileSync(join(work, name), text);
    }
  };
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: work });
  const run = async (args: readonly string[], input = '') => {
    const child = spawn(process.execPath, [CLI, 'hook', ...args], { cwd: work, env });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const [out, err, [code]] = await Promise.all([
      child.stdout.toArray(),
      child.stderr.toArray(),
      once(child, 'close'),
    ]);
    return { code, out: Buffer.concat(out).toString('utf8'), err: Buffer.concat(err).toString('utf8') };
  };
  const event = (name: string, more: object = {}) =>
    run([name], JSON.stringify({ session_id: 's', cwd: work, transcript_path: '', ...more }));
  const log = async () => JSON.parse((await run(['log', '--json'])).out).decisions as Record<string, unknown>[];
  mkdirSync(home, { recursive: true });
  put({ 'app.py': 'def add(a, b):\n    return a + b\n', 'tests/test_app.py': TEST });
  if (options.git !== false) {
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'start');
  }
  const dispose = () => rmSync(folder, { recursive: true, force: true });
  return { home, work, put, git, run, event, log, [Symbol.dispose]: dispose };
}

const SILENT = { code: 0, out: '' };
const reasonOf = (out: string): string => JSON.parse(out).reason;

test('names what is wrong, where, and what to do; once', async () => {
  using project = openProject();
  expect(await project.event('session-start')).toMatchObject({ ...SILENT, err: '' });
  project.put({ 'tests/test_app.py': WEAK });
  const { code, out, err } = await project.event('stop');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(JSON.parse(out)).toEqual({ decision: 'block', reason: expect.any(String) });
  expect(reasonOf(out)).toMatchInlineSnapshot(`
    "Assay found a problem in what this session changed:
    - tests/test_app.py:3: the test "test_add" asserts nothing any more; it had 1 assertion (it was \`assert add(1, 2) == 3\`); restore it, or say in your last message why it must be so."
  `);
  expect(await project.event('stop')).toMatchObject({ ...SILENT, err: '' });
  expect(await project.log()).toMatchObject([
    { event: 'session-start', decision: 'started', fault: null, previous: null },
    { event: 'stop', decision: 'sent_back', fault: null, problems: [{ told_before: false }] },
    { event: 'stop', decision: 'passed', fault: null, problems: [{ told_before: true }] },
  ]);
});

test('two hooks of one event tell a problem once and record it once', async () => {
  using project = openProject();
  await project.event('session-start');
  project.put({ 'tests/test_app.py': WEAK });
  const input = JSON.stringify({ session_id: 's', cwd: project.work, last_assistant_message: 'Done.' });
  const stop = (): ReturnType<typeof project.run> => project.run(['stop', '--agent', 'claude', '--beside-mcp'], input);
  const answers = await Promise.all(Array.from({ length: 4 }, stop));
  expect(answers.filter(({ out }) => out.includes('block'))).toHaveLength(1);
  expect((await project.log()).map(({ decision, fault }) => [decision, fault])).toEqual([
    ['started', null],
    ['sent_back', null],
  ]);
});

test('hooks that end at the same time leave no gap in the record', async () => {
  using project = openProject();
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  await Promise.all(names.map((session_id) => project.event('stop', { session_id })));
  const decisions = await project.log();
  expect(decisions.map(({ fault }) => fault)).toEqual(names.map(() => null));
});

test('the baseline has uncommitted and untracked files, and a commit does not hide a change', async () => {
  using project = openProject();
  // the user's own work in progress is not the agent's
  project.put({ 'tests/test_app.py': WEAK, 'tests/test_new.py': 'def test_new():\n    assert 1 + 1 == 2\n' });
  await project.event('session-start');
  expect(await project.event('stop')).toMatchObject(SILENT);
  project.put({ 'tests/test_new.py': 'def test_new():\n    pass\n' });
  project.git('add', '-A');
  project.git('commit', '-qm', 'done');
  const { out } = await project.event('stop');
  expect(reasonOf(out)).toContain('tests/test_new.py:1');
  expect(reasonOf(out)).not.toContain('test_app.py');
});

test('an agent that calls session-start or session-end itself does not move the baseline', async () => {
  using project = openProject();
  await project.event('session-start');
  project.put({ 'tests/test_app.py': WEAK });
  await project.event('session-end');
  await project.event('session-start');
  expect((await project.event('stop')).out).toContain('block');
});

test('without a baseline, the newest commit counts', async () => {
  using project = openProject();
  project.put({ 'tests/test_app.py': WEAK });
  expect((await project.event('stop')).out).toContain('block');
});

test('a secret is named without its value, also right after a tool', async () => {
  using project = openProject();
  await project.event('session-start');
  const secret = `ghp_${'aB3dE5fG7h'.repeat(4).slice(0, 36)}`;
  project.put({ 'settings.py': `TOKEN = "${secret}"\n`, 'tests/test_app.py': WEAK });
  const { out } = await project.event('post-tool-use');
  expect(reasonOf(out)).toContain('settings.py:1');
  expect(out).not.toContain(secret);
  expect(out).not.toContain('test_app.py');
  expect((await project.event('stop')).out).toContain('test_app.py');
});

const claim = (text: string) => ({
  type: 'assistant',
  message: { role: 'assistant', content: [{ type: 'text', text }] },
});
const call = (id: string, name: string, input: object) => ({
  type: 'assistant',
  message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
});
const result = (id: string, text: string, is_error = false) => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text, is_error }] },
});
const EDIT = call('1', 'Edit', { file_path: '/work/app.py', old_string: 'a', new_string: 'b' });
const PYTEST = call('2', 'Bash', { command: 'pytest' });
const session = (...records: readonly object[]): string =>
  records
    .map((record, i) =>
      JSON.stringify({
        parentUuid: null,
        isSidechain: false,
        sessionId: 's',
        uuid: `${i}`,
        timestamp: '2026-01-01T00:00:00Z',
        ...record,
      }),
    )
    .join('\n');

test.each([
  {
    last: 'All tests pass.',
    records: [EDIT, result('1', 'ok'), PYTEST, result('2', 'Exit code 1\n1 failed, 3 passed in 0.1s', true)],
    words: 'fix it and run the tests again, or report the failure',
    why: 'the last run failed',
  },
  {
    last: 'All tests pass.',
    records: [PYTEST, result('2', '4 passed in 0.1s'), EDIT, result('1', 'ok')],
    words: 'run the tests, or say that you did not',
    why: 'nothing ran after the last edit',
  },
  {
    last: 'All tests pass.',
    records: [EDIT, result('1', 'ok'), PYTEST, result('2', '4 passed in 0.1s')],
    words: null,
    why: 'they did',
  },
  {
    last: 'All unit tests pass, one integration test fails.',
    records: [EDIT, result('1', 'ok'), PYTEST, result('2', 'Exit code 1\n1 failed, 3 passed in 0.1s', true)],
    words: null,
    why: 'the message admits the failure',
  },
])('“$last” with a session in which $why', async ({ last, records, words }) => {
  using project = openProject();
  await project.event('session-start');
  project.put({ 'app.py': 'def add(a, b):\n    return b + a\n' });
  const transcript_path = join(project.home, 'session.jsonl');
  writeFileSync(transcript_path, session({ type: 'user', message: { role: 'user', content: 'go' } }, ...records));
  const { out } = await project.event('stop', { transcript_path, last_assistant_message: last });
  if (words === null) expect(out).toBe('');
  else expect(reasonOf(out)).toContain(words);
});

test('a false claim is sent back even if nothing was changed', async () => {
  using project = openProject();
  await project.event('session-start');
  const transcript_path = join(project.home, 'session.jsonl');
  const failed = result('2', 'Exit code 1\n1 failed, 3 passed in 0.1s', true);
  writeFileSync(transcript_path, session({ type: 'user', message: { role: 'user', content: 'go' } }, PYTEST, failed));
  const { out } = await project.event('stop', { transcript_path, last_assistant_message: 'All tests pass.' });
  expect(reasonOf(out)).toContain('report the failure');
});

test('a transcript that cannot be read does not hide what the change shows', async () => {
  using project = openProject();
  await project.event('session-start');
  project.put({ 'tests/test_app.py': WEAK });
  const last = { transcript_path: join(project.home, 'none.jsonl'), last_assistant_message: 'All tests pass.' };
  expect((await project.event('stop', last)).out).toContain('test_app.py');
  expect((await project.log()).at(-1)).toMatchObject({ reason: expect.stringContaining('none.jsonl') });
});

test('reads only the end of a huge transcript', async () => {
  using project = openProject();
  await project.event('session-start');
  project.put({ 'app.py': 'def add(a, b):\n    return b + a\n' });
  const transcript_path = join(project.home, 'session.jsonl');
  const line = `${session(claim('x'.repeat(100_000)))}\n`;
  writeFileSync(transcript_path, line.repeat(600));
  const last = { transcript_path, last_assistant_message: 'All tests pass.' };
  expect(await project.event('stop', last)).toMatchObject(SILENT);
  writeFileSync(transcript_path, 'x'.repeat(60_000_000));
  expect(await project.event('stop', last)).toMatchObject(SILENT);
});

test.each([
  { input: '', why: 'nothing' },
  { input: 'not json', why: 'text' },
  { input: '[]', why: 'a list' },
  { input: '{"session_id": 5}', why: 'wrong types' },
  { input: JSON.stringify({ session_id: '../../x', cwd: '/nowhere/at/all' }), why: 'a folder that does not exist' },
  { input: '['.repeat(1_000_000), why: 'deep nesting' },
])('says nothing on stdout to $why', async ({ input }) => {
  using project = openProject();
  for (const name of ['session-start', 'stop', 'post-tool-use', 'session-end', 'nonsense', 'status-line']) {
    const { code, out, err } = await project.run([name], input);
    expect({ code, out }).toEqual(name === 'status-line' ? { code: 0, out: expect.any(String) } : SILENT);
    expect(err.split('\n').length).toBeLessThanOrEqual(2);
  }
});

test('says nothing outside a repository, or if it cannot write its state', async () => {
  using bare = openProject({ git: false });
  expect(await bare.event('stop')).toMatchObject({ ...SILENT, err: expect.stringMatching(/^assay hook: .*git/) });
  using project = openProject();
  writeFileSync(join(project.home, '.local'), 'in the way');
  project.put({ 'tests/test_app.py': WEAK });
  expect(await project.event('session-start')).toMatchObject(SILENT);
  // what it cannot remember it must not say, or it would say it forever
  expect(await project.event('stop')).toMatchObject(SILENT);
});

test('a changed or missing line of the record shows', async () => {
  using project = openProject();
  await project.event('session-start');
  project.put({ 'tests/test_app.py': WEAK });
  await project.event('stop');
  await project.event('stop');
  const records = join(project.home, '.local/state/assay/hooks/records');
  const file = join(records, readdirSync(records)[0] as string);
  const [first = '', second = '', third = ''] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, `${first}\n${third}\n`);
  expect((await project.log()).map(({ fault }) => fault)).toEqual([null, 'a line before is missing']);
  writeFileSync(file, `${first}\n${second.replace('sent_back', 'passed')}\n${third}\n`);
  expect((await project.log()).map(({ fault }) => fault)).toEqual([null, 'changed', 'a line before is missing']);
  expect((await project.run(['log'])).code).toBe(1);
});

test('the status line shows the last check and the cost', async () => {
  using project = openProject();
  const status = async () =>
    (await project.run(['status-line'], JSON.stringify({ session_id: 's', cost: { total_cost_usd: 0.4213 } }))).out;
  expect(await status()).toBe('assay not checked yet · $0.42\n');
  await project.event('session-start');
  await project.event('stop');
  expect(await status()).toBe('assay ✓ · $0.42\n');
  project.put({ 'tests/test_app.py': WEAK });
  await project.event('stop');
  expect(await status()).toBe('assay ✗ 1 problem · $0.42\n');
  await project.event('stop');
  expect(await status()).toBe('assay ! 1 problem left · $0.42\n');
});

test('the status line shows what part of the cost was wasted', async () => {
  using project = openProject();
  // a hundred times as expensive, so that it shows in cents
  const session = readFileSync(LIMIT_SESSION, 'utf8').replaceAll('ostUSD":0.007875', 'ostUSD":0.7875');
  const transcript_path = join(project.home, 'session.jsonl');
  writeFileSync(transcript_path, session);
  const { out } = await project.run(['status-line'], JSON.stringify({ session_id: 's', transcript_path }));
  // it read the same file twice
  expect(out).toBe('assay not checked yet · $0.79 · waste $0.35\n');
});

const SETTINGS = `{
  // my settings
  "model": "opus", /* the large one */
  "hooks": {
    "Stop": [
      { "hooks": [{ "type": "command", "command": "say done" }] }, // mine
    ]
  },
  "zoo": [1, 2]
}
`;

test.each([
  { agent: 'claude', file: '.claude/settings.json' },
  { agent: 'codex', file: '.codex/hooks.json' },
  { agent: 'gemini', file: '.gemini/settings.json' },
  { agent: 'opencode', file: '.opencode/plugins/assay.js' },
])(
  'installs for $agent, shows it first, repeats without effect and removes it to the byte',
  async ({ agent, file }) => {
    using project = openProject();
    const path = join(project.work, file);
    const has = () => {
      try {
        return readFileSync(path, 'utf8');
      } catch {
        return null;
      }
    };
    const isSettings = file.endsWith('.json');
    const before = isSettings ? SETTINGS : null;
    if (before !== null) project.put({ [file]: before });
    const shown = await project.run(['install', '--agent', agent, '--dry-run']);
    expect(shown).toMatchObject({ code: 0, out: expect.stringContaining(`hook stop --agent ${agent}`) });
    expect(has()).toBe(before);
    expect(await project.run(['install', '--agent', agent])).toMatchObject({ code: 2 });
    expect(has()).toBe(before);
    expect(await project.run(['install', '--agent', agent, '--yes'])).toMatchObject({ code: 0 });
    const installed = has() ?? '';
    if (isSettings) {
      for (const kept of ['// my settings', '/* the large one */', '// mine', '"say done"', '"zoo": [1, 2]'])
        expect(installed).toContain(kept);
    }
    expect((await project.run(['install', '--agent', agent, '--yes'])).out).toContain('Nothing to do');
    expect(has()).toBe(installed);
    expect(await project.run(['uninstall', '--agent', agent, '--yes'])).toMatchObject({ code: 0 });
    expect(has()).toBe(before);
  },
);

test('the plugin for opencode sends the answer as the next prompt, once', async () => {
  using project = openProject();
  await project.run(['install', '--agent', 'opencode', '--user', '--yes']);
  const file = join(project.home, '.config/opencode/plugins/assay.js');
  const driver = `
    const { AssayPlugin } = await import(${JSON.stringify(file)});
    const prompts = [];
    const message = { info: { role: 'assistant' }, parts: [{ type: 'text', text: 'Done.' }] };
    const session = { messages: async () => ({ data: [message] }), prompt: async (prompt) => prompts.push(prompt) };
    const { event } = await AssayPlugin({ client: { session }, directory: process.cwd() });
    await event({ event: { type: 'session.created', properties: { info: { id: 'ses_1' } } } });
    (await import('node:fs')).writeFileSync('tests/test_app.py', ${JSON.stringify(WEAK)});
    for (const _ of [1, 2]) await event({ event: { type: 'session.idle', properties: { sessionID: 'ses_1' } } });
    console.log(JSON.stringify(prompts));`;
  const env = { HOME: project.home, PATH: process.env['PATH'] ?? '' };
  const args = ['--input-type=module', '-e', driver];
  const prompts = JSON.parse(execFileSync(process.execPath, args, { cwd: project.work, env, encoding: 'utf8' }));
  expect(prompts).toMatchObject([{ path: { id: 'ses_1' }, body: { parts: [{ type: 'text' }] } }]);
  expect(prompts[0].body.parts[0].text).toContain('tests/test_app.py:3');
});

test('removes only its own hooks from settings that someone edited since', async () => {
  using project = openProject();
  const path = join(project.work, '.claude/settings.json');
  await project.run(['install', '--yes']);
  const settings = JSON.parse(readFileSync(path, 'utf8'));
  settings.hooks.Stop.push({ hooks: [{ type: 'command', command: 'say done' }] });
  writeFileSync(path, JSON.stringify({ theme: 'dark', ...settings }, null, 2));
  await project.run(['uninstall', '--yes']);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    theme: 'dark',
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }] },
  });
});

test.each([
  ['{"hooks": ', /nothing was changed/],
  ['{"hooks": []}', /nothing was changed/],
  ['{"hooks": {"Stop": {}}}', /nothing was changed/],
])('leaves the broken settings %s alone', async (text, words) => {
  using project = openProject();
  project.put({ '.claude/settings.json': text });
  expect(await project.run(['install', '--yes'])).toMatchObject({ code: 2, err: expect.stringMatching(words) });
  expect(readFileSync(join(project.work, '.claude/settings.json'), 'utf8')).toBe(text);
});
