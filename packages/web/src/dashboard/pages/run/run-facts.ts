import type { Evidence, Interaction, Run } from '@assay/schema';
import { describeSteps } from '@assay/scoring';
import type { Fact } from '../../../shared/cards/parts/fact-list.tsx';
import { resourceFacts } from '../../../shared/cards/run/resource-facts.ts';
import { formatCents, formatCompact, formatCount, formatDuration, formatNoun } from '../../../shared/format.ts';

/** Agent, model, sandbox, tries and turns of a run. */
export const runDetailFacts = (run: Run): Fact[] => [
  { name: 'Agent', value: run.agent_type, note: `version ${run.agent_version ?? 'unknown'}` },
  { name: 'Model', value: run.model ?? 'unknown', note: run.model === null ? 'not observed' : 'observed' },
  run.isolated
    ? { name: 'Sandbox', value: run.sandbox, note: 'isolated' }
    : { name: 'Sandbox', value: run.sandbox, note: 'not isolated: the agent could reach its machine', tone: 'warn' },
  {
    name: 'Tries',
    value: formatCount(run.tries),
    note: run.tries === 1 ? 'the first one counts' : 'the last one counts; the agent did not cause the others to fail',
  },
  { name: 'Turns', value: formatCount(run.turns), note: `repeat ${formatCount(run.repeat)}` },
];

/** Cost, tokens, time and number of interactions of a run. Interactions may be loading or, as null, not available. */
export const costFacts = (run: Run, interactions: readonly Interaction[] | null | undefined): Fact[] => [
  costOf(run),
  tokensOf(run),
  { name: 'Duration', value: formatDuration(run.wall_ms), note: 'wall time' },
  interactionsOf(run, interactions),
];

/** What the sandbox measured, and how the transcript was read. */
export const usedFacts = (run: Run, evidence: Evidence | undefined): Fact[] => [
  ...resourceFacts(run.resources),
  ...(evidence === undefined ? [] : [transcriptFact(evidence)]),
];

/** How the transcript was read. */
function transcriptFact({ transcript }: Evidence): Fact {
  if (transcript === null) return { name: 'Transcript', value: 'none', note: 'the agent never started' };
  const { counts, format } = transcript;
  return {
    name: 'Transcript',
    value: formatCount(counts.entries),
    note: `entries of ${format}; ${formatNoun(counts.unknown, 'record')} not understood, ${formatCount(counts.repaired)} repaired`,
  };
}

function costOf({ cost_usd_micros, cost_source, prices, claimed }: Run): Fact {
  if (cost_usd_micros === null) return { name: 'Cost', value: 'unknown', note: 'neither reported nor priced' };
  const by = prices === undefined ? '' : ', with custom prices';
  const note = cost_source === 'priced' ? `priced from its tokens${by}` : 'reported by the agent';
  const said =
    claimed?.cost_usd_micros == null ? '' : `; the agent claims ${formatCents(claimed.cost_usd_micros / 1_000_000)}`;
  return { name: 'Cost', value: formatCents(cost_usd_micros / 1_000_000), note: note + said };
}

function tokensOf({ usage, claimed }: Run): Fact {
  if (usage === null) return { name: 'Tokens', value: 'unknown', note: 'not in the transcript' };
  const said =
    claimed?.usage == null
      ? ''
      : `; the agent claims ${formatCompact(claimed.usage.input_tokens)} in, ${formatCompact(claimed.usage.output_tokens)} out`;
  return {
    name: 'Tokens',
    value: `${formatCompact(usage.input_tokens)} in, ${formatCompact(usage.output_tokens)} out`,
    note: `${formatCompact(usage.cached_input_tokens)} read from and ${formatCompact(usage.cache_write_input_tokens)} written to the cache${said}`,
  };
}

function interactionsOf({ steps }: Run, interactions: readonly Interaction[] | null | undefined): Fact {
  if (interactions === undefined) return { name: 'Interactions', value: '…', note: 'loading' };
  if (interactions === null) return { name: 'Interactions', value: 'unknown', note: 'no transcript' };
  const errors = interactions.filter(({ is_error }) => is_error).length;
  const note = errors === 0 ? 'no errors' : `${formatCount(errors)} with an error`;
  const unwitnessed = describeSteps(steps);
  return {
    name: 'Interactions',
    value: formatCount(interactions.length),
    ...(unwitnessed === null ? { note } : { note: `${note}; ${unwitnessed}`, tone: 'warn' as const }),
  };
}
