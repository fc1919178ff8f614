import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestFileFilter } from '@assay/detect';
import type {
  AxisWeights,
  Evidence,
  Grade,
  HeuristicJudgment,
  InteractionJudgment,
  JudgeCall,
  Judgment,
  LatencyBaseline,
  ScorerResult,
} from '@assay/schema';
import {
  gradeRun,
  judgeHeuristically,
  notScoredReason,
  scoreEvidence,
  toInteractionJudgment,
  toInteractionNotes,
} from '@assay/scoring';
import { type Host, instant } from '../../contracts/host.ts';
import type { Subject } from '../../judge/ask-about-run.ts';
import { BY_RULES, type OpenedJudge } from '../../judge/open-judge.ts';
import { appendWhole } from '../folders/append-whole.ts';
import { type RunFolder, readRunFolder } from '../folders/read-run-folder.ts';
import { formatJson } from '../folders/run-folders.ts';

export interface GradeRunOptions {
  readonly host: Host;
  /** Overrides the baseline in the evidence. */
  readonly baseline?: LatencyBaseline | null;
  readonly signal: AbortSignal;
  readonly judge?: OpenedJudge;
  readonly formulas?: Readonly<Record<string, string>>;
  readonly weights?: AxisWeights | undefined;
  /** Scorecard weights of a workspace, if it has its own. */
  readonly scorecard_weights?: Readonly<Record<string, number>> | null;
  /** Reports the progress of judging. */
  readonly onJudging?: (done: number, of: number) => void;
}

/** Grades a run folder from its content and a judge's opinion, and writes the grade. */
export async function gradeRunFolder(folder: string, options: GradeRunOptions): Promise<Grade> {
  const run = await readRunFolder(folder);
  const grade = await gradeStored(run, { ...options, results: scoreEvidence(run.evidence) });
  await writeFile(join(folder, 'grade.json'), formatJson(grade));
  return grade;
}

/** Grades a run from its evidence, scorer results and a judge. */
export async function gradeStored(
  run: RunFolder,
  {
    host,
    baseline,
    results,
    formulas,
    weights,
    scorecard_weights,
    label,
    opinion: given,
    ...asking
  }: GradeRunOptions & { results: ScorerResult[]; label?: string; opinion?: Opinion },
): Promise<Grade> {
  const { evidence, entries, interactions } = run;
  const opinion =
    notScoredReason(evidence.run) === null
      ? (given ?? (await judge(run, results, { host, ...asking })))
      : { judgment: null, judged: null };
  return gradeRun({
    evidence,
    results,
    interactions,
    entries,
    ...opinion,
    notes: toInteractionNotes(applyRules(run)),
    ...(baseline === undefined ? {} : { baseline }),
    reference: null,
    graded_at: instant(host.now()),
    ...(formulas === undefined ? {} : { formulas }),
    ...(weights === undefined ? {} : { weights }),
    ...(scorecard_weights === undefined ? {} : { scorecard_weights }),
    ...(label === undefined ? {} : { label }),
  });
}

/** Opinions on a run and its interactions. */
export interface Opinion {
  readonly judgment: Judgment | null;
  readonly judged: InteractionJudgment | null;
}

async function judge(
  run: RunFolder,
  results: ScorerResult[],
  {
    judge: opened = BY_RULES,
    host,
    signal,
    onJudging,
  }: Pick<GradeRunOptions, 'judge' | 'host' | 'signal' | 'onJudging'>,
): Promise<Opinion> {
  if (opened.by === 'nobody') return { judgment: null, judged: null };
  if (opened.judge === null) return { judgment: null, judged: judgeByRules(run) };
  // loaded only for a model judge
  const { judgeRun } = await import('../../judge/judge-run.ts');
  const { calls, judgment, judged } = await judgeRun(opened.judge, buildJudgeSubject(run, results), {
    host,
    signal,
    ...(onJudging === undefined ? {} : { onProgress: onJudging }),
  });
  await saveCalls(run, calls);
  return { judgment, judged: opened.judge.interactions === 'rules' ? judgeByRules(run) : judged };
}

// judge calls are evidence: once written, they stay
async function saveCalls({ folder, calls: kept }: RunFolder, calls: readonly JudgeCall[]): Promise<void> {
  const known = new Set(kept.map(({ judgment_id }) => judgment_id));
  const added = calls.filter(({ judgment_id }) => !known.has(judgment_id));
  await appendWhole(join(folder, 'judgments.jsonl'), added.map((call) => `${JSON.stringify(call)}\n`).join(''));
}

/** The rules' judgment of a run's interactions; null if the agent used no tool. */
export const judgeByRules = (run: RunFolder): InteractionJudgment | null =>
  run.interactions.some(({ kind }) => kind === 'tool') ? toInteractionJudgment(applyRules(run)) : null;

const applied = new WeakMap<RunFolder['interactions'], HeuristicJudgment>();

// once per run: on a long transcript this takes longer than the rest of grading
function applyRules({ entries, interactions }: RunFolder): HeuristicJudgment {
  const known = applied.get(interactions);
  if (known !== undefined) return known;
  const judgment = judgeHeuristically({ entries: [...entries], interactions: [...interactions] });
  applied.set(interactions, judgment);
  return judgment;
}

/** A run as input for a judge. */
export function buildJudgeSubject(
  { evidence, entries, interactions, diff }: RunFolder,
  results: readonly ScorerResult[],
): Subject {
  const { run, task, changed_paths, turn_paths, commands, claims, agent_exit } = evidence;
  const { scenario } = task;
  return {
    agent: { type: run.agent_type, model: run.model },
    run: {
      task: {
        instruction_from: 'scenario',
        instruction: scenario.user_instruction,
        turns: scenario.turns,
        expected_outcome: scenario.expected_outcome,
        tracked_constraints: scenario.tracked_constraints,
        rubric: scenario.rubric,
        notes: scenario.scorers.flatMap((scorer) => (scorer.type === 'llm_judge' ? [scorer.rubric] : [])),
      },
      entries: entries.filter(({ only_in }) => only_in !== 'agent'),
      interactions: [...interactions],
      diff: evidence.final_tree === null ? null : diff,
      changed_paths,
      // with repairs, the agent's turns do not match those of the task
      ...(turn_paths.length === 1 + scenario.turns.length ? { turn_paths } : {}),
      test_paths: changed_paths.map(({ path }) => path).filter(createTestFileFilter()),
      results: results.filter(({ type }) => type !== 'llm_judge'),
      commands: { ...commands, ...stageOutputs(evidence) },
      ...(run.stages.length > 0 ? { stages: listStages(evidence) } : {}),
      ...(agent_exit == null ? {} : { ending: { outcome: run.outcome, failure: run.failure, agent_exit } }),
      claims,
      identity: {
        // not the display name, which is arbitrary and unknown to the agent
        agents: [run.agent_type],
        models: run.model === null ? [] : [run.model],
      },
    },
  };
}

// commands of stages are in the task, their results in the run
function listStages({ run, task }: RunFolder['evidence']): NonNullable<Subject['run']['stages']> {
  const commands = new Map(task.scenario.stages.map(({ name, command }) => [name, command]));
  return run.stages.map((stage) => ({ ...stage, command: commands.get(stage.name) ?? '' }));
}

/** What stages said last, shown like the grading commands. */
const stageOutputs = ({ run, stage_commands = {} }: RunFolder['evidence']): Evidence['commands'] =>
  Object.fromEntries(
    run.stages.flatMap(({ name, attempts }) => {
      const said = stage_commands[name];
      return said === undefined ? [] : [[`stage ${name}, attempt ${attempts}`, said]];
    }),
  );
