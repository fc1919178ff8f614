import type { Usage } from '@assay/schema';
import { at, count, isObject, type Json, number, text } from '@assay/schema/json';
import type { Recorder } from '../transcript-reader.ts';

/** Running totals of cost and tokens per model. */
export type Metrics = Map<string, { readonly cost: number; readonly usage: Usage }>;

/** Records the totals of one model, which OpenHands repeats as they grow. */
export function readMetrics(
  { recorder, metrics }: { readonly recorder: Recorder; readonly metrics: Metrics },
  name: string,
  value: Json,
): void {
  const tokens = at(value, 'accumulated_token_usage');
  if (!isObject(tokens)) return;
  metrics.set(name, { cost: Math.max(0, number(at(value, 'accumulated_cost')) ?? 0), usage: usageOf(tokens) });
  const all = [...metrics.values()];
  const sum = (field: keyof Usage) => all.reduce((total, { usage }) => total + usage[field], 0);
  recorder.totalUsage({
    input_tokens: sum('input_tokens'),
    cached_input_tokens: sum('cached_input_tokens'),
    cache_write_input_tokens: sum('cache_write_input_tokens'),
    output_tokens: sum('output_tokens'),
  });
  const cost = all.reduce((total, one) => total + one.cost, 0);
  // 0 means that the price is unknown
  if (cost > 0) recorder.cost(cost);
  const model = text(at(value, 'model_name') ?? at(tokens, 'model'));
  if (model && model !== 'default') recorder.identify({ model });
}

// the prompt includes cached tokens, except for agents behind ACP, which may report more cached than prompt tokens
function usageOf(tokens: Json): Usage {
  const [prompt, read] = [count(at(tokens, 'prompt_tokens')), count(at(tokens, 'cache_read_tokens'))];
  const written = count(at(tokens, 'cache_write_tokens'));
  return {
    input_tokens: read + written > prompt ? prompt + read + written : prompt,
    cached_input_tokens: read,
    cache_write_input_tokens: written,
    output_tokens: count(at(tokens, 'completion_tokens')),
  };
}
