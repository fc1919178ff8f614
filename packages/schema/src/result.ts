import { z } from 'zod';
import { Finding } from './finding.ts';
import { PassFail, ScorerVerdict } from './gates.ts';
import { IntegrityMode } from './integrity-mode.ts';
import { RunFailure, Stage } from './run.ts';
import { provenance } from './score.ts';
import { ScorerType } from './scorer-config.ts';
import { Count } from './units.ts';

/** The first word about a run. */
export const Result = z.enum(['passed', 'failed', 'tampered', 'unchecked', 'error']).meta({
  id: 'Result',
  description:
    'passed; failed: a check, a stage, the agent itself or the judge said no; tampered: the agent changed what grades it; ' +
    'unchecked: nothing could have said no; error: something other than the agent failed.',
});
export type Result = z.infer<typeof Result>;

/** One sentence a person can act on, with what decided. */
export const ResultReason = z
  .object({
    message: z.string(),
    /** The check that decided, by its name. */
    check: z.string().optional(),
    path: z.string().optional(),
    line: z.int().min(1).optional(),
    stage: z.string().optional(),
    /** The class of the failure that decided, such as `time_exceeded`. */
    failure: z.string().optional(),
  })
  .meta({ id: 'ResultReason', description: 'Why a run has its result, and the evidence that decided it.' });
export type ResultReason = z.infer<typeof ResultReason>;

export const ScorerFamily = z.enum(['outcome', 'scope', 'integrity', 'hygiene']).meta({
  id: 'ScorerFamily',
  description:
    'outcome: is the work done; scope: did it stay in bounds; integrity: is what grades it intact; hygiene: is it clean.',
});
export type ScorerFamily = z.infer<typeof ScorerFamily>;

/** What an integrity detector holds against a change. */
export const IntegrityFinding = Finding.extend({
  /** The detector that found it. */
  type: ScorerType,
  /** The scorer of the scenario, where the scenario lists the detector. */
  check: z.string().optional(),
}).meta({ id: 'IntegrityFinding', description: 'A place where what grades the run may have been tampered with.' });
export type IntegrityFinding = z.infer<typeof IntegrityFinding>;

/** What the integrity detectors found, whether or not the scenario lists them. */
export const Integrity = z
  .object({
    mode: IntegrityMode,
    findings: z.array(IntegrityFinding),
    /** Findings that the scenario allows, with the reason it gives. */
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
    /** The verdict of a judge that may gate. */
    judge: PassFail.nullish(),
  })
  .meta({ id: 'ResultInput', description: 'The failure of a run, its checks, its stages and its judge.' });
export type ResultInput = z.infer<typeof ResultInput>;

export const ResultDecision = z
  .object({
    result: Result,
    result_reason: ResultReason,
    /** Integrity findings that a person should look at; the run is not plainly green while there are any. */
    review: Count,
    ...provenance,
  })
  .meta({ id: 'ResultDecision', description: 'The result of a run, with its reason.' });
export type ResultDecision = z.infer<typeof ResultDecision>;
