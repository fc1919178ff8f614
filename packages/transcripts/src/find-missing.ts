import type { Transcript, TranscriptFact } from '@assay/schema';
import type { MeasuredEntry } from '@assay/scoring';

type Totals = Pick<Transcript, 'usage' | 'cost_usd' | 'model' | 'end' | 'started_at'>;

/** What a transcript does not contain. An agent that called no tool lacks no inputs and outputs. */
export function findMissing(entries: readonly MeasuredEntry[], totals: Totals): TranscriptFact[] {
  const { usage, cost_usd, model, end, started_at } = totals;
  // `{}` or nothing
  const lacksAll = (type: 'tool_use' | 'tool_result', least: number) => {
    const some = entries.filter((entry) => entry.type === type);
    return some.length > 0 && some.every(({ bytes }) => bytes < least);
  };
  const found: Readonly<Record<TranscriptFact, boolean>> = {
    prompts: !entries.some(({ type }) => type === 'user'),
    answers: !entries.some(({ type }) => type === 'assistant'),
    tool_inputs: lacksAll('tool_use', 3),
    tool_outputs: lacksAll('tool_result', 1),
    times: started_at === null,
    tokens: usage === null,
    cost: cost_usd === null,
    model: model === null,
    end: end.status === 'unknown',
  };
  return (Object.keys(found) as TranscriptFact[]).filter((fact) => found[fact]);
}
