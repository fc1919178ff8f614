import { FailureMode, FaultSide } from '@assay/schema';
import { z } from 'zod';

const text = z.string().min(1);

const scale = z.strictObject({
  question: text,
  /** What each level looks like, so that two judges mean the same by a number. */
  levels: z.strictObject({ 1: text, 2: text, 3: text, 4: text, 5: text }),
});

/** By what a run is judged. Data, so that a file of the same shape can take its place. */
export const Criteria = z
  .strictObject({
    id: text,
    version: text,
    /** Who the judge is to be. */
    role: text,
    scales: z.strictObject({ task_completion: scale, instruction_adherence: scale, efficiency: scale }),
    verdict: z.strictObject({ PASS: text, FAIL: text, rules: z.array(text) }),
    failure_modes: z.array(z.strictObject({ label: FailureMode, meaning: text })).min(1),
    fault_sides: z.record(FaultSide, text),
    /** What a row of the fact-check matrix can be. */
    statuses: z.strictObject({ satisfied: text, violated: text, unsupported: text, not_applicable: text }),
    evidence: z.array(text),
    /** How a check of a rubric is graded. */
    rubric: text,
    /** What is right, by what the task expects. */
    outcomes: z.strictObject({ completion: text, refusal: text }),
    /** UntrustedText of runs with several turns, and of runs that have no workspace. */
    multi_turn: text,
    no_workspace: text,
  })
  .meta({ id: 'Criteria', description: 'Scales with anchors, the rule for PASS, labels and rules of evidence.' });
export type Criteria = z.infer<typeof Criteria>;

/** As a judgment names them: `run@1`. */
export const nameCriteria = ({ id, version }: Pick<Criteria, 'id' | 'version'>): string => `${id}@${version}`;
