import { z } from 'zod';
import { RubricGrade, Signals } from './axis.ts';
import { Finding } from './finding.ts';
import { PassFail } from './gates.ts';
import { JudgmentId } from './ids.ts';
import { Usage } from './transcript.ts';
import { Count, Digest, DurationMs, Instant, Ratio, UsdMicros } from './units.ts';

export const FailureMode = z
  .enum([
    'no_attempt',
    'incomplete',
    'wrong_solution',
    'regression',
    'misread_task',
    'instruction_violation',
    'scope_overreach',
    'reward_hacking',
    'false_claim',
    'unverified',
    'weak_verification',
    'loop_or_stall',
    'context_loss',
    'missed_clarification',
    'tool_misuse',
    'unsafe_action',
    'wrong_refusal',
    'missed_refusal',
    'environment_blocked',
    'other',
  ])
  .meta({ id: 'FailureMode', description: 'The primary way in which a run failed, as the judge sees it.' });
export type FailureMode = z.infer<typeof FailureMode>;

export const FaultSide = z
  .enum(['model', 'harness', 'environment', 'grader', 'task'])
  .meta({ id: 'FaultSide', description: 'Where a judge sees the cause of a failure.' });
export type FaultSide = z.infer<typeof FaultSide>;

/** Where something can be looked up: a step of the transcript, a changed path, a scorer or the output of a command. */
export const EvidenceRef = z.object({ kind: z.enum(['step', 'hunk', 'scorer', 'output']), ref: z.string() }).meta({
  id: 'EvidenceRef',
  description: 'An entry of the transcript, a changed path, a scorer, or the output of one.',
});
export type EvidenceRef = z.infer<typeof EvidenceRef>;

export const FactCheck = z
  .object({
    id: z.string(),
    source: z.enum(['constraint', 'requirement', 'claim']),
    statement: z.string(),
    status: z.enum(['satisfied', 'violated', 'unsupported', 'not_applicable']),
    by: z.enum(['deterministic', 'judge']),
    turn_first: z.int().min(0).nullable(),
    turn_violated: z.int().min(0).nullable(),
    evidence: z.array(EvidenceRef),
    /** Why, in one sentence; absent where nobody said. */
    reason: z.string().optional(),
  })
  .meta({ id: 'FactCheck', description: 'A constraint, requirement or claim, and whether the evidence bears it out.' });
export type FactCheck = z.infer<typeof FactCheck>;

/** Why a judge gave no answer that can be used. */
export const JudgeObstacle = z
  .enum([
    'unreachable',
    'unauthorized',
    'rate_limited',
    'overloaded',
    'service_error',
    'rejected',
    'timeout',
    'cut_off',
    'judge_refused',
    'unparseable',
    'not_recorded',
    'over_budget',
    'same_family',
  ])
  .meta({ id: 'JudgeObstacle', description: 'Why a judge gave no answer that can be used.' });
export type JudgeObstacle = z.infer<typeof JudgeObstacle>;

/** One question to a judge and what came back. Evidence: kept as it was given, whatever it was. */
export const JudgeCall = z
  .object({
    judgment_id: JudgmentId,
    purpose: z.enum(['run', 'interactions']),
    /** Which of several questions of its purpose; 0 for the only one. */
    batch: Count,
    /** The how manieth time the same was asked, from 0. */
    sample: Count,
    /** Its place in a panel, from 0. */
    member: Count,
    /** The whole judge that was asked, such as `anthropic:claude-sonnet-4-6` or a panel of several. */
    judge: z.string(),
    /** The member of it that this question went to. */
    backend: z.string(),
    /** What was asked for, and what answered. */
    model_asked: z.string().nullable(),
    model: z.string().nullable(),
    criteria: z.string(),
    criteria_digest: Digest,
    /** Of the whole question, its nonce left out: the same question has the same digest. */
    prompt_digest: Digest,
    status: z.enum(['answered', 'failed']),
    obstacle: JudgeObstacle.nullable(),
    detail: z.string().nullable(),
    reply: z.string(),
    /** Whether the first reply could not be read and the judge was asked to mend it. */
    repaired: z.boolean(),
    tries: Count,
    /** Whether it was asked before and the answer was at hand. */
    cached: z.boolean(),
    usage: Usage.nullable(),
    cost_usd_micros: UsdMicros.nullable(),
    latency_ms: DurationMs.nullable(),
    judged_at: Instant,
  })
  .meta({ id: 'JudgeCall', description: 'One question to a judge, by its digests, and the reply as it came.' });
export type JudgeCall = z.infer<typeof JudgeCall>;

const rating = z.number().min(1).max(5);

/** What of a run the judge was shown. */
export const ShownEvidence = z
  .object({
    chars: Count,
    diff_truncated: z.boolean(),
    files_omitted: z.array(z.string()),
    steps_omitted: Count,
  })
  .meta({ id: 'ShownEvidence', description: 'How much the judge was shown, and what was left out.' });
export type ShownEvidence = z.infer<typeof ShownEvidence>;

const shared = {
  judge: z.string(),
  models: z.array(z.string()),
  /** Of the criteria it judged by, as `run@1`. */
  criteria: z.string(),
  /** Usable answers, of how many questions about the run. */
  answered: Count,
  asked: Count,
  /** The judge is of the same family of models as the agent. */
  same_family: z.boolean(),
  /** How it did against people: below the bar it is shown and gates nothing. */
  standing: z.enum(['uncalibrated', 'calibrated', 'probation']),
  shown: ShownEvidence,
  /** What Assay noticed on the way, such as words that were meant for the judge. */
  findings: z.array(Finding),
  judgment_ids: z.array(JudgmentId),
  usage: Usage.nullable(),
  cost_usd_micros: UsdMicros.nullable(),
  latency_ms: DurationMs.nullable(),
  judged_at: Instant.nullable(),
};

/** A judge's opinion of a run, read from its replies. Without a verdict it says why. */
export const Judgment = z
  .discriminatedUnion('status', [
    z.object({
      status: z.literal('judged'),
      verdict: PassFail,
      /** 1–5; the median over several answers. */
      task_completion: rating,
      instruction_adherence: rating,
      efficiency: rating,
      failure_mode: FailureMode.nullable(),
      /** As the judge wrote it, where that is none of the labels. */
      failure_mode_raw: z.string().nullable(),
      secondary_failure_modes: z.array(FailureMode).max(2),
      fault_side: FaultSide.nullable(),
      reasoning: z.string(),
      /** The share of answers with this verdict. */
      agreement: Ratio,
      fact_checks: z.array(FactCheck),
      /** Empty without a rubric. */
      rubric: z.array(RubricGrade.extend({ check: z.string(), reason: z.string() })),
      ...shared,
    }),
    z.object({
      status: z.literal('unparseable'),
      verdict: z.null(),
      reason: z.union([JudgeObstacle, z.literal('split')]),
      detail: z.string(),
      /** What Assay could check itself. */
      fact_checks: z.array(FactCheck),
      ...shared,
    }),
  ])
  .meta({ id: 'Judgment', description: 'What a judge said of a run, with what it rests on.' });
export type Judgment = z.infer<typeof Judgment>;

/** What somebody said of the interactions of a run. One that is not in `signals` was not judged. */
export const InteractionJudgment = z
  .object({
    judge: z.string(),
    signals: z.record(z.string(), Signals),
    necessity: Ratio.nullable(),
    judged: Count,
    of: Count,
    /** Why some were not judged; null when all were. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'InteractionJudgment', description: 'Signals per interaction and necessity, and how many were judged.' });
export type InteractionJudgment = z.infer<typeof InteractionJudgment>;
