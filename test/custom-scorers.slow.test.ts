import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunResult } from '@assay/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject, readEvidence, runProject, STATE_TASK } from './projects.ts';

const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));
const PATH = [dirname(process.execPath), '/usr/bin', '/bin'].join(':');

const scorer = (type: string, body: string) => `
export default {
  type: '${type}',
  title: 'T',
  description: 'D',
  family: 'hygiene',
  requires: ['files', 'changed_paths', 'entries', 'run'],
  score({ files }: { files: Record<string, { before: string | null; after: string | null }> }, { word }: { word: string }) {
    ${body}
  },
};
`;
const NO_WORD = `
    const found = Object.entries(files).filter(([, { after }]) => after?.includes(word)).map(([path]) => ({ path, line: 1, message: 'has \\u001b[31m' + word }));
    return found.length === 0 ? { verdict: 'PASS', reason: 'no ' + word } : { verdict: 'FAIL', reason: found.length + ' with ' + word, findings: found };`;
const SCORERS = {
  'no-word': NO_WORD,
  'it-crashes': 'throw new Error("broken");',
  // blocks its process without using the CPU
  'it-hangs': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); return null;',
  'it-babbles': 'console.log("x"); return 42;',
};

let project: Awaited<ReturnType<typeof createProject>>;
let result: RunResult;
const write = (name: string, body: string) =>
  writeFileSync(
    join(project.folder, `${name}.ts`),
    scorer(name, body).replace("'files', ", name === 'no-word' ? "'files', " : ''),
  );

beforeAll(async () => {
  project = await createProject({
    files: { 'fixture/state.txt': 'open\n' },
    scenarios: [
      {
        ...STATE_TASK,
        scorers: [
          ...STATE_TASK.scorers,
          { name: 'no todo', type: 'no-word', word: 'TODO' },
          { name: 'not done', type: 'no-word', word: 'done', required: false },
          { name: 'crash', type: 'it-crashes', required: false },
          { name: 'hang', type: 'it-hangs', required: false },
          { name: 'babble', type: 'it-babbles', required: false },
        ],
      },
    ],
    config: {
      agents: [{ id: 'bot', type: 'command', command: 'echo done > state.txt' }],
      scorers: Object.keys(SCORERS).map((name) => `./${name}.ts`),
    },
  });
  for (const [name, body] of Object.entries(SCORERS)) write(name, body);
  const { results } = await runProject(project.folder, { environment: { PATH } });
  result = results[0] as RunResult;
}, 120_000);
afterAll(() => project[Symbol.asyncDispose]());

const verdicts = (results: readonly { name: string; verdict: string; reason: string }[]) =>
  Object.fromEntries(results.map(({ name, verdict, reason }) => [name, `${verdict}: ${reason}`]));

test('scorers of the configuration pass, fail, crash, hang and babble without harm to the others', async () => {
  expect(result.result).toBe('passed');
  expect(verdicts(result.results)).toEqual({
    done: expect.stringMatching(/^PASS/),
    'no todo': 'PASS: no TODO',
    'not done': 'FAIL: 1 with done',
    crash: expect.stringMatching(/^ERROR: expected it-crashes .*found an exception: broken; fix the scorer/),
    hang: expect.stringMatching(/^ERROR: expected it-hangs .*found no reply after 30 s/),
    babble: expect.stringMatching(/^ERROR: expected it-babbles .*expected an object, found 42/),
  });
  expect(result.results[2]).toMatchObject({
    type: 'no-word',
    family: 'hygiene',
    config: { word: 'done' },
    required: false,
  });
  const { custom_scores } = await readEvidence(result.folder);
  expect(custom_scores?.['no todo']).toMatchObject({
    type: 'no-word',
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

const regrade = () => {
  const { stdout, stderr } = spawnSync(process.execPath, [CLI, 'regrade', result.folder, '--json'], {
    cwd: project.folder,
    encoding: 'utf8',
    env: { PATH },
  });
  const [run] = JSON.parse(stdout).runs;
  return { after: run.after, stderr };
};

test('a regrade reads the record; it runs only a scorer whose code is another', () => {
  const same = regrade();
  expect(same.after.results).toEqual(result.results);
  expect(same.after.restored).toEqual([]);
  write('no-word', 'return { verdict: "N/A", reason: "given up" };');
  const { after } = regrade();
  expect(verdicts(after.results)).toMatchObject({ 'no todo': 'N/A: given up', 'not done': 'N/A: given up' });
  expect(after.restored).toEqual(['no todo', 'not done']);
});

test('a regrade without the file gives the recorded outcome', () => {
  rmSync(join(project.folder, 'no-word.ts'));
  const { after, stderr } = regrade();
  expect(stderr).toContain('assay.config.json:1:');
  expect(after.results).toEqual(result.results);
  write('no-word', NO_WORD);
});

test('an unknown type is refused before any agent runs, and names those of the configuration', async () => {
  const scenario = { ...STATE_TASK, scorers: [{ name: 'x', type: 'no-wrod' }] };
  mkdirSync(join(project.folder, 'scenarios/other/fixture'), { recursive: true });
  writeFileSync(join(project.folder, 'scenarios/other/scenario.json'), JSON.stringify({ ...scenario, name: 'other' }));
  const error = await runProject(project.folder, { environment: { PATH } }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'invalid_config' });
  expect((error as Error).message).toMatch(
    /scorers\[0\]\.type: expected one of command, .*it-babbles.*did you mean no-word\?/,
  );
});

test('assay check uses scorers of the configuration, but never code of the change', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-check-custom-'));
  try {
    const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        cwd: folder,
        stdio: 'ignore',
      });
    put('assay.config.json', JSON.stringify({ scorers: ['./no-word.ts'] }));
    put('no-word.ts', scorer('no-word', NO_WORD).replace(", 'entries', 'run'", ''));
    put('scorers.yaml', '- { name: mine, type: no-word, word: TODO }\n');
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-q', '-m', 'base');
    put('a.txt', 'TODO\n');
    const check = (...more: string[]) =>
      spawnSync(process.execPath, [CLI, 'check', '--base', 'main', '--scorers', 'scorers.yaml', ...more], {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH },
      });
    const { status, stdout } = check('--json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout).results).toMatchObject([
      { type: 'no-word', verdict: 'FAIL', findings: [{ path: 'a.txt' }] },
    ]);
    expect(check().stdout).not.toContain('\u001b');
    put('no-word.ts', scorer('no-word', 'return { verdict: "PASS", reason: "trust me" };'));
    expect(check()).toMatchObject({ status: 2, stderr: expect.stringContaining('is part of the change') });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
