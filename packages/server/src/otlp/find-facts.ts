import { toUsdMicros } from '@assay/schema';
import type { Json } from '@assay/schema/json';
import { projectOf } from '@assay/scoring';
import { computeCostMicros, glanceAt, glanceAtLogs } from '@assay/transcripts';
import type { Signal } from '../sessions/signals.ts';
import type { BatchFacts } from '../store/tables/received/telemetry.ts';

const LONGEST = 200;
const NONE: BatchFacts = { agent: null, model: null, project: null, turns: 0, cost_usd_micros: null };

/** What one batch tells about its session, to show while it runs. The grade reads all batches again. */
export async function findFacts(document: Json, signal: Signal): Promise<BatchFacts> {
  const found = signal === 'logs' ? glanceAtOwnLogs(document) : await glanceAt([document]);
  if (found === undefined) return NONE;
  const { agent, model, responses, usage } = found;
  const findPrice = (): number | null => (model === null || usage === null ? null : computeCostMicros(model, usage));
  return {
    agent: shorten(agent),
    model: shorten(model),
    project: shorten(projectOf('', found.entries)),
    turns: responses,
    cost_usd_micros: responses === 0 ? null : (found.cost_usd_micros ?? findPrice()),
  };
}

function glanceAtOwnLogs(document: Json) {
  const { cost_usd, prompts, ...found } = glanceAtLogs(document);
  return { ...found, cost_usd_micros: toUsdMicros(cost_usd), entries: prompts };
}

const shorten = (name: string | null): string | null => name?.slice(0, LONGEST) ?? null;
