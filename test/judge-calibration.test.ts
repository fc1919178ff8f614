import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { calibrate, checkDrift, listRunsToLabel, openJudge, regradeRun } from '@assay/harness';
import { JudgeDrift, JudgeSpec, parse } from '@assay/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject, readFolder, runProject, STATE_TASK } from './projects.ts';
import { startThoroughJudge } from './scripted-judge/thorough-judge.ts';

const PATH = [dirname(process.execPath), '/usr/bin', '/bin'].join(':');
const signal = new AbortController().signal;
// random output makes each run, and so each question, different
const BOT = 'head -c 8 /dev/urandom | od -An -tx1 > told.txt; echo done > state.txt; echo "All done."';
const REPEATS = 11;

let project: Awaited<ReturnType<typeof createProject>>;
let root: string;
let folders: string[];

beforeAll(async () => {
  project = await createProject({
    files: { 'fixture/state.txt': 'open\n' },
    scenarios: [STATE_TASK],
    config: { agents: ['one', 'other'].map((id) => ({ id, type: 'command', command: BOT })) },
  });
  root = join(project.folder, '.assay');
  const { results } = await runProject(project.folder, { environment: { PATH }, repeat: REPEATS });
  folders = results.map(({ folder }) => folder);
}, 120_000);

afterAll(() => project[Symbol.asyncDispose]());

/** A judge with scripted verdicts, and its requests. */
async function openScripted(model: string, verdictAt: (number: number) => 'PASS' | 'FAIL') {
  const service = await startThoroughJudge({ opinion: (number) => ({ verdict: verdictAt(number) }) });
  const host = {
    now: Date.now,
    entropy: (bytes: number) => new Uint8Array(randomBytes(bytes)),
    environment: { PATH, OPENAI_BASE_URL: `${service.url}/v1` },
  };
  const open = async () => {
    const spec = JudgeSpec.parse({ use: 'openai', model });
    const { judge } = await openJudge(spec, { host, root, base: project.folder });
    if (judge === null) throw new Error('expected a judge');
    return judge;
  };
  return { service, host, open, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

const people = (index: number): 'PASS' | 'FAIL' => (index % 2 === 0 ? 'PASS' : 'FAIL');

async function writeLabels(name: string, labels: readonly object[]): Promise<string> {
  const file = join(project.folder, name);
  await writeFile(file, JSON.stringify({ labels }));
  return file;
}

const labelAll = () =>
  writeLabels(
    'labels.json',
    folders.map((run, index) => ({ run, verdict: people(index), task_completion: 5 })),
  );

test('a judge that agrees with human labels becomes calibrated; repeating it makes no new requests', async () => {
  await using scripted = await openScripted('agrees', (number) => (number === 3 ? 'PASS' : people(number)));
  const { host, open, service } = scripted;
  const labels_file = await labelAll();
  expect((await open()).standing).toBe('uncalibrated');
  const before = await readFolder(folders[0] as string);
  const { calibrated, unjudged } = await calibrate({ labels_file, root, judge: await open(), host, signal });
  const [{ calibration, file } = {} as never] = calibrated;
  expect(unjudged).toEqual([]);
  expect(calibration).toMatchObject({
    judge: 'openai:agrees',
    criteria: 'run@1',
    labelled: 22,
    compared: 22,
    confusion: { pass_pass: 11, pass_fail: 1, fail_pass: 0, fail_fail: 10 },
    standing: 'calibrated',
    agent_bias: [{ agent: 'one' }, { agent: 'other' }],
  });
  expect(service.requests.length).toBe(22);
  expect(JSON.parse(await readFile(file as string, 'utf8'))).toEqual(calibration);
  expect(await readFolder(folders[0] as string)).toEqual(before);
  const judge = await open();
  expect(judge.standing).toBe('calibrated');
  const again = await calibrate({ labels_file, root, judge, host, signal });
  expect(again.calibrated[0]?.calibration.confusion).toEqual(calibration.confusion);
  expect(service.requests.length).toBe(22);
});

test('a judge that disagrees is on probation; its stored judgments show this and can be compared later', async () => {
  await using scripted = await openScripted('disagrees', (number) => (number % 3 === 0 ? 'PASS' : 'FAIL'));
  const { host, open } = scripted;
  const labels_file = await labelAll();
  const asked = await calibrate({ labels_file, root, judge: await open(), host, signal });
  expect(asked.calibrated[0]?.calibration).toMatchObject({ standing: 'probation' });
  const judge = await open();
  expect(judge.standing).toBe('probation');
  const { after } = await regradeRun(folders[0] as string, {
    host,
    root,
    signal,
    judge: { by: 'judge', judge, remark: '' },
    readable: [],
    formulas: {},
    label: 'probation',
    openSandbox: () => Promise.reject(new Error('no command is to be run')),
  });
  expect(after.judgment?.standing).toBe('probation');
  const stored = await calibrate({ labels_file, root: join(root, 'elsewhere'), judge: null, host, signal });
  expect(stored.calibrated.map(({ calibration }) => calibration)).toMatchObject([
    { judge: 'openai:disagrees', compared: 1, labelled: 22, standing: 'uncalibrated' },
  ]);
  expect(stored.unjudged).toHaveLength(21);
  const here = await calibrate({ labels_file, root, judge: null, host, signal });
  expect(here.calibrated.map(({ file }) => file)).toEqual([null]);
  expect((await open()).standing).toBe('probation');
});

test('lists labeled runs without a judgment, except those on which people disagree', async () => {
  const [one, other] = folders.slice(4) as [string, string];
  const labels_file = await writeLabels('some.json', [
    { run: one, verdict: 'PASS' },
    { run: other, verdict: 'PASS', by: 'a' },
    { run: other, verdict: 'FAIL', by: 'b' },
    { run: folders[2], verdict: null },
  ]);
  const host = { now: Date.now, entropy: (bytes: number) => new Uint8Array(randomBytes(bytes)), environment: {} };
  const result = await calibrate({ labels_file, root, judge: null, host, signal });
  expect(result).toEqual({ calibrated: [], unjudged: [{ folder: one, reason: 'no judge was asked about it' }] });
});

test.each([
  { text: '{', says: 'expected YAML or JSON' },
  { text: 'labels: []', says: 'labels' },
  { text: 'labels: [{ run: x, verdict: MAYBE }]', says: 'labels[0].verdict' },
  { text: 'labels: [{ run: x, verdict: PASS, efficiency: 9 }]', says: 'labels[0].efficiency' },
  { text: 'labels: [{ run: nowhere, verdict: PASS }]', says: 'no run with the ID, label or folder nowhere' },
])('rejects the label file $text: $says', async ({ text, says }) => {
  const file = join(project.folder, 'bad.yaml');
  await writeFile(file, text);
  const host = { now: Date.now, entropy: (bytes: number) => new Uint8Array(randomBytes(bytes)), environment: {} };
  await expect(calibrate({ labels_file: file, root, judge: null, host, signal })).rejects.toThrow(says);
});

test('anchors are judged again each time: equal answers are stable, others are drift', async () => {
  const count = 4;
  // first all PASS, then all PASS again, then FAIL
  await using scripted = await openScripted('drifts', (number) => (number < 2 * count ? 'PASS' : 'FAIL'));
  const { host, open, service } = scripted;
  const anchors_file = await writeLabels(
    'anchors.json',
    folders.slice(0, count).map((run) => ({ run, verdict: null })),
  );
  const look = async (file: string | null) =>
    await checkDrift({ root, judge: await open(), anchors_file: file, host, signal });
  await expect(look(null)).rejects.toThrow('has no anchors yet');
  expect(await look(anchors_file)).toMatchObject({ anchors: count, renewed: count, compared: 0, drifted: false });
  expect(await look(null)).toMatchObject({ anchors: count, renewed: 0, compared: count, flipped: [], drifted: false });
  const third = await look(null);
  expect(third).toMatchObject({ compared: count, drifted: true, flip_rate: { value: 1 } });
  expect(third.flipped).toHaveLength(count);
  expect(service.requests.length).toBe(3 * count);
  const lines = (await readFile(join(root, 'drift.jsonl'), 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => parse(JudgeDrift, JSON.parse(line)).drifted)).toEqual([false, false, true]);
});

test('an unavailable judge is an error, not drift', async () => {
  await using scripted = await openScripted('gone', () => 'PASS');
  const { host, open } = scripted;
  const anchors_file = await writeLabels('gone.json', [{ run: folders[0], verdict: null }]);
  const judge = await open();
  const [member] = judge.members;
  if (member === undefined) throw new Error('expected a member');
  const refused = { ...judge, strict: true, budget: { ...judge.budget, reached: () => '$0' } };
  await expect(checkDrift({ root, judge: refused, anchors_file, host, signal })).rejects.toMatchObject({
    code: 'judge_unavailable',
  });
});

test('runs to label contain what a person needs and no judgment', async () => {
  const [first] = await listRunsToLabel(folders.slice(0, 1), { runs: join(root, 'runs'), base: project.folder });
  expect(first).toMatchObject({ run: expect.stringMatching(/^run_/), scenario: 'task', agent: 'one', scorers: 'PASS' });
});
