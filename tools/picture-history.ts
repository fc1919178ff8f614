import { randomBytes } from 'node:crypto';
import { type AxisResult, createId, type Gates, type ResultDecision, type Run } from '@assay/schema';
import { score } from '@assay/scoring';
import { openPool } from '../packages/server/src/store/sql/connection.ts';
import { toUuid } from '../packages/server/src/store/sql/ids.ts';
import { sql } from '../packages/server/src/store/sql/sql.ts';
import { buildGrade, buildRun, buildTask, computeScorecard } from '../packages/server/test/runs.ts';
import type { Dashboard } from '../test/dashboard-kit.ts';

const SCENARIOS = ['drop-moment', 'fix-race', 'parse-dates', 'add-input-validation', 'rate-limit', 'upgrade-react'];
// success rate, duration and cost of each
const AGENTS = [
  { agent_id: 'claude-code', model: 'claude-opus-4-8', skill: 0.86, minutes: 3.1, usd: 0.74 },
  { agent_id: 'codex', model: 'gpt-5.2-codex', skill: 0.78, minutes: 4.4, usd: 0.52 },
  { agent_id: 'gemini', model: 'gemini-3-pro', skill: 0.66, minutes: 2.6, usd: 0.31 },
] as const;

const DAY_MS = 86_400_000;

/** Seeded random numbers, so that a picture changes only when the page does. */
function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Adds example runs of the past weeks; their scores are computed by the formulas, as always. */
export async function addHistory(
  { server, database_url }: Dashboard,
  { count, days }: { count: number; days: number },
): Promise<void> {
  const { organization_id, workspace_id, services } = server;
  const { store } = services;
  const chance = createChance(7);
  const { task_id } = await store.tasks.keep(organization_id, buildTask());
  await using pool = openPool({ url: database_url, connections: 1 });
  for (let number = 0; number < count; number++) {
    const run = inventRun(chance, task_id);
    await store.runs.record(organization_id, { run, workspace_id });
    const { inputs, scorecard } = computeScorecard(run);
    await store.agent_run_scores.keep(organization_id, { run_id: run.run_id, scorecard, inputs });
    await store.grades.create(organization_id, inventGrade(chance, run));
    const ago_ms = Math.floor(days * DAY_MS * (1 - (number + chance()) / count)) + 600_000;
    const at = new Date(Date.now() - ago_ms).toISOString();
    await pool.run(sql`
      update runs set created_at = ${at}::timestamptz, finished_at = ${at}::timestamptz
      where organization_id = ${toUuid(organization_id)} and run_id = ${toUuid(run.run_id)}`);
  }
}

function inventRun(chance: () => number, task_id: Run['task_id']): Run {
  const { agent_id, model, skill, minutes, usd } = AGENTS[Math.floor(chance() * AGENTS.length)] ?? AGENTS[0];
  const isGood = chance() < skill;
  const attempts = isGood ? 1 + Math.floor(chance() * 2) : 3;
  const outcome = isGood ? 'COMPLETED' : chance() < 0.6 ? 'BLOCKED' : 'FAILED';
  return buildRun({
    run_id: createId('run', { time_ms: Date.now(), entropy: randomBytes(10) }),
    task_id,
    scenario: SCENARIOS[Math.floor(chance() * SCENARIOS.length)] ?? 'fix-race',
    agent_id,
    agent_type: agent_id,
    model,
    label: chance() < 0.4 ? 'nightly' : null,
    outcome,
    failure: isGood
      ? null
      : { class: 'stage_failed', side: 'agent', message: 'stage test still failed after 3 attempts' },
    stages: [
      { name: 'build', attempts: 1, passed: true },
      { name: 'test', attempts, passed: isGood },
    ],
    wall_ms: Math.round(minutes * 60_000 * (0.5 + chance())),
    cost_usd_micros: Math.round(usd * 1_000_000 * (0.4 + 1.2 * chance())),
    cost_source: 'priced',
    resources: {
      memory_peak_bytes: 2 ** 29,
      memory_limit_bytes: 2 ** 31,
      cpu_periods: 900,
      cpu_throttled_periods: Math.floor(chance() * 200),
    },
  });
}

function inventGrade(chance: () => number, run: Run) {
  const passed = run.outcome === 'COMPLETED';
  const verdict = passed && chance() > 0.08 ? 'PASS' : 'FAIL';
  const judge = chance() < 0.15 ? null : passed && chance() > 0.06 ? 'PASS' : 'FAIL';
  const gates = score('gates', {
    results: [{ verdict, required: true }],
    judge,
    run: { completed: passed, passed },
  }) as Gates;
  const interactions = Array.from({ length: 12 }, (_, index) => ({
    id: `i${index + 1}`,
    categories: index % 3 === 0 ? ['agent'] : ['environment'],
    duration_ms: Math.round(4_000 * chance()),
    context_bytes: 900,
    signals: { success: chance() < 0.8 ? 1 : 0.4, weight: 0.6 + 0.4 * chance(), relevance: 0.6 + 0.4 * chance() },
  }));
  const goal = { checks: [{ grade: passed ? 7 + Math.round(3 * chance()) : 2 }] };
  const axis = score('axis', { interactions, necessity: { agent: 0.8 }, goal }) as AxisResult;
  const { result, result_reason, review, formula_version } = score('result', {
    failure: run.failure,
    results: [{ name: 'tests pass', family: 'outcome', verdict, required: true, reason: '2 of 40 tests fail' }],
    stages: run.stages,
    judge,
  }) as ResultDecision;
  const decided = { result, result_reason, review, result_version: formula_version };
  return buildGrade(run, { overall: verdict, gates, axis, ...decided });
}
