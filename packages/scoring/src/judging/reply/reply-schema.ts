import { FailureMode, FaultSide } from '@assay/schema';

const text = { type: 'string' };
const rating = { type: 'integer', enum: [1, 2, 3, 4, 5] };
const list = (items: object) => ({ type: 'array', items });
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const record = (properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/**
 * The JSON schema of a reply, limited to what strict modes of services accept: every field required, no others, no
 * bounds. The same for every run. Reasons come before the verdict, because replies are written in this order.
 */
export const RUN_REPLY_SCHEMA: Readonly<Record<string, unknown>> = record({
  fact_checks: list(
    record({
      id: text,
      evidence: list(text),
      reason: text,
      status: { type: 'string', enum: ['satisfied', 'violated', 'unsupported', 'not_applicable'] },
      turn_violated: orNull({ type: 'integer' }),
    }),
  ),
  rubric: list(
    record({ id: text, reason: text, grade: { type: 'integer', enum: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] } }),
  ),
  reasoning: text,
  task_completion: rating,
  instruction_adherence: rating,
  efficiency: rating,
  verdict: { type: 'string', enum: ['PASS', 'FAIL'] },
  failure_mode: orNull({ type: 'string', enum: FailureMode.options }),
  secondary_failure_modes: list({ type: 'string', enum: FailureMode.options }),
  fault_side: orNull({ type: 'string', enum: FaultSide.options }),
});
