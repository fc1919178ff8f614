import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CompositeInput,
  type ConfigurationRef,
  type Grade,
  type Interaction,
  parse,
  type Run,
  StoredGrade,
  type Task,
} from '@assay/schema';
import { completeGrade, compositeInput, notScoredReason } from '@assay/scoring';
import { readRunFolder } from '../../run/folders/read-run-folder.ts';

/** The facts about a run that a comparison uses. */
export interface MeasuredRun {
  readonly run_id: string;
  readonly scenario: string;
  readonly agent: string;
  /** The configured model, if known; null if the agent chose. */
  readonly model: string | null;
  readonly label: string | null;
  readonly configuration: ConfigurationRef | null;
  /** Conditions that must be equal for all runs of a task, by name. */
  readonly conditions: Readonly<Record<string, string>>;
  readonly task_digest: string;
  readonly harness_version: string;
  /** Why it does not count: it failed for a reason that is not the agent's. Null if it counts. */
  readonly obstacle: string | null;
  /** Why it has no composite although it counts: its scorers gave no verdict. */
  readonly error: string | null;
  /** It left nothing usable. */
  readonly failed: boolean;
  /** Whether it passed as a whole; null if nothing was checked. */
  readonly passed: boolean | null;
  /** Its checks, judge and consumption, without a reference. */
  readonly parts: CompositeInput;
  /** The judge and its criteria; null if the judge is absent or must not decide. */
  readonly judge: string | null;
  readonly cost_usd_micros: number | null;
  readonly wall_ms: number | null;
}

/** Reads the facts for a comparison from the folder of a finished run. */
export async function measureRun(folder: string): Promise<MeasuredRun> {
  const { evidence, interactions } = await readRunFolder(folder);
  const { run, task } = evidence;
  const grade = completeGrade(parse(StoredGrade, JSON.parse(await readFile(join(folder, 'grade.json'), 'utf8'))), run);
  return measureGraded({ run, task, interactions, grade });
}

/** A graded run from any source. */
export interface GradedRun {
  readonly run: Run;
  readonly task: Pick<Task, 'scorers_digest' | 'scenario'>;
  readonly interactions: readonly Interaction[];
  readonly grade: Grade;
}

/** The facts for a comparison, of a graded run. */
export function measureGraded({ run, task, interactions, grade }: GradedRun): MeasuredRun {
  const { judgment } = grade;
  return {
    run_id: run.run_id,
    scenario: run.scenario,
    agent: run.agent_id,
    model: null,
    label: run.label,
    configuration: run.configuration,
    conditions: {
      task: run.task_digest,
      scorers: grade.scorers_digest ?? task.scorers_digest,
      sandbox: `${run.sandbox}, ${run.isolated ? 'isolated' : 'not isolated'}`,
      limits: JSON.stringify(task.scenario.limits),
    },
    task_digest: run.task_digest,
    harness_version: run.harness_version,
    obstacle: notScoredReason(run),
    error: grade.composite_reason,
    // a cheat scores nothing, however many checks it passes
    failed: run.outcome === 'FAILED' || grade.result === 'tampered',
    passed: grade.result === 'error' || grade.result === 'unchecked' ? null : grade.result === 'passed',
    parts: compositeInput({ evidence: { run }, interactions, judgment, reference: null }, grade.results),
    judge:
      judgment?.status === 'judged' && judgment.standing !== 'probation'
        ? `${judgment.judge} by ${judgment.criteria}`
        : null,
    cost_usd_micros: run.cost_usd_micros,
    wall_ms: run.wall_ms,
  };
}
