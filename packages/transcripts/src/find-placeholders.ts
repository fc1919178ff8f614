import type { Transcript, Usage } from '@assay/schema';
import type { MeasuredEntry } from '@assay/scoring';

/** No tokenizer packs more characters into a token on average, so fewer tokens than this are placeholders. */
const MOST_BYTES_PER_TOKEN = 20;
/** An average for English and code. */
const BYTES_PER_TOKEN = 4;

/**
 * Some agents write a placeholder such as 1 as the output tokens of a response.
 * The text that the model wrote shows it: then its tokens are estimated, and reported usage and cost are lower bounds.
 */
export function findPlaceholders(
  entries: readonly MeasuredEntry[],
  usage: Usage | null,
): Pick<Transcript, 'estimated_output_tokens'> {
  if (usage === null) return {};
  let bytes = 0;
  for (const entry of entries) if (entry.type === 'assistant' || entry.type === 'tool_use') bytes += entry.bytes;
  if (usage.output_tokens >= bytes / MOST_BYTES_PER_TOKEN) return {};
  return { estimated_output_tokens: Math.ceil(bytes / BYTES_PER_TOKEN) };
}
