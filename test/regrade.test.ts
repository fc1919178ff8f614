import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chooseSandbox, findRuns, openJudge, type RegradeOptions, readFormulas, regradeRun } from '@assay/harness';
import { Grade, JudgeSpec, parse, type RunResult, Scenario } from '@assay/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject, readFolder, runProject, STATE_TASK } from './projects.ts';
import { startThoroughJudge } from './scripted-judge/thorough-judge.ts';
import type { ScriptedModel } from './scripted-model/server.ts';

const PATH = [dirname(process.execPath), '/usr/bin', '/bin'].join(':');
const HOST = { now: Date.now, entropy: (bytes: number) => new Uint8Array(randomBytes(bytes)) };
const BOT = `cat > told.txt
echo done > state.txt
mkdir -p test build && printf 'test("adds", () => {\\n  expect(1).toBe(1);\\n});\\n' > test/new.check.js
echo noise > build/out.o
echo "All done."`;

let project: Awaited<ReturnType<typeof createProject>>;
let model: ScriptedModel;
let result: RunResult;
let scratch: string;

beforeAll(async () => {
  model = await startThoroughJudge({ opinion: { grade: 8 } });
  scratch = await mkdtemp(join(tmpdir(), 'assay-regrade-'));
  project = await createProject({
    files: {
      'fixture/state.txt': 'open\n',
      'fixture/.gitignore': 'build/\n',
      'hidden/checks/state.sh': 'grep -qx done state.txt',
    },
    scenarios: [{ ...STATE_TASK, hidden: { files: './hidden' }, rubric: [{ check: 'It says done.' }] }],
    config: {
      agents: [{ id: 'bot', type: 'command', command: BOT }],
      judge: { use: 'openai', model: 'judge-1', base_url: `${model.url}/v1` },
    },
  });
  const { results } = await runProject(project.folder, { environment: { PATH }, label: 'nightly' });
  result = results[0] as RunResult;
}, 60_000);

afterAll(async () => {
  await model[Symbol.asyncDispose]();
  await project[Symbol.asyncDispose]();
  await rm(scratch, { recursive: true, force: true });
});

let copies = 0;

/** Copies the run folder to another place. */
async function copyRun(): Promise<string> {
  const folder = join(scratch, `copy-${++copies}`);
  await cp(result.folder, folder, { recursive: true });
  return folder;
}

const scorersOf = (...scorers: object[]) => Scenario.shape.scorers.parse(scorers);

const regrade = (folder: string, options: Partial<RegradeOptions> = {}) =>
  regradeRun(folder, {
    host: { ...HOST, environment: { PATH } },
    root: join(project.folder, '.assay'),
    openSandbox: async () => (await chooseSandbox({ readable: [] }, [{ agent: { kind: 'process' } }])).sandbox,
    readable: [],
    formulas: {},
    label: 'again',
    signal: new AbortController().signal,
    ...options,
  });

/** All files of a run folder except those that regrading adds. */
const evidenceOf = async (folder: string) =>
  Object.fromEntries(Object.entries(await readFolder(folder)).filter(([path]) => !/^(grades|restored)\//.test(path)));

test('without options gives the same grade, makes no requests, and leaves the evidence unchanged', async () => {
  const folder = await copyRun();
  const before = await evidenceOf(folder);
  const requests = model.requests.length;
  const again = await regrade(folder);
  expect(model.requests.length).toBe(requests);
  expect(await evidenceOf(folder)).toEqual(before);
  expect(again.warnings).toEqual([]);
  const { graded_at: _, label, ...after } = again.after;
  const { graded_at: __, label: ___, ...first } = again.before;
  expect(label).toBe('again');
  expect(after).toEqual(first);
  expect(after.judgment?.verdict).toBe('PASS');
  const kept = await readdir(join(folder, 'grades'));
  expect(kept).toEqual([expect.stringMatching(/^\d{8}T\d{9}Z-again\.json$/)]);
  expect(parse(Grade, JSON.parse(await readFile(again.file, 'utf8')))).toEqual(again.after);
});

test('other scorers use the existing evidence; the old judgment is kept, with a warning', async () => {
  const folder = await copyRun();
  const { before, after, warnings } = await regrade(folder, {
    scorers: scorersOf({ name: 'few', type: 'max_files_changed', limit: 1 }),
  });
  expect(before.overall).toBe('PASS');
  expect(after).toMatchObject({ overall: 'FAIL', restored: [], judgment: before.judgment });
  expect(after.scorers_digest).not.toBe(before.scorers_digest);
  expect(warnings).toEqual([expect.stringContaining('judgment_carried_over')]);
  expect(after.axis?.dimensions.agent).toEqual(before.axis?.dimensions.agent);
});

test('a judgment without its stored answers is kept, with a warning', async () => {
  const folder = await copyRun();
  await rm(join(folder, 'judgments.jsonl'));
  const { before, after, warnings } = await regrade(folder);
  expect(after.judgment).toEqual(before.judgment);
  expect(warnings).toEqual([expect.stringContaining('judgments.jsonl is missing')]);
});

test('new commands, paths, code checks and ignored files are restored from the stored trees', async () => {
  const folder = await copyRun();
  const scorers = scorersOf(
    { name: 'done', type: 'command', command: 'grep -qx done state.txt' },
    { name: 'in a history', type: 'command', command: 'test "$(git log --oneline | wc -l)" = 1 && git status --short' },
    { name: 'fails', type: 'command', command: 'echo no >&2; exit 3', required: false },
    { name: 'isolated', type: 'command', command: 'test -e told.txt', isolated: true },
    { name: 'hidden', type: 'command', command: 'sh checks/state.sh' },
    { name: 'there', type: 'file_exists', path: 'told.txt' },
    { name: 'not there', type: 'file_exists', path: 'nowhere', required: false },
    { name: 'no secret', type: 'forbid_secrets' },
    { name: 'tests', type: 'no_new_skips', test_globset: ['*.check.js'], required: false },
    { name: 'no build', type: 'forbid_paths', patterns: ['build/*'], include_ignored: true, required: false },
  );
  const { after, warnings } = await regrade(folder, { scorers });
  expect(Object.fromEntries(after.results.map(({ name, verdict }) => [name, verdict]))).toEqual({
    done: 'PASS',
    'in a history': 'PASS',
    fails: 'FAIL',
    isolated: 'PASS',
    hidden: 'PASS',
    there: 'PASS',
    'not there': 'FAIL',
    'no secret': 'PASS',
    tests: expect.stringMatching(/PASS|N\/A/),
    'no build': 'FAIL',
  });
  expect(after.restored).toEqual(scorers.map(({ name }) => name).filter((name) => name !== 'done'));
  expect(warnings).toEqual([expect.stringContaining('judgment_carried_over')]);
  const again = await regrade(folder, { scorers, openSandbox: () => Promise.reject(new Error('not needed')) });
  expect(again.after.results).toEqual(after.results);
});

test('a check that compares with the baseline runs on the baseline too', async () => {
  const folder = await copyRun();
  const command = 'grep -qx done state.txt && echo "ok 1 - says done" || echo "not ok 1 - says done"; echo 1..1';
  const { after } = await regrade(folder, {
    scorers: scorersOf(
      { name: 'prepares', type: 'command', command: 'echo ready > prepared.txt' },
      { name: 'suite', type: 'command', command: `test -e prepared.txt && { ${command}; }`, report: 'tap' },
      { name: 'fixed', type: 'fail_to_pass', command: 'suite', tests: ['says done'] },
    ),
  });
  expect(after.results.map(({ name, verdict }) => [name, verdict])).toEqual([
    ['prepares', 'PASS'],
    ['suite', 'PASS'],
    ['fixed', 'PASS'],
  ]);
  expect(after.restored).toEqual(['prepares', 'suite', 'fixed']);
  const kept = await readFolder(join(folder, 'restored'));
  const [ran] = Object.values(kept).map((text) => JSON.parse(text));
  expect(ran.baseline_commands.suite.report).toMatchObject({ passed: 0, failed: 1 });
});

test('without stored trees, only scorers that need them give an ERROR, with the reason', async () => {
  const folder = await copyRun();
  await rm(join(folder, 'trees.git'), { recursive: true });
  const { after } = await regrade(folder, {
    scorers: scorersOf(
      { name: 'done', type: 'command', command: 'grep -qx done state.txt' },
      { name: 'new', type: 'command', command: 'true' },
      { name: 'secrets', type: 'forbid_secrets' },
    ),
  });
  expect(after.results.map(({ verdict }) => verdict)).toEqual(['PASS', 'ERROR', 'ERROR']);
  expect(after.results[1]?.reason).toContain('the trees of the run were not saved');
  expect(after).toMatchObject({ overall: 'ERROR', needs_regrade: true, restored: [] });
});

test('rejects trees that do not match the evidence, and ignores the git settings of their repository', async () => {
  const folder = await copyRun();
  const marker = join(scratch, 'ran');
  await writeFile(
    join(folder, 'trees.git', 'config'),
    `[core]\n\tfsmonitor = touch ${marker}\n\tsshCommand = touch ${marker}\n[extensions]\n\tpartialClone = x\n[remote "x"]\n\turl = ssh://x/y\n\tpromisor = true\n`,
  );
  const evidence = JSON.parse(await readFile(join(folder, 'evidence.json'), 'utf8'));
  await writeFile(join(folder, 'evidence.json'), JSON.stringify({ ...evidence, final_tree: '0'.repeat(40) }));
  const scorers = scorersOf({ name: 'new', type: 'command', command: 'true' });
  const { after } = await regrade(folder, { scorers });
  expect(after.results[0]).toMatchObject({ verdict: 'ERROR', reason: expect.stringContaining('cannot be restored') });
  await writeFile(join(folder, 'evidence.json'), JSON.stringify({ ...evidence, final_tree: 'x\n--batch' }));
  expect((await regrade(folder, { scorers })).after.results[0]).toMatchObject({ verdict: 'ERROR' });
  await expect(readFile(marker)).rejects.toThrow('ENOENT');
});

test('uses another version of one formula and keeps the others', async () => {
  const folder = await copyRun();
  const { before, after } = await regrade(folder, { formulas: readFormulas(['axis@1']) });
  expect(before.axis?.formula_version).toBe('3');
  expect(after.axis?.formula_version).toBe('1');
  expect(after.scorecard).toEqual(before.scorecard);
  expect(() => readFormulas(['axis@9'])).toThrow('axis');
  expect(() => readFormulas(['reputation@1'])).toThrow('expected a formula with its version');
  expect(() => readFormulas(['axis'])).toThrow('with its version');
});

test('another judge is called once; a second time makes no requests and gives the same judgment', async () => {
  const folder = await copyRun();
  const host = { ...HOST, environment: { PATH, OPENAI_BASE_URL: `${model.url}/v1` } };
  const open = () =>
    openJudge(JudgeSpec.parse({ use: 'openai', model: 'judge-2' }), {
      host,
      root: join(project.folder, '.assay'),
      base: project.folder,
    });
  const requests = model.requests.length;
  const first = await regrade(folder, { judge: await open(), label: 'second-opinion' });
  const asked = model.requests.length;
  expect(asked).toBeGreaterThan(requests);
  expect(first.after.judgment).toMatchObject({ judge: 'openai:judge-2', verdict: 'PASS' });
  expect(first.before.judgment?.judge).toBe('openai:judge-1');
  const second = await regrade(folder, { judge: await open() });
  expect(model.requests.length).toBe(asked);
  expect(second.after.judgment).toEqual(first.after.judgment);
  const stored = await regrade(folder);
  expect(stored.after.judgment).toEqual(first.after.judgment);
  expect(stored.warnings).toEqual([]);
});

test('finds runs by id, label and folder; an unknown name gets a suggestion', async () => {
  const where = { folder: project.folder, root: join(project.folder, '.assay') };
  const copy = await copyRun();
  expect(await findRuns([result.run_id, 'nightly', copy], where)).toEqual([result.folder, copy]);
  await expect(findRuns(['nightli'], where)).rejects.toThrow('did you mean the label nightly?');
  await expect(findRuns(['/nowhere/at/all'], where)).rejects.toMatchObject({ code: 'run_not_found' });
});

const evidence = (text: string) => (folder: string) => writeFile(join(folder, 'evidence.json'), text);

test.each([
  { why: 'truncated evidence', harm: evidence('{"run": {'), says: 'evidence.json cannot be read' },
  { why: 'invalid evidence', harm: evidence('{"run": 1}'), says: 'evidence.json cannot be read' },
  {
    why: 'a truncated transcript',
    harm: (folder: string) => writeFile(join(folder, 'transcript.jsonl'), '{"type":'),
    says: 'line 1 of',
  },
  { why: 'a missing grade', harm: (folder: string) => rm(join(folder, 'grade.json')), says: 'grade.json' },
  {
    why: 'an invalid later grade',
    harm: async (folder: string) => {
      await mkdir(join(folder, 'grades'));
      await writeFile(join(folder, 'grades', 'x.json'), '[]');
    },
    says: 'x.json',
  },
  {
    why: 'a link in place of the judge answers',
    harm: async (folder: string) => {
      await rm(join(folder, 'judgments.jsonl'));
      await symlink(join(scratch, 'elsewhere'), join(folder, 'judgments.jsonl'));
    },
    says: 'judgments.jsonl is a link',
  },
  {
    why: 'a pipe in place of the transcript',
    harm: async (folder: string) => {
      await rm(join(folder, 'transcript.jsonl'));
      execFileSync('mkfifo', [join(folder, 'transcript.jsonl')]);
    },
    says: 'transcript.jsonl is neither a file nor a folder',
  },
])('$why gives a clear error', async ({ harm, says }) => {
  const folder = await copyRun();
  await harm(folder);
  await expect(regrade(folder)).rejects.toMatchObject({
    code: 'unreadable_file',
    message: expect.stringContaining(says),
  });
});
