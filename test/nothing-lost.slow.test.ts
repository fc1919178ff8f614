import { type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunResult } from '@assay/schema';
import { expect, test } from 'vitest';
import { createProject } from './projects.ts';

const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));
const PATH = [dirname(process.execPath), '/usr/bin', '/bin', '/usr/sbin', '/sbin'].join(':');
const ENV = { PATH, HOME: '/nonexistent' };

function assay(cwd: string, args: readonly string[], { env = {}, prefix = [] as readonly string[] } = {}) {
  const [program = '', ...rest] = [...prefix, process.execPath, CLI, ...args];
  const { status, stdout, stderr } = spawnSync(program, rest, { cwd, env: { ...ENV, ...env }, encoding: 'utf8' });
  // users never see a stack trace
  expect(stderr).not.toMatch(/^ +at /m);
  return { status, stdout, stderr };
}

const runsOf = (stdout: string): RunResult[] => JSON.parse(stdout).runs;

const SCENARIO = {
  name: 'task',
  user_instruction: 'Write done into state.txt.',
  workspace_seed: 'empty',
  scorers: [{ name: 'done', type: 'command', command: 'grep -qx done state.txt' }],
};
const bot = (command: string) => ({ id: 'bot', type: 'command', command });
const DOES_IT = bot('echo done > state.txt');

const memory = statSync('/dev/shm', { throwIfNoEntry: false });
const elsewhere = memory !== undefined && memory.dev !== statSync(tmpdir()).dev;

test.skipIf(!elsewhere)(
  `TMPDIR can be on another file system ${elsewhere ? '' : '(skipped: /dev/shm is not a separate file system)'}`,
  async () => {
    await using project = await createProject({ scenarios: [SCENARIO], config: { agents: [DOES_IT] } });
    const env = { TMPDIR: '/dev/shm' };
    const { status, stdout } = assay(project.folder, ['run', '--no-prove', '--json'], { env });
    const [run] = runsOf(stdout);
    expect(run).toMatchObject({ outcome: 'COMPLETED', overall: 'PASS', tries: 1, failure: null });
    expect(status).toBe(0);
    const folder = run?.folder ?? '';
    expect(readdirSync(join(folder, 'trees.git', 'objects', 'pack'))).toHaveLength(2);
    // regrading with a new scorer restores the stored trees
    const scorers = join(project.folder, 'more.json');
    await writeFile(scorers, JSON.stringify([{ name: 'there', type: 'command', command: 'test -s state.txt' }]));
    expect(assay(project.folder, ['regrade', folder, '--scorers', scorers], { env }).status).toBe(0);
  },
);

const root = process.getuid?.() === 0;
const because = root ? '' : '(skipped: requires root to mount a small disk)';

/** Prefix that runs a command on a disk of this size with the files of a project, and copies its runs afterwards. */
function onSmallDisk(folder: string, size: string, kept: string): readonly string[] {
  const script = `mount -t tmpfs -o size=${size} none "$0" && cp -r "$1/." "$0" && cd "$0" && kept=$2 && shift 2 &&
    { "$@"; code=$?; cp -r .assay/runs "$kept" 2>/dev/null; exit $code; }`;
  return ['unshare', '--mount', 'sh', '-c', script, kept, folder, `${kept}.runs`];
}

async function smallDisk(folder: string, size: string) {
  const place = await mkdtemp(join(tmpdir(), 'assay-small-disk-'));
  const remove = async (): Promise<void> => {
    for (const path of [place, `${place}.runs`]) await rm(path, { recursive: true, force: true });
  };
  return { prefix: onSmallDisk(folder, size, place), runs: `${place}.runs`, [Symbol.asyncDispose]: remove };
}

test.skipIf(!root)(`a full disk is an error without a retry, and the run is kept ${because}`, async () => {
  const noise = 'i=0; while [ $i -lt 80 ]; do head -c 1000000 /dev/zero | tr "\\0" x; echo; i=$((i+1)); done';
  const config = { agents: [bot(`echo done > state.txt; ${noise}`)] };
  await using project = await createProject({ scenarios: [SCENARIO], config });
  await using disk = await smallDisk(project.folder, '24m');
  const { status, stdout } = assay('/', ['run', '--no-prove', '--json'], disk);
  const [run] = runsOf(stdout);
  expect(run).toMatchObject({ tries: 1, failure: { class: 'disk_full', side: 'environment' } });
  expect(status).toBe(3);
  const folder = join(disk.runs, run?.run_id ?? '');
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['evidence.json', 'grade.json', 'run.json', 'raw']));
  expect(readFileSync(join(folder, 'transcript.jsonl'), 'utf8')).toContain('xxxx');
  expect(assay('/', ['regrade', folder, '--json']).status).toBe(3);
});

test.skipIf(!root)(`too little free disk is reported before a run starts ${because}`, async () => {
  await using project = await createProject({ scenarios: [SCENARIO], config: { agents: [DOES_IT] } });
  await using disk = await smallDisk(project.folder, '3m');
  for (const more of [[], ['--dry-run']]) {
    const { status, stderr } = assay('/', ['run', '--no-prove', ...more], disk);
    expect(stderr).toMatch(/expected at least 16 MB of free disk for the runs, found 2 MB/);
    expect(status).toBe(3);
    expect(existsSync(disk.runs)).toBe(false);
  }
});

test.each([{ stream: 'stdout' }, { stream: 'stderr' }])(
  'a full disk behind $stream loses no run',
  async ({ stream }) => {
    await using project = await createProject({ scenarios: [SCENARIO], config: { agents: [DOES_IT] } });
    const full = openSync('/dev/full', 'w');
    const stdio = { stdout: ['ignore', full, 'pipe'], stderr: ['ignore', 'pipe', full] }[stream] as StdioOptions;
    const args = [CLI, 'run', '--no-prove', '--json'];
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: project.folder,
      env: ENV,
      stdio,
      encoding: 'utf8',
    });
    closeSync(full);
    expect(readdirSync(join(project.folder, '.assay', 'runs'))).toHaveLength(1);
    expect(status).toBe(stream === 'stdout' ? 3 : 0);
    if (stream === 'stdout') expect(stderr).toMatch(/^assay: the disk is full: .*\nFree up space on that disk.*\n$/m);
    expect(stderr ?? '').not.toMatch(/^ +at /m);
  },
);

const READY = { agents: [DOES_IT] };

test.each([
  {
    config: { ...READY, formulas: { axis: '9' } },
    args: [],
    code: 2,
    says: 'formulas.axis: expected a version of axis',
  },
  {
    config: { ...READY, formulas: { axs: '2' } },
    args: [],
    code: 2,
    says: 'formulas.axs: expected a formula of a grade',
  },
  { config: { ...READY, judge: { use: 'anthropic' } }, args: [], code: 3, says: 'ANTHROPIC_API_KEY' },
  { config: READY, args: ['--judge', 'openai'], code: 3, says: 'OPENAI_API_KEY' },
  { config: { ...READY, judge: { use: 'claude-cli', criteria: 'no.yaml' } }, args: [], code: 2, says: 'no.yaml' },
  { config: { agents: [DOES_IT, 'codex'] }, args: [], code: 3, says: 'the program codex is not on PATH' },
  { config: { ...READY, weights: { agent: 2 } }, args: [], code: 2, says: 'weights' },
])('starts nothing with $config $args: $says', async ({ config, args, code, says }) => {
  await using project = await createProject({ scenarios: [SCENARIO], config });
  for (const more of [[], ['--dry-run']]) {
    const { status, stderr } = assay(project.folder, ['run', ...args, ...more]);
    expect(stderr).toContain(says);
    expect(status).toBe(code);
    const made = join(project.folder, '.assay', 'runs');
    expect(existsSync(made) ? readdirSync(made) : []).toEqual([]);
  }
});

test.each([
  { args: ['run', '--dry-run'], env: { ANTHROPIC_API_KEY: 'key' } },
  { args: ['run', '--dry-run'], env: { OPENAI_API_KEY: 'key' } },
  { args: ['run', '--no-prove', '--agent', 'nop'], env: { ANTHROPIC_API_KEY: 'key' } },
])('an API key in the environment does not enable a judge: $args with $env', async ({ args, env }) => {
  await using project = await createProject({ scenarios: [SCENARIO], config: { ...READY, judge: undefined } });
  expect(assay(project.folder, args, { env }).stderr).toContain('judge: rules');
});

test('prints the chosen judge and its maximum cost before the first run', async () => {
  await using project = await createProject({ scenarios: [SCENARIO], config: READY });
  const env = { ANTHROPIC_API_KEY: 'key' };
  const { stderr } = assay(project.folder, ['run', '--judge', 'auto', '--repeat', '3', '--dry-run'], { env });
  expect(stderr).toMatch(
    /judge: anthropic:\S+, ANTHROPIC_API_KEY is set; 3 runs × 2 questions, up to about \$\d+\.\d\d/,
  );
  expect(stderr).toContain('judge budget $5');
});

test('resuming keeps the options of the first call, including the judge', async () => {
  let asked = 0;
  const service = createServer((_, response) => {
    asked++;
    response.writeHead(500).end();
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const base_url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1`;
  await using project = await createProject({
    scenarios: [SCENARIO],
    config: { agents: [bot('sleep 0.3; echo done > state.txt')], judge: { use: 'openai', model: 'm', base_url } },
  });
  const first = [
    'run',
    '--no-prove',
    '--judge',
    'heuristic',
    '--label',
    'night',
    '--concurrency',
    '1',
    '--repeat',
    '4',
  ];
  const child = spawn(process.execPath, [CLI, ...first], { cwd: project.folder, env: ENV });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (/· 1: passed/.test(said) && !child.killed) child.kill('SIGINT');
  });
  const [code] = await once(child, 'exit');
  expect(code).toBe(130);
  const other = assay(project.folder, ['run', '--resume', '--judge', 'openai:m']);
  expect(other.stderr).toContain('expected --resume without another --judge');
  expect(other.status).toBe(2);
  const { status, stdout, stderr } = assay(project.folder, ['run', '--resume', '--json']);
  expect(stderr).toContain('judge: rules');
  expect(stderr).not.toContain('unproven');
  expect(status).toBe(0);
  const runs = runsOf(stdout);
  expect(runs.map(({ repeat, label, judgment }) => [repeat, label, judgment])).toEqual(
    [1, 2, 3, 4].map((repeat) => [repeat, 'night', null]),
  );
  expect(asked).toBe(0);
  service.close();
});
