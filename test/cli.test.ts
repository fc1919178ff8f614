import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FORMULAS } from '@assay/scoring';
import { describe, expect, test } from 'vitest';

/* The installed command in a separate process with real pipes. */
const root = fileURLToPath(new URL('..', import.meta.url));
const BIN = `${root}node_modules/.bin/assay`;
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

function assay(args: string[], input = '', options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const { status, stdout, stderr } = spawnSync(BIN, args, { input, encoding: 'utf8', ...options });
  return { status, stdout, stderr };
}

describe('help and version', () => {
  test.each([['--help'], ['-h'], ['help'], []])('assay %s lists the commands and exits 0', (...args) => {
    const { status, stdout, stderr } = assay(args.filter(Boolean));
    expect(stdout).toContain('Usage: assay COMMAND');
    expect(stdout).toContain('score');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test('assay --version prints only the version', () => {
    expect(assay(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('an unknown command lists the known ones and exits 2', () => {
    const { status, stdout, stderr } = assay(['frobnicate']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(
      'the commands are grade, patterns, run, regrade, judge, compare, aa, promote, compete, report, check, hook, serve, worker,',
    );
  });

  test.each(['serve', 'worker', 'mcp'])('assay %s rejects an argument and does not start', (name) => {
    const { status, stdout, stderr } = assay([name, 'extra']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('unexpected argument extra');
  });

  test('assay score --help lists every formula', () => {
    const { status, stdout } = assay(['score', '--help']);
    expect(status).toBe(0);
    for (const { id } of FORMULAS) expect(stdout).toContain(id);
  });
});

describe('assay score', () => {
  test.each([...new Set(FORMULAS.map(({ id }) => id))])('%s: scores its own example', (id) => {
    const example = assay(['score', id, '--example']).stdout;
    const { status, stdout, stderr } = assay(['score', id], example);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ formula: id });
  });

  test('an array gives an array, with errors in place, and exits 2', () => {
    const { status, stdout, stderr } = assay(
      ['score', 'axis.speed'],
      JSON.stringify([
        { category: 'agent', duration_ms: 1 },
        { category: 'x' },
        { category: 'agent', duration_ms: null },
      ]),
    );
    const [first, second, third] = JSON.parse(stdout);
    expect(first).toMatchObject({ value: 1, tier: 'Excellent' });
    expect(second).toEqual({
      error: { code: 'invalid_input', message: expect.stringContaining('category'), path: 'category' },
    });
    expect(third).toMatchObject({ value: 1, tier: 'Unknown' });
    expect(status).toBe(2);
    expect(stderr).toContain('item 1: category');
  });

  test.each([
    { args: ['score'], input: '', code: 'usage', why: 'no formula' },
    { args: ['score', 'axis', 'file.json'], input: '', code: 'usage', why: 'too many arguments' },
    { args: ['score', 'axis', '--fast'], input: '', code: 'usage', why: 'an unknown option' },
    { args: ['score', 'nope'], input: '{}', code: 'unknown_formula', why: 'an unknown formula' },
    { args: ['score', 'axis@9'], input: '{}', code: 'unknown_formula', why: 'an unknown version' },
    { args: ['score', 'axis'], input: '', code: 'invalid_json', why: 'empty stdin' },
    { args: ['score', 'axis'], input: '{', code: 'invalid_json', why: 'an incomplete document' },
    { args: ['score', 'axis'], input: '{"a":1,"a":2}', code: 'invalid_json', why: 'a duplicate key' },
    { args: ['score', 'axis'], input: '7', code: 'invalid_input', why: 'not an object' },
    {
      args: ['score', 'axis'],
      input: `${'['.repeat(5000)}${']'.repeat(5000)}`,
      code: 'invalid_input',
      why: 'very deep nesting',
    },
    { args: ['score', 'axis.calibrate'], input: '{"raw":1e999}', code: 'invalid_input', why: 'not finite' },
  ])('$why gives {"error"} with code $code on stdout, a message on stderr, and exit 2', ({ args, input, code }) => {
    const { status, stdout, stderr } = assay(args, input);
    const document = JSON.parse(stdout);
    expect([document].flat()[0]).toMatchObject({ error: { code, message: expect.any(String) } });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^assay: .+\n.+\n/);
  });

  test('rejects bytes that are not UTF-8', () => {
    const { status, stdout } = spawnSync(BIN, ['score', 'axis'], {
      input: Buffer.from([0x7b, 0xff, 0x7d]),
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'invalid_json' } });
  });

  test('escape sequences in the input reach neither stdout nor stderr', () => {
    const { stdout, stderr } = assay(['score', 'scorecard'], JSON.stringify({ outcome: '\u001b[31m\u0007' }));
    expect(stdout + stderr).not.toContain('\u001b');
    expect(stdout + stderr).not.toContain('\u0007');
  });

  test('an empty list gives an empty list', () => {
    expect(assay(['score', 'axis', '--json'], '[]')).toEqual({ status: 0, stdout: '[]\n', stderr: '' });
  });

  test('works from any folder', () => {
    expect(assay(['score', 'axis.calibrate'], '{"raw":0.5}', { cwd: tmpdir() }).status).toBe(0);
  });

  test('reports an interrupt while waiting for input and exits 130', async () => {
    const child = spawn(process.execPath, [`${root}packages/cli/bin/assay.js`, 'score', 'axis'], { stdio: 'pipe' });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    // it waits forever on the open pipe, so a slow start does no harm
    const interrupt = setTimeout(() => child.kill('SIGINT'), 3000);
    const ended = await new Promise((resolve) => child.on('close', (status, signal) => resolve({ status, signal })));
    clearTimeout(interrupt);
    expect(ended).toEqual({ status: 130, signal: null });
    expect(stderr).toContain('interrupted');
  });

  test('exits 0 if the reader closes the pipe early', async () => {
    const child = spawn(BIN, ['score', '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

test.each([
  ['chek', 'check'],
  ['grad', 'grade'],
  ['reputaton', 'reputation'],
  ['rnu', 'run'],
])('assay %s suggests %s', (typed, meant) => {
  const { status, stderr } = spawnSync(BIN, [typed], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: `assay: unknown command ${typed}\nDid you mean \`assay ${meant}\`?\n`,
  });
});

test('an unknown option suggests the one that was meant', () => {
  expect(spawnSync(BIN, ['check', '--jsn'], { encoding: 'utf8' })).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^assay: unknown option --jsn; did you mean --json\?\n/),
  });
});

describe('the runtime', () => {
  const old = ['/usr/bin/node', '/usr/local/bin/node'].find(
    (path) => existsSync(path) && /^v(1\d|20|21)\./.test(execFileSync(path, ['--version'], { encoding: 'utf8' })),
  );

  test.skipIf(old === undefined)('an older Node starts the installed one', () => {
    const run = (...args: string[]) =>
      spawnSync(old as string, [`${root}packages/cli/bin/assay.js`, ...args], {
        input: '{"raw":0.5}',
        encoding: 'utf8',
      });
    expect(run('--help')).toMatchObject({ status: 0, stderr: '' });
    expect(run('score', 'axis.calibrate')).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringContaining('"score":50'),
    });
    expect(run('score', 'nope')).toMatchObject({ status: 2 });
  });

  test('the oldest version is that of the manifest', () => {
    const oldest = /OLDEST = \[(\d+), (\d+)\]/.exec(readFileSync(`${root}packages/cli/bin/assay.js`, 'utf8'));
    const manifest = readFileSync(`${root}packages/cli/package.json`, 'utf8');
    expect(JSON.parse(manifest).engines.node).toBe(`>=${oldest?.slice(1).join('.')}`);
  });

  test.skipIf(old === undefined).each([[], ['--help'], ['--version'], ['check'], ['chek']])(
    'an older Node without an installed one: %j says which Node is needed',
    (...args) => {
      const folder = mkdtempSync(join(tmpdir(), 'assay-old-node-'));
      cpSync(`${root}packages/cli/bin`, join(folder, 'bin'), { recursive: true });
      const { status, stderr } = spawnSync(old as string, [join(folder, 'bin/assay.js'), ...args], {
        encoding: 'utf8',
      });
      rmSync(folder, { recursive: true });
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: expect.stringMatching(
          /is too old: Assay requires Node 22\.18 or later\nInstall Node 24, .*npm install node@24/,
        ),
      });
    },
  );
});
