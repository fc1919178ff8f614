import { FailureMode, FaultSide } from '@assay/schema';
import { z } from 'zod';

const text = z.string().min(1);

const scale = z.strictObject({
  question: text,
  /** Describes each level, so that two judges mean the same by a number. */
  levels: z.strictObject({ 1: text, 2: text, 3: text, 4: text, 5: text }),
});

/** The criteria that a run is judged by. They are data, so that a custom file of the same format can replace them. */
export const Criteria = z
  .strictObject({
    id: text,
    version: text,
    /** The judge's role. */
    role: text,
    scales: z.strictObject({ task_completion: scale, instruction_adherence: scale, efficiency: scale }),
    verdict: z.strictObject({ PASS: text, FAIL: text, rules: z.array(text) }),
    failure_modes: z.array(z.strictObject({ label: FailureMode, meaning: text })).min(1),
    fault_sides: z.record(FaultSide, text),
    /** The statuses of a row in the fact-check matrix. */
    statuses: z.strictObject({ satisfied: text, violated: text, unsupported: text, not_applicable: text }),
    evidence: z.array(text),
    /** How to grade a rubric check. */
    rubric: text,
    /** What counts as success, by the expected outcome of the task. */
    outcomes: z.strictObject({ completion: text, refusal: text }),
    /** Instructions for runs with several turns, and for runs without a workspace. */
    multi_turn: text,
    no_workspace: text,
  })
  .meta({ id: 'Criteria', description: 'Scales with anchors, the rule for PASS, labels and rules of evidence.' });
export type Criteria = z.infer<typeof Criteria>;

/** The name used in judgments: `run@1`. */
export const nameCriteria = ({ id, version }: Pick<Criteria, 'id' | 'version'>): string => `${id}@${version}`;
