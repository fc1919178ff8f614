import { z } from 'zod';
import { RubricGrade, Signals } from './axis.ts';
import { PassFail } from './gates.ts';
import { JudgmentId, RunId } from './ids.ts';
import { Usage } from './transcript.ts';
import { Digest, DurationMs, Instant, Ratio, UsdMicros } from './units.ts';

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

export const FactCheck = z
  .object({
    id: z.string(),
    source: z.enum(['constraint', 'requirement', 'claim']),
    statement: z.string(),
    status: z.enum(['satisfied', 'violated', 'unsupported', 'not_applicable']),
    by: z.enum(['deterministic', 'judge']),
    turn_first: z.int().min(0).nullable(),
    turn_violated: z.int().min(0).nullable(),
    evidence: z.array(z.object({ kind: z.enum(['step', 'hunk', 'scorer', 'output']), ref: z.string() })),
  })
  .meta({ id: 'FactCheck', description: 'A constraint, requirement or claim, and whether the evidence bears it out.' });
export type FactCheck = z.infer<typeof FactCheck>;

const rating = z.int().min(1).max(5);

const shared = {
  judgment_id: JudgmentId,
  run_id: RunId,
  judge: z.string(),
  model: z.string().nullable(),
  rubric_digest: Digest,
  prompt_digest: Digest,
  reply: z.string(),
  usage: Usage.nullable(),
  cost_usd_micros: UsdMicros.nullable(),
  latency_ms: DurationMs.nullable(),
  judged_at: Instant,
};

/** One judge's opinion of a run. A kind of evidence: kept as it was given, whatever it was. */
export const Judgment = z
  .discriminatedUnion('status', [
    z.object({
      status: z.literal('judged'),
      verdict: PassFail,
      task_completion: rating,
      instruction_adherence: rating,
      efficiency: rating,
      failure_mode: FailureMode.nullable(),
      reasoning: z.string(),
      fact_checks: z.array(FactCheck),
      rubric: z.array(RubricGrade),
      signals: z.record(z.string(), Signals),
      necessity: Ratio.nullable(),
      ...shared,
    }),
    z.object({ status: z.literal('unparseable'), verdict: z.null(), reason: z.string(), ...shared }),
  ])
  .meta({ id: 'Judgment', description: 'What a judge said of a run, with the rubric, model and reply it rests on.' });
export type Judgment = z.infer<typeof Judgment>;
