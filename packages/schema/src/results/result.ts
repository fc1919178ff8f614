import { z } from 'zod';
import { RunFailure, Stage } from '../runs/run.ts';
import { IntegrityMode } from '../scenarios/integrity-mode.ts';
import { ScorerType } from '../scenarios/scorer-config.ts';
import { PassFail, ScorerVerdict } from '../scores/gates.ts';
import { Finding } from '../values/finding.ts';
import { provenance } from '../values/score.ts';
import { Count } from '../values/units.ts';

/** The overall result of a run. */
export const Result = z.enum(['passed', 'failed', 'tampered', 'unchecked', 'error']).meta({
  id: 'Result',
  description:
    'passed. failed: a check, a stage, the agent itself or the judge failed. tampered: the agent changed what grades it. ' +
    'unchecked: no check could have failed. error: something other than the agent failed.',
});
export type Result = z.infer<typeof Result>;

/** One actionable sentence, with the evidence that decided. */
export const ResultReason = z
  .object({
    message: z.string(),
    /** Name of the deciding check. */
    check: z.string().optional(),
    path: z.string().optional(),
    line: z.int().min(1).optional(),
    stage: z.string().optional(),
    /** Class of the deciding failure, such as `time_exceeded`. */
    failure: z.string().optional(),
  })
  .meta({ id: 'ResultReason', description: 'Why a run has its result, and the evidence that decided it.' });
export type ResultReason = z.infer<typeof ResultReason>;

export const ScorerFamily = z.enum(['outcome', 'scope', 'integrity', 'hygiene']).meta({
  id: 'ScorerFamily',
  description:
    'What a scorer checks. outcome: the work is done. scope: the change stays in bounds. integrity: what grades it is intact. hygiene: the change is clean.',
});
export type ScorerFamily = z.infer<typeof ScorerFamily>;

/** A finding of an integrity detector. */
export const IntegrityFinding = Finding.extend({
  /** The detector; `change-run` is the record of the change. */
  type: ScorerType.or(z.literal('change-run')),
  /** Name of the scorer, if the scenario lists the detector. */
  check: z.string().optional(),
}).meta({ id: 'IntegrityFinding', description: 'A place where what grades the run may have been tampered with.' });
export type IntegrityFinding = z.infer<typeof IntegrityFinding>;

/** Findings of all integrity detectors, whether or not the scenario lists them. */
export const Integrity = z
  .object({
    mode: IntegrityMode,
    findings: z.array(IntegrityFinding),
    /** Findings the scenario allows, with its reason. */
    allowed: z.array(IntegrityFinding.extend({ reason: z.string() })),
  })
  .meta({ id: 'Integrity', description: 'The findings of the integrity detectors, and how the scenario treats them.' });
export type Integrity = z.infer<typeof Integrity>;

export const ResultInput = z
  .strictObject({
    failure: RunFailure.nullish(),
    results: z.array(
      z.strictObject({
        name: z.string(),
        family: ScorerFamily,
        verdict: ScorerVerdict,
        required: z.boolean(),
        reason: z.string().default(''),
        findings: z.array(Finding).default([]),
      }),
    ),
    integrity: z
      .strictObject({ mode: IntegrityMode, findings: z.array(IntegrityFinding) })
      .default({ mode: 'review', findings: [] }),
    stages: z.array(Stage).default([]),
    /** Verdict of the judge, if it may gate. */
    judge: PassFail.nullish(),
  })
  .meta({ id: 'ResultInput', description: 'The failure of a run, its checks, its stages and its judge.' });
export type ResultInput = z.infer<typeof ResultInput>;

export const ResultDecision = z
  .object({
    result: Result,
    result_reason: ResultReason,
    /** Number of integrity findings a person should review; with any, a pass is not shown as plain green. */
    review: Count,
    ...provenance,
  })
  .meta({ id: 'ResultDecision', description: 'The result of a run, with its reason.' });
export type ResultDecision = z.infer<typeof ResultDecision>;
