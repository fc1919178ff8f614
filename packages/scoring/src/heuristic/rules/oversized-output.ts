import { type HeuristicRule, remark } from '../rule.ts';
import { MANY_TOKENS } from '../uses.ts';

const HUGE_BYTES = 20_000;
const LOWEST = 0.25;

/** A huge output of which little is used later; the larger, the lower the value. */
export const oversizedOutput: HeuristicRule = {
  id: 'oversized-output',
  title: 'Outputs are no larger than needed',
  description: 'A huge output costs tokens in every later turn.',

  judge: ({ uses }) =>
    [...uses].flatMap(([step, { used }]) => {
      if (step.output_bytes <= HUGE_BYTES || used >= MANY_TOKENS) return [];
      const weight = Math.max(LOWEST, Math.round((100 * HUGE_BYTES) / step.output_bytes) / 100);
      return remark(
        step,
        { weight },
        { reason: `${step.output_bytes} bytes, of which only ${used} tokens are used later` },
      );
    }),
};
