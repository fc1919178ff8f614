import type { TokenRecord } from '@assay/schema';
import type { SessionRecord } from '../session.ts';

const CHARACTERS_PER_TOKEN = 4;
const FEWEST_PER_TOKEN = 20;

/**
 * Plausibility of the record: fewer output tokens than a twentieth of the characters that the agent wrote are a
 * placeholder, so the count is a lower limit. The estimate is a quarter of the characters.
 */
export function readTokenRecord({ entries, usage }: SessionRecord): TokenRecord {
  const written = entries.reduce((all, { type, text, input }) => {
    if (type === 'assistant') return all + (text ?? '').length;
    return type === 'tool_use' ? all + lengthOf(input) : all;
  }, 0);
  const plausible = usage === null || usage.output_tokens >= written / FEWEST_PER_TOKEN;
  return { plausible, estimated_output_tokens: plausible ? null : Math.ceil(written / CHARACTERS_PER_TOKEN) };
}

function lengthOf(input: unknown): number {
  if (typeof input === 'string') return input.length;
  if (typeof input !== 'object' || input === null) return 0;
  return Object.values(input).reduce((all, value) => all + (typeof value === 'string' ? value.length : 0), 0);
}
