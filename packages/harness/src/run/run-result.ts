import type { Proof, RunResult } from '@assay/schema';
import type { KeptRun } from './run-folders.ts';

/** A run with its grade in one shape, for people and programs. The proof is null when its task was not tried on itself. */
export function describeRun({ folder, evidence, grade }: KeptRun, proof: Proof | null): RunResult {
  const { run, changed_paths, warnings } = evidence;
  return {
    run_id: run.run_id,
    scenario: run.scenario,
    agent: run.agent_id,
    agent_type: run.agent_type,
    agent_version: run.agent_version,
    model: run.model,
    sandbox: run.sandbox,
    isolated: run.isolated,
    repeat: run.repeat,
    label: run.label,
    tries: run.tries,
    outcome: run.outcome,
    failure: run.failure,
    end: run.end,
    stages: run.stages,
    turns: run.turns,
    results: grade.results,
    overall: grade.overall,
    mean_score: grade.mean_score,
    scorecard: grade.scorecard,
    axis: grade.axis,
    composite: grade.composite,
    gates: grade.gates,
    judgment: grade.judgment,
    interactions_judged: grade.interactions_judged,
    not_scored: grade.not_scored,
    usage: run.usage,
    cost_usd: run.cost_usd_micros === null ? null : run.cost_usd_micros / 1e6,
    cost_source: run.cost_source,
    wall_ms: run.wall_ms,
    resources: run.resources,
    changed_paths: changed_paths.map(({ path }) => path),
    diff_digest: evidence.diff_digest,
    folder,
    proven: proof?.proven ?? false,
    unproven_reason: proof === null ? 'the task was not tried on itself' : proof.reason,
    warnings,
  };
}
