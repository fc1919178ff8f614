import type { Json } from '@assay/schema/json';
import { projectOf } from '@assay/scoring';
import { computeCostMicros, glanceAt } from '@assay/transcripts';
import type { BatchFacts } from '../store/tables/telemetry.ts';

const LONGEST = 200;
const NONE: BatchFacts = { agent: null, model: null, project: null, turns: 0, cost_usd_micros: null };

/** What one batch tells about its session, to show while it runs. The grade reads all batches again. */
export async function findFacts(document: Json): Promise<BatchFacts> {
  const found = await glanceAt([document]);
  if (found === undefined) return NONE;
  const { agent, model, responses, usage } = found;
  // Codex also reports the cost of a turn, whose responses may have arrived in earlier batches
  const priced = model === null || usage === null ? null : computeCostMicros(model, usage);
  return {
    agent: shorten(agent),
    model: shorten(model),
    project: shorten(projectOf('', found.entries)),
    turns: responses,
    cost_usd_micros: responses === 0 ? null : (priced ?? found.cost_usd_micros),
  };
}

const shorten = (name: string | null): string | null => name?.slice(0, LONGEST) ?? null;
