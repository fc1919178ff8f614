import { entryId, type Run, type Transcript, type TranscriptEntry } from '@assay/schema';
import { measureEntry, pairInteractions } from '@assay/scoring';
import { findTimeSpan, sumUsage } from '@assay/transcripts';
import type { ProcessAgent } from '../../contracts/agent.ts';
import type { RecordedCall } from '../../machine/gateway/tool-record.ts';
import { type Merged, mergeToolRecord } from './merge-tool-record.ts';
import type { Turn } from './run-agent-turn.ts';

/** The turns of a run as one transcript, and the source of its timestamps. */
export interface Combined {
  readonly transcript: Transcript;
  readonly timestamps: Run['timestamps'];
  readonly steps: Merged['steps'];
}

/**
 * Combines the turns, which are read separately: counts are summed, and the last statement wins. `record` has the
 * tool calls that the gateway saw; null if it saw no use of the model.
 */
export function combineTurns(
  turns: readonly Turn[],
  totals: ProcessAgent['totals'] = 'turn',
  record: readonly RecordedCall[] | null = null,
): Combined | null {
  const last = turns.at(-1);
  if (last === undefined) return null;
  const summaries = turns.map(({ summary }) => summary);
  const shown = turns.flatMap((turn) => turn.entries);
  const merged = record === null ? claimAll(shown) : mergeToolRecord(shown, record);
  const entries = merged.entries.map((entry, index): TranscriptEntry => ({ ...entry, id: entryId(undefined, index) }));
  // a resumed session reports totals that include earlier turns
  const counted =
    totals === 'session' ? [summaries.findLast(({ usage }) => usage !== null) ?? last.summary] : summaries;
  const costs = counted.map(({ cost_usd }) => cost_usd);
  const sources = new Set(counted.map(({ cost_source }) => cost_source));
  // a partly unknown sum, or one of reported and priced parts, is no cost
  const cost_source = sources.size === 1 ? (counted[0]?.cost_source ?? null) : null;
  const add = (field: keyof Transcript['counts']): number =>
    summaries.reduce((sum, { counts }) => sum + counts[field], 0);
  const arrivals = turns.reduce((sum, turn) => sum + turn.arrivals, 0);
  const own = turns.reduce((sum, turn) => sum + turn.summary.counts.entries - turn.arrivals, 0);
  return {
    transcript: {
      ...last.summary,
      model: summaries.findLast(({ model }) => model !== null)?.model ?? null,
      agent_version: summaries.findLast(({ agent_version }) => agent_version !== null)?.agent_version ?? null,
      entries,
      interactions: pairInteractions(entries.map((entry, index) => measureEntry(entry, index, Buffer.byteLength)))
        .interactions,
      usage: sumUsage(counted.flatMap(({ usage }) => usage ?? [])),
      cost_source,
      cost_usd: cost_source === null ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
      ...findTimeSpan(entries),
      counts: { records: add('records'), entries: entries.length, unknown: add('unknown'), repaired: add('repaired') },
      warnings: [...new Set(summaries.flatMap(({ warnings }) => warnings))],
    },
    timestamps: whoseClock(own, arrivals),
    steps: merged.steps,
  };
}

const claimAll = (entries: readonly TranscriptEntry[]): Merged => ({
  entries,
  steps: { seen_by: 'agent', claimed: entries.filter(({ type }) => type === 'tool_use').length, hidden: 0 },
});

function whoseClock(own: number, arrivals: number): Run['timestamps'] {
  if (own <= 0) return arrivals > 0 ? 'arrival' : null;
  return arrivals > 0 ? 'mixed' : 'agent';
}
