import { randomBytes } from 'node:crypto';
import { compute, scorecardV2 } from '@assay/scoring';
import { expect, test } from 'vitest';
import { createOrganization, newId } from '../../../../test/database.ts';
import { buildGrade, buildJudgeCall, buildRun, computeScorecard, createWorkspace } from '../../../../test/runs.ts';
import { useStore } from '../../../../test/use-store.ts';
import type { Store } from '../../store.ts';

let store: Store;
useStore({ connections: 4 }, (opened) => {
  ({ store } = opened);
});

async function prepare() {
  const organization_id = await createOrganization(store);
  const { workspace_id, task_id } = await createWorkspace(store, organization_id);
  const fresh = () => ({
    run_id: newId('run'),
    workspace_id,
    task_id,
    agent_id: 'nop',
    scenario: 'fix-add',
    label: null,
  });
  return { organization_id, workspace_id, task_id, fresh };
}

let recorded = 0;

async function record(
  fields: Parameters<typeof buildRun>[0],
  { organization_id, workspace_id }: Awaited<ReturnType<typeof prepare>>,
) {
  // one at a time, like runs
  const ended_at = new Date(Date.parse('2026-11-15T12:00:00.000Z') + ++recorded * 1_000).toISOString();
  const run = buildRun({ started_at: '2026-11-15T12:00:00.000Z', ended_at, ...fields });
  await store.runs.record(organization_id, { run, workspace_id });
  return run;
}

test('stores a run executed elsewhere unchanged, once', async () => {
  const place = await prepare();
  const { organization_id, workspace_id, task_id } = place;
  const run = await record({ task_id, label: 'base', agent_id: 'cafe\u0301' }, place);
  expect(await store.runs.find(organization_id, run.run_id)).toMatchObject({
    status: 'finished',
    outcome: 'COMPLETED',
    workspace_id,
    agent_id: 'caf\u00e9',
    attempt: 0,
    run: { ...run, agent_id: 'caf\u00e9' },
  });
  await expect(store.runs.record(organization_id, { run, workspace_id })).rejects.toMatchObject({ code: 'conflict' });
});

test('other organizations cannot see a run or its evidence, or use its workspace or task', async () => {
  const [ours, theirs] = [await prepare(), await prepare()];
  const run = await record({ task_id: ours.task_id }, ours);
  await store.grades.create(ours.organization_id, buildGrade(run));
  await store.run_evidence.put(ours.organization_id, {
    run_id: run.run_id,
    attempt: 0,
    name: 'a',
    content: Buffer.from('a'),
  });
  const stranger = theirs.organization_id;
  const key = { run_id: run.run_id, attempt: 0 };
  expect(await store.runs.find(stranger, run.run_id)).toBeUndefined();
  expect((await store.runs.list(stranger, { workspace_id: ours.workspace_id, limit: 10, after: null })).items).toEqual(
    [],
  );
  expect(await store.grades.find(stranger, run.run_id)).toBeUndefined();
  expect(await store.run_evidence.list(stranger, key)).toEqual([]);
  expect(await store.run_evidence.read(stranger, { ...key, name: 'a' })).toBeUndefined();
  expect(await store.runs.cancel(stranger, run.run_id)).toBeUndefined();
  for (const attempt of [
    () => store.runs.create(stranger, { ...theirs.fresh(), workspace_id: ours.workspace_id }),
    () => store.runs.create(stranger, { ...theirs.fresh(), task_id: ours.task_id }),
    () => store.grades.create(stranger, buildGrade(run)),
    () => store.run_evidence.put(stranger, { ...key, name: 'b', content: Buffer.from('b') }),
    () => store.agent_run_scores.keep(stranger, { run_id: run.run_id, ...computeScorecard(run) }),
    () => store.judgments.keep(stranger, { run_id: run.run_id, judgments: [buildJudgeCall('x')] }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: 'conflict' });
  }
});

test('a new attempt takes the run over, and the result of the earlier one is rejected', async () => {
  const { organization_id, task_id, fresh } = await prepare();
  const { run_id } = await store.runs.create(organization_id, fresh());
  const first = await store.run_attempts.start(organization_id, { run_id, worker: 'one' });
  const second = await store.run_attempts.start(organization_id, { run_id, worker: 'two' });
  expect([first?.attempt, second?.attempt]).toEqual([1, 2]);
  const run = buildRun({ run_id, task_id });
  await expect(store.runs.finish(organization_id, { run, attempt: 1 })).rejects.toMatchObject({ code: 'conflict' });
  expect(await store.runs.finish(organization_id, { run, attempt: 2 })).toMatchObject({ status: 'finished' });
  await expect(store.runs.finish(organization_id, { run, attempt: 2 })).rejects.toMatchObject({ code: 'conflict' });
  expect(await store.run_attempts.list(organization_id, run_id)).toMatchObject([
    { attempt: 1, worker: 'one', status: 'lost' },
    { attempt: 2, worker: 'two', status: 'finished' },
  ]);
  expect(await store.run_attempts.start(organization_id, { run_id, worker: 'three' })).toBeUndefined();
});

test('a canceled run can be neither started nor finished', async () => {
  const { organization_id, task_id, fresh } = await prepare();
  const { run_id } = await store.runs.create(organization_id, fresh());
  await store.run_attempts.start(organization_id, { run_id, worker: 'one' });
  expect(await store.runs.cancel(organization_id, run_id)).toMatchObject({ status: 'cancelled' });
  expect(await store.runs.cancel(organization_id, run_id)).toBeUndefined();
  expect(await store.run_attempts.start(organization_id, { run_id, worker: 'two' })).toBeUndefined();
  const late = store.runs.finish(organization_id, { run: buildRun({ run_id, task_id }), attempt: 1 });
  await expect(late).rejects.toMatchObject({ code: 'conflict' });
});

test('of workers that grade one run concurrently, exactly one succeeds', async () => {
  const place = await prepare();
  const run = await record({ task_id: place.task_id }, place);
  const grade = buildGrade(run);
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () => store.grades.create(place.organization_id, grade)),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await store.grades.find(place.organization_id, run.run_id)).toEqual({ revision: 1, grade });
  expect(await store.runs.find(place.organization_id, run.run_id)).toMatchObject({
    overall: 'PASS',
    score: grade.scorecard?.score,
    tier: grade.scorecard?.tier,
  });
});

test('a regraded run keeps both grades and shows the new one; of two concurrent regrades one is a conflict', async () => {
  const place = await prepare();
  const run = await record({ task_id: place.task_id }, place);
  await store.grades.create(place.organization_id, buildGrade(run));
  const again = buildGrade(run, { overall: 'FAIL' });
  const replacements = [1, 2].map(() => store.grades.replace(place.organization_id, { grade: again, revision: 1 }));
  const results = await Promise.allSettled(replacements);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await store.grades.list(place.organization_id, run.run_id)).toEqual([again, buildGrade(run)]);
  expect(await store.runs.find(place.organization_id, run.run_id)).toMatchObject({ overall: 'FAIL' });
});

test('a grade stores agent output byte for byte', async () => {
  const place = await prepare();
  const run = await record({ task_id: place.task_id }, place);
  const grade = buildGrade(run, { composite_reason: 'nul \0 escape \x1b[31m lone \ud800 end' });
  await store.grades.create(place.organization_id, grade);
  expect(await store.grades.find(place.organization_id, run.run_id)).toEqual({ revision: 1, grade });
});

test('stores one score per formula version, with its inputs', async () => {
  const place = await prepare();
  const run = await record({ task_id: place.task_id }, place);
  const { organization_id } = place;
  const scored = { run_id: run.run_id, ...computeScorecard(run) };
  const { scorecard } = scored;
  expect(await store.agent_run_scores.keep(organization_id, scored)).toBe(true);
  expect(await store.agent_run_scores.keep(organization_id, scored)).toBe(false);
  const next = { ...scorecard, formula_version: '3', score: 1 };
  expect(await store.agent_run_scores.keep(organization_id, { ...scored, scorecard: next })).toBe(true);
  const { id: formula, version: formula_version } = scorecardV2;
  expect(await store.findScore({ organization_id, run_id: run.run_id, formula, formula_version })).toEqual({
    run_id: run.run_id,
    score: scorecard.score,
    tier: scorecard.tier,
    formula_version,
    axes: scorecard.axes,
  });
  const [stored, newer] = await store.agent_run_scores.list(organization_id, run.run_id);
  expect(stored).toMatchObject(scorecard);
  expect(compute(scorecardV2, stored?.inputs)).toEqual(scorecard);
  expect(newer).toMatchObject({ formula_version: '3', score: 1 });
});

test('stores judge replies unchanged, once, in order', async () => {
  const place = await prepare();
  const { organization_id } = place;
  const { run_id } = await record({ task_id: place.task_id }, place);
  const judgments = [buildJudgeCall('first \0'), buildJudgeCall('second')].toSorted((a, b) =>
    a.judgment_id < b.judgment_id ? -1 : 1,
  );
  expect(await store.judgments.keep(organization_id, { run_id, judgments })).toBe(2);
  expect(await store.judgments.keep(organization_id, { run_id, judgments })).toBe(0);
  expect(await store.judgments.list(organization_id, run_id)).toEqual(judgments);
  expect(await store.judgments.list(await createOrganization(store), run_id)).toEqual([]);
});

test('lists runs without a score of a version', async () => {
  const place = await prepare();
  const { organization_id, task_id } = place;
  const runs = [];
  for (let count = 0; count < 3; count++) runs.push(await record({ task_id }, place));
  await store.runs.create(organization_id, place.fresh());
  const version = { formula: 'scorecard', formula_version: '2' };
  const ids = runs.map(({ run_id }) => run_id).toSorted();
  expect(await store.agent_run_scores.listUnscored(organization_id, { ...version, after: null, limit: 2 })).toEqual(
    ids.slice(0, 2),
  );
  await store.agent_run_scores.keep(organization_id, {
    run_id: ids[0] as (typeof ids)[0],
    ...computeScorecard(runs[0] as (typeof runs)[0]),
  });
  expect(await store.agent_run_scores.listUnscored(organization_id, { ...version, after: null, limit: 9 })).toEqual(
    ids.slice(1),
  );
});

test.each([
  { content: Buffer.alloc(3_000_000, 'the same again '), why: 'compressible content' },
  { content: randomBytes(100_000), why: 'incompressible content' },
  { content: Buffer.alloc(0), why: 'empty content' },
])('reads evidence back unchanged: $why', async ({ content }) => {
  const place = await prepare();
  const { run_id } = await record({ task_id: place.task_id }, place);
  const key = { run_id, attempt: 0, name: 'transcript.jsonl' };
  const part = await store.run_evidence.put(place.organization_id, { ...key, content });
  expect(part.size_bytes).toBe(content.length);
  expect(await store.run_evidence.read(place.organization_id, key)).toEqual(content);
  expect(await store.run_evidence.list(place.organization_id, key)).toEqual([part]);
});

test('evidence is never edited, and each attempt has its own', async () => {
  const place = await prepare();
  const { organization_id } = place;
  const { run_id } = await record({ task_id: place.task_id }, place);
  const put = (attempt: number, text: string) =>
    store.run_evidence.put(organization_id, { run_id, attempt, name: 'diff.patch', content: Buffer.from(text) });
  await put(1, 'half');
  await put(1, 'half');
  await expect(put(1, 'other')).rejects.toMatchObject({ code: 'conflict' });
  await put(2, 'whole');
  expect(await store.run_evidence.read(organization_id, { run_id, attempt: 1, name: 'diff.patch' })).toEqual(
    Buffer.from('half'),
  );
});

test('the baseline is the median of the last 20 completed runs of the workspace, without the run itself', async () => {
  const place = await prepare();
  const { organization_id, workspace_id, task_id } = place;
  const ask = (run_id = newId('run')) => store.runs.findBaseline(organization_id, { workspace_id, run_id });
  expect(await ask()).toBeNull();
  // one too old, one not completed, one without a time
  await record({ task_id, wall_ms: 1_000_000 }, place);
  for (let wall_ms = 1; wall_ms <= 19; wall_ms++) await record({ task_id, wall_ms }, place);
  await record({ task_id, wall_ms: 5_000_000, outcome: 'FAILED' }, place);
  await record({ task_id, wall_ms: null }, place);
  expect(await ask()).toMatchObject({ p50_ms: 10.5, sample_count: 20 });
  const last = await record({ task_id, wall_ms: 20 }, place);
  expect(await ask()).toMatchObject({ p50_ms: 10.5, sample_count: 20 });
  expect(await ask(last.run_id)).toMatchObject({ sample_count: 20 });
});

test('the baseline excludes proof runs and includes agent runs with any label', async () => {
  const place = await prepare();
  const { organization_id, workspace_id, task_id } = place;
  const execute = async (proves: boolean, wall_ms: number) => {
    const run = buildRun({ task_id, wall_ms, label: 'proof' });
    const { run_id, agent_id, scenario, label } = run;
    await store.runs.create(organization_id, { run_id, workspace_id, task_id, agent_id, scenario, label, proves });
    const { attempt } = (await store.run_attempts.start(organization_id, { run_id, worker: 'one' })) ?? { attempt: 0 };
    await store.runs.finish(organization_id, { run, attempt });
  };
  for (let trial = 0; trial < 20; trial++) await execute(true, 50);
  const ask = () => store.runs.findBaseline(organization_id, { workspace_id, run_id: newId('run') });
  expect(await ask()).toBeNull();
  await execute(false, 60_000);
  expect(await ask()).toMatchObject({ p50_ms: 60_000, sample_count: 1 });
});

test.each([{ agent_id: 'b' }, { scenario: 'other' }, { label: 'candidate' }, { outcome: 'FAILED' as const }])(
  'finds runs by %o',
  async (filter) => {
    const place = await prepare();
    await record({ task_id: place.task_id }, place);
    const wanted = await record({ task_id: place.task_id, ...filter }, place);
    const { items } = await store.runs.list(place.organization_id, {
      workspace_id: place.workspace_id,
      limit: 10,
      after: null,
      ...filter,
    });
    expect(items.map(({ run_id }) => run_id)).toEqual([wanted.run_id]);
  },
);
