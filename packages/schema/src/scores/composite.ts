import { z } from 'zod';
import { provenance } from '../values/score.ts';
import { Count, Ratio } from '../values/units.ts';

/** Error message for more passed checks than checks. */
export const tooManyPassedMessage = ({ input }: { input?: unknown }): string => {
  const { passed, total } = input as { passed: number; total: number };
  return `expected at most as many passed checks as checks in total, found ${passed} of ${total}`;
};

export const Checks = z
  .strictObject({ passed: Count, total: Count })
  .refine(({ passed, total }) => passed <= total, {
    path: ['passed'],
    error: tooManyPassedMessage,
  })
  .meta({ id: 'Checks', description: 'Objective checks: passed and total.' });
export type Checks = z.infer<typeof Checks>;

/** What a run consumed. Absent or null: not measured. */
export const Consumption = z
  .strictObject({
    tokens: z.number().min(0).nullish(),
    tool_calls: z.number().min(0).nullish(),
    steps: z.number().min(0).nullish(),
    wall_ms: z.number().min(0).nullish(),
  })
  .meta({ id: 'Consumption', description: 'Tokens, tool calls, steps and wall time of a run.' });
export type Consumption = z.infer<typeof Consumption>;

export const CompositeInput = z
  .strictObject({
    checks: Checks,
    judge: Ratio.nullish(),
    cost: Consumption.nullish(),
    reference: Consumption.nullish(),
  })
  .meta({ id: 'CompositeInput', description: 'Checks, the judge, and what the run and its reference consumed.' });
export type CompositeInput = z.infer<typeof CompositeInput>;

export const Composite = z
  .object({
    composite: Ratio,
    base: Ratio,
    cost_adjustment: z.number().min(-0.1).max(0.1),
    objective: Ratio,
    cost_ratios: z.record(z.string(), z.number().min(0)),
    ...provenance,
  })
  .meta({ id: 'Composite', description: 'Objective checks, judge and cost in one number, 0–1.' });
export type Composite = z.infer<typeof Composite>;
