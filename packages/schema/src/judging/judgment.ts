import { z } from 'zod';
import { RubricGrade, Signals } from '../scores/axis.ts';
import { PassFail } from '../scores/gates.ts';
import { Usage } from '../transcripts/transcript.ts';
import { Finding } from '../values/finding.ts';
import { JudgmentId } from '../values/ids.ts';
import { Count, Digest, DurationMs, Instant, Ratio, UsdMicros } from '../values/units.ts';

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
  .meta({ id: 'FailureMode', description: 'The primary failure of a run, according to the judge.' });
export type FailureMode = z.infer<typeof FailureMode>;

export const FaultSide = z
  .enum(['model', 'harness', 'environment', 'grader', 'task'])
  .meta({ id: 'FaultSide', description: 'The cause of a failure, according to the judge.' });
export type FaultSide = z.infer<typeof FaultSide>;

/** A reference to evidence: a transcript step, a changed path, a scorer or the output of a command. */
export const EvidenceRef = z.object({ kind: z.enum(['step', 'hunk', 'scorer', 'output']), ref: z.string() }).meta({
  id: 'EvidenceRef',
  description: 'A transcript entry, a changed path, a scorer, or the output of a scorer.',
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
    /** Reason in one sentence; absent if none was given. */
    reason: z.string().optional(),
  })
  .meta({ id: 'FactCheck', description: 'A constraint, requirement or claim, and whether the evidence supports it.' });
export type FactCheck = z.infer<typeof FactCheck>;

/** Why a judge gave no usable answer. */
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
  .meta({ id: 'JudgeObstacle', description: 'Why a judge gave no usable answer.' });
export type JudgeObstacle = z.infer<typeof JudgeObstacle>;

/** One question to a judge and its reply, stored unchanged as evidence. */
export const JudgeCall = z
  .object({
    judgment_id: JudgmentId,
    purpose: z.enum(['run', 'interactions']),
    /** Index among the questions of this purpose, from 0. */
    batch: Count,
    /** Repeat number of the same question, from 0. */
    sample: Count,
    /** Index in a panel, from 0. */
    member: Count,
    /** The judge, such as `anthropic:claude-sonnet-4-6` or a panel. */
    judge: z.string(),
    /** The panel member that answered. */
    backend: z.string(),
    /** The requested model, and the model that answered. */
    model_asked: z.string().nullable(),
    model: z.string().nullable(),
    criteria: z.string(),
    criteria_digest: Digest,
    /** Digest of the question without its nonce: the same question has the same digest. */
    prompt_digest: Digest,
    status: z.enum(['answered', 'failed']),
    obstacle: JudgeObstacle.nullable(),
    detail: z.string().nullable(),
    reply: z.string(),
    /** Whether the first reply was unusable and the judge was asked to repair it. */
    repaired: z.boolean(),
    tries: Count,
    /** Whether the reply came from the cache. */
    cached: z.boolean(),
    usage: Usage.nullable(),
    cost_usd_micros: UsdMicros.nullable(),
    latency_ms: DurationMs.nullable(),
    judged_at: Instant,
  })
  .meta({ id: 'JudgeCall', description: 'One question to a judge, by digest, and its raw reply.' });
export type JudgeCall = z.infer<typeof JudgeCall>;

const rating = z.number().min(1).max(5);

/** The part of a run the judge was shown. */
export const ShownEvidence = z
  .object({
    chars: Count,
    diff_truncated: z.boolean(),
    files_omitted: z.array(z.string()),
    steps_omitted: Count,
  })
  .meta({ id: 'ShownEvidence', description: 'How much the judge was shown, and what was omitted.' });
export type ShownEvidence = z.infer<typeof ShownEvidence>;

const shared = {
  judge: z.string(),
  models: z.array(z.string()),
  /** Criteria and version, such as `run@1`. */
  criteria: z.string(),
  /** Usable answers, and questions about the run. */
  answered: Count,
  asked: Count,
  /** Whether judge and agent are from the same model family. */
  same_family: z.boolean(),
  /** Calibration against people. On probation, the verdict is shown but does not gate. */
  standing: z.enum(['uncalibrated', 'calibrated', 'probation']),
  shown: ShownEvidence,
  /** What Assay noticed, such as text addressed to the judge. */
  findings: z.array(Finding),
  judgment_ids: z.array(JudgmentId),
  usage: Usage.nullable(),
  cost_usd_micros: UsdMicros.nullable(),
  latency_ms: DurationMs.nullable(),
  judged_at: Instant.nullable(),
};

/** A judge's opinion of a run, read from its replies. Without a verdict it has a reason. */
export const Judgment = z
  .discriminatedUnion('status', [
    z.object({
      status: z.literal('judged'),
      verdict: PassFail,
      /** 1–5; median over several answers. */
      task_completion: rating,
      instruction_adherence: rating,
      efficiency: rating,
      failure_mode: FailureMode.nullable(),
      /** The judge's own label, if it is not a known one. */
      failure_mode_raw: z.string().nullable(),
      secondary_failure_modes: z.array(FailureMode).max(2),
      fault_side: FaultSide.nullable(),
      reasoning: z.string(),
      /** Share of answers with this verdict. */
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
      /** The checks Assay could do itself. */
      fact_checks: z.array(FactCheck),
      ...shared,
    }),
  ])
  .meta({ id: 'Judgment', description: 'The opinion of a judge on a run, with its evidence.' });
export type Judgment = z.infer<typeof Judgment>;

/** Judgment of the interactions of a run. Interactions missing from `signals` were not judged. */
export const InteractionJudgment = z
  .object({
    judge: z.string(),
    signals: z.record(z.string(), Signals),
    necessity: Ratio.nullable(),
    judged: Count,
    of: Count,
    /** Why some were not judged; null if all were. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'InteractionJudgment', description: 'Signals per interaction and necessity, and the number judged.' });
export type InteractionJudgment = z.infer<typeof InteractionJudgment>;
