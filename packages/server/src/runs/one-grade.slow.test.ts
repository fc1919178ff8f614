import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeRun, gradeSubmittedRun, readRunWithGrade, regradeRun, reportRun } from '@assay/harness';
import { createId, Evidence, type OrganizationId, type RunFailure, type WorkspaceId } from '@assay/schema';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inSoak } from '../../../../test/soak.ts';
import { createBaselineFinder } from '../../../harness/src/run/folders/baseline.ts';
import { listRuns } from '../../../harness/src/run/folders/run-folders.ts';
import { gradeRunFolder } from '../../../harness/src/run/grade/grade-run-folder.ts';
import { createOrganization, createTestDatabase } from '../../test/database.ts';
import { type MadeRunFolder, makeRunFolder } from '../../test/run-folder.ts';
import { createWorkspace } from '../../test/runs.ts';
import { openStore, type Store } from '../store/store.ts';
import { saveGradedRun } from './save-graded-run.ts';

vi.setConfig({ testTimeout: 600_000 });

const HISTORIES = inSoak(200, 1000);
const signal = new AbortController().signal;
const host = { now: () => 1_800_000_000_000, entropy: (bytes: number) => new Uint8Array(bytes), environment: {} };

let made: MadeRunFolder;
let template: Evidence;
let store: Store;
let scratch: string;
const kept = new AsyncDisposableStack();
beforeAll(async () => {
  made = kept.use(await makeRunFolder());
  template = Evidence.parse(JSON.parse(await readFile(join(made.folder, 'evidence.json'), 'utf8')));
  const database = kept.use(await createTestDatabase());
  store = kept.use(await openStore({ url: database.url, connections: 4 }));
  scratch = await mkdtemp(join(tmpdir(), 'assay-one-grade-'));
  kept.defer(() => rm(scratch, { recursive: true, force: true }));
}, 120_000);
afterAll(() => kept.disposeAsync());

const lost: RunFailure = { class: 'sandbox_lost', side: 'environment', message: 'it went away' };
const run = fc.record({
  wall_ms: fc.integer({ min: 1, max: 600_000 }),
  exit_code: fc.constantFrom(0, 0, 1),
  failure: fc.constantFrom(null, null, null, lost),
  scope: fc.constantFrom('workspace' as const, 'scenario' as const),
});
type MadeRun = typeof run extends fc.Arbitrary<infer T> ? T : never;
const histories = fc.array(run, { minLength: 1, maxLength: 5 }).chain((runs) =>
  fc.record({
    runs: fc.constant(runs),
    /** The order of submission to the server. */
    order: fc.shuffledSubarray([...runs.keys()], { minLength: runs.length }),
  }),
);

/** Writes a graded run like the command line, with the baseline of earlier runs. */
async function leaveRun(root: string, { wall_ms, exit_code, failure, scope }: MadeRun, place: number): Promise<string> {
  const time_ms = Date.parse('2026-11-15T12:00:00.000Z') + place;
  const run_id = createId('run', { time_ms, entropy: crypto.getRandomValues(new Uint8Array(10)) });
  const folder = join(root, 'runs', run_id);
  await mkdir(folder, { recursive: true });
  const scenario = { ...template.task.scenario, name: scope, latency_baseline: scope };
  const ended = { ...template.commands['done'], exit_code } as Evidence['commands'][string];
  const find = createBaselineFinder({ list: () => listRuns(join(root, 'runs')) });
  const evidence: Evidence = {
    ...template,
    run: {
      ...template.run,
      run_id,
      scenario: scope,
      wall_ms,
      failure,
      outcome: failure === null ? 'COMPLETED' : 'FAILED',
    },
    task: { ...template.task, scenario },
    commands: { ...template.commands, done: ended },
    baseline: await find({ scope, scenario: scope }),
  };
  await writeFile(join(folder, 'evidence.json'), JSON.stringify(evidence));
  await writeFile(join(folder, 'run.json'), JSON.stringify(evidence.run));
  await writeFile(join(folder, 'transcript.jsonl'), made.files.get('transcript.jsonl') ?? '');
  await gradeRunFolder(folder, { host, signal });
  return folder;
}

test(`${HISTORIES} random histories: command line, report, server and regrade agree on the grade of a run`, async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(histories, async ({ runs: wanted, order }) => {
      const root = await mkdtemp(join(scratch, 'history-'));
      const folders: string[] = [];
      for (const [place, one] of wanted.entries()) folders.push(await leaveRun(root, one, place));
      const organization_id = await createOrganization(store);
      const { workspace_id } = await createWorkspace(store, organization_id);
      for (const place of order) {
        runs++;
        expect(await findDiffering(folders[place] as string, { organization_id, workspace_id })).toEqual([]);
      }
    }),
    { numRuns: HISTORIES },
  );
  expect(runs).toBeGreaterThan(HISTORIES);
});

/** The surfaces whose grade differs from that of the run folder. */
async function findDiffering(
  folder: string,
  { organization_id, workspace_id }: { organization_id: OrganizationId; workspace_id: WorkspaceId },
): Promise<string[]> {
  const bytes = await readFile(join(folder, 'grade.json'), 'utf8');
  const { evidence, grade } = await readRunWithGrade(folder);
  const { run_id } = evidence.run;
  const elsewhere = { p50_ms: 1, sample_count: 20 };
  const sent = await gradeSubmittedRun(folder, {
    ...{ host: { ...host, now: Date.now }, root: scratch, baseline: elsewhere, scorecard_weights: null, signal },
  });
  await saveGradedRun(store, { organization_id, workspace_id, attempt: null, folder, grade: sent.grade });
  const stored = await store.grades.find(organization_id, run_id);
  const summary = await store.runs.find(organization_id, run_id);
  const [score] = await store.agent_run_scores.list(organization_id, run_id);
  const reported = await reportRun(describeRun({ folder, evidence, grade }, null));
  const again = await regradeRun(folder, {
    ...{ host, signal, root: scratch, formulas: {}, label: 'again', readable: [] },
    openSandbox: () => Promise.reject(new Error('no command should run')),
  });
  const points = grade.scorecard?.score ?? null;
  const same = {
    sent: sent.as_sent,
    stored: `${JSON.stringify(stored?.grade, null, 2)}\n` === bytes,
    listed: summary?.result === grade.result && summary.score === points,
    score: (score?.score ?? null) === points,
    report: JSON.stringify(reported.grade.scorecard) === JSON.stringify(grade.scorecard),
    regraded: JSON.stringify({ ...again.after, label: null }) === JSON.stringify(grade),
  };
  return Object.entries(same).flatMap(([surface, is_same]) => (is_same ? [] : [surface]));
}

test('the baseline of a run includes earlier runs of the same invocation', async () => {
  const root = await mkdtemp(join(scratch, 'history-'));
  const wall = (wall_ms: number): MadeRun => ({ wall_ms, exit_code: 0, failure: null, scope: 'workspace' });
  const first = await leaveRun(root, wall(100), 0);
  const second = await leaveRun(root, { ...wall(5000), exit_code: 1 }, 1);
  const third = await leaveRun(root, wall(300), 2);
  const baselines = await Promise.all(
    [first, second, third].map(async (folder) => (await readRunWithGrade(folder)).evidence.baseline),
  );
  // the second failed its check, so its time does not count
  expect(baselines.map((baseline) => baseline?.p50_ms ?? null)).toEqual([null, 100, 100]);
});
