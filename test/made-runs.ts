import {
  Gates,
  type ReportedRun,
  ResultDecision,
  type RunFailure,
  RunId,
  type RunResult,
  Scorecard,
  type ScorerResult,
} from '@assay/schema';
import { score } from '@assay/scoring';

/** Makes an invented run from a reported transcript. */
type Make = (read: ReportedRun) => ReportedRun;

/** Every scorer passes. */
export const allPassed: Make = (read) =>
  makeRun(read, {
    results: [
      result({ name: 'tests', type: 'command', verdict: 'PASS', reason: 'exit code 0', duration_ms: 4_210 }),
      result({ name: 'only the clock', type: 'allowed_paths', verdict: 'PASS', reason: '2 of 2 paths are allowed' }),
      result({ name: 'small', type: 'max_files_changed', verdict: 'PASS', reason: '2 of at most 5 files changed' }),
    ],
  });

/** An environment failure: the sandbox was lost. */
export const infrastructureFailed: Make = (read) => {
  const reason = 'not caused by the agent but by the environment: sandbox_lost, the sandbox went away after 12 s';
  const run = makeRun(
    { ...read, entries: [], interactions: [] },
    {
      outcome: 'FAILED',
      failure: { class: 'sandbox_lost', side: 'environment', message: 'the sandbox went away after 12 s' },
      results: [result({ name: 'tests', type: 'command', verdict: 'ERROR', reason })],
      ...{ scenario: 'parse-dates', resources: null, stages: [], changed_paths: [], tries: 3, wall_ms: null },
      ...{ proven: false, unproven_reason: 'the task was not proven', isolated: false, sandbox: 'none' },
      ...{ agent_version: null, model: null, cost_usd: null, cost_source: null, turns: 0 },
      ...{ scorecard: null, axis: null, mean_score: null, not_scored: { reason } },
    },
  );
  return { ...run, diff: '' };
};

/** A required scorer fails; there is one of every other verdict. */
export const requiredFailed: Make = (read) =>
  makeRun(read, {
    scenario: 'drop-moment',
    outcome: 'BLOCKED',
    failure: { class: 'stage_failed', side: 'agent', message: 'stage test still failed after 3 attempts' },
    stages: [
      { name: 'build', attempts: 1, passed: true },
      { name: 'lint', attempts: 2, passed: true },
      { name: 'test', attempts: 3, passed: false },
    ],
    results: [
      result({
        ...{ name: 'tests untouched', type: 'tests_unmodified', verdict: 'FAIL', score: 0.6667 },
        reason: '1 of 3 listed paths differs',
        findings: [{ path: 'src/clock.test.ts', line: 12, message: 'the content differs' }],
        findings_omitted: 4,
      }),
      result({ name: 'tests', type: 'command', verdict: 'PASS', reason: 'exit code 0', duration_ms: 81_300 }),
      result({
        ...{ name: 'no new skips', type: 'no_new_skips', verdict: 'FAIL', score: 0.5, required: false },
        reason: '1 skip marker more than before',
      }),
      result({ name: 'no secrets', type: 'forbid_secrets', verdict: 'N/A', reason: 'no line was added' }),
      result({ name: 'readable', type: 'llm_judge', verdict: 'ERROR', reason: 'no judge', required: false }),
    ],
    mean_score: 0.722222,
    warnings: ['ignored_paths: 1,204 ignored paths changed in node_modules'],
    ...{ repeat: 2, label: 'nightly' },
  });

/** The given text in every field that a program or a person outside Assay can set. */
export const runWithText =
  (text: string): Make =>
  (read) => {
    const failure: RunFailure = { class: 'agent_crashed', side: 'agent', message: text };
    const run = makeRun(read, {
      ...{ scenario: text, agent: text, agent_type: text, agent_version: text, model: text, sandbox: text },
      ...{ outcome: 'FAILED', failure, label: text, folder: text, proven: false, unproven_reason: text },
      ...{ warnings: [text], changed_paths: [text], stages: [{ name: text, attempts: 1, passed: false }] },
      results: [
        result({
          ...{ name: text, type: 'command', verdict: 'FAIL', score: 0, reason: text },
          findings: [{ path: text, line: 1, message: text }],
        }),
      ],
    });
    return { ...run, diff: patchOf(text.replaceAll('\n', ' '), [`-${text}`, `+${text}`]) };
  };

/** A large patch over a few files, one of them with a very long line. */
export function longPatch(bytes: number): string {
  const line = '+const value = compute(value, { of: everything });';
  const files = ['src/a.ts', 'src/b.ts', 'src/c.ts'];
  const count = Math.floor(bytes / 2 / files.length / (line.length + 1));
  const body = Array.from({ length: count }, () => line);
  return [...files.map((path) => patchOf(path, body)), patchOf('dist/bundle.js', [`+${'x'.repeat(bytes / 2)}`])].join(
    '',
  );
}

function patchOf(path: string, body: readonly string[]): string {
  const count = (sign: string) => body.filter((line) => line.startsWith(sign) || line.startsWith(' ')).length;
  return [
    ...[`diff --git a/${path} b/${path}`, 'index 5626abf..2b2f2e1 100644', `--- a/${path}`, `+++ b/${path}`],
    `@@ -10,${count('-')} +10,${count('+')} @@ export function tick()`,
    ...body,
    '',
  ].join('\n');
}

const PATCH = [
  patchOf('src/clock.ts', [
    ' import { now } from "./now.ts";',
    '-const started = Date.now();',
    '+/** Never goes back, whatever the clock of the machine says. */',
    '+const started = performance.now();',
    ' ',
    `+export const elapsed = () => ${'performance.now() - started + '.repeat(8)}0;`,
    ' export { started };',
  ]),
  patchOf('src/clock.test.ts', [
    ' test("ticks", () => {',
    '-  expect(elapsed()).toBe(1);',
    '+\texpect(elapsed());',
    ' });',
  ]),
].join('');

type ScorerResultFields = Partial<Omit<ScorerResult, 'score'>> & { readonly score?: number };

const SCORES = { PASS: 1, FAIL: 0, 'N/A': null, ERROR: null } as const;

/** A scorer result, with the default score of its verdict. */
export function result({ verdict = 'PASS', ...said }: ScorerResultFields): ScorerResult {
  const common = { required: true, findings: [], findings_omitted: 0, duration_ms: 0 };
  const code = verdict === 'ERROR' ? { code: 'scorer_crashed' } : {};
  return { verdict, score: SCORES[verdict], ...code, ...common, ...said } as ScorerResult;
}

/** A completed run with the given changes. */
export function makeRun(read: ReportedRun, changes: Partial<RunResult>): ReportedRun {
  const { grade } = read;
  const { outcome = 'COMPLETED', results = [], stages = STAGES, judgment = null } = changes;
  const gates = Gates.parse(
    score('gates', {
      results: results.map(({ name, verdict, required }) => ({ name, verdict, required })),
      ...{
        judge: judgment?.verdict ?? null,
        run: { completed: outcome === 'COMPLETED', passed: stages.every(({ passed }) => passed) },
      },
    }),
  );
  const scorecard = Scorecard.parse(
    score('scorecard', {
      outcome,
      stages,
      wall_ms: 96_000,
      baseline: { p50_ms: 70_000, sample_count: 20 },
      resources: RESOURCES,
    }),
  );
  const run: RunResult = {
    ...{
      run_id: RunId.parse('run_01jd0000000000000000000000'),
      scenario: 'fix-clock',
      agent: 'claude',
      outcome,
      results,
    },
    ...decideResult({ outcome, results, stages, judgment, failure: changes.failure ?? null }),
    integrity: { mode: 'review', findings: [], allowed: [] },
    scorecard_reason: null,
    ...{ agent_type: 'claude-code', agent_version: '2.1.325', model: 'claude-sonnet-4-5', sandbox: 'bubblewrap' },
    ...{ isolated: true, repeat: 1, label: null, tries: 1, failure: null, end: grade.ending, stages, turns: 1 },
    ...{ usage: grade.usage, cost_usd: grade.cost_usd, cost_source: grade.cost_source, wall_ms: grade.wall_ms },
    ...{ resources: RESOURCES, overall: gates.scorers, mean_score: results.length === 0 ? null : 1, scorecard },
    ...{
      axis: grade.axis,
      composite: null,
      gates,
      not_scored: null,
      judgment,
      interactions_judged: null,
      changed_paths: ['src/clock.ts', 'src/clock.test.ts'],
    },
    ...{ folder: '.assay/runs/run_01jd0000000000000000000000', proven: true, unproven_reason: null, warnings: [] },
    ...changes,
  };
  return { ...read, run, diff: PATCH };
}

function decideResult({
  failure,
  results,
  stages,
  judgment,
}: Pick<RunResult, 'outcome' | 'failure' | 'results' | 'stages' | 'judgment'>) {
  const { result, result_reason, review } = ResultDecision.parse(
    score('result', {
      failure,
      results: results.map(({ name, family = 'outcome', verdict, required, reason, findings }) => ({
        ...{ name, family, verdict, required, reason, findings },
      })),
      stages,
      judge: judgment?.standing === 'probation' ? null : (judgment?.verdict ?? null),
    }),
  );
  return { result, result_reason, review };
}

const STAGES = [
  { name: 'build', attempts: 1, passed: true },
  { name: 'test', attempts: 2, passed: true },
];

const RESOURCES = {
  ...{ memory_peak_bytes: 734_003_200, memory_limit_bytes: 2_147_483_648, cpu_ms: 81_500 },
  ...{ cpu_periods: 800, cpu_throttled_periods: 12, oom_kills: 0 },
};
