import type { GradedTranscript, ReportedRun } from '@assay/schema';
import { formatCompact, formatCount, formatDuration, formatInstant, formatNoun, formatUsd } from '../../format.ts';
import { type Fact, FactList } from '../parts/fact-list.tsx';
import { resourceFacts } from './resource-facts.ts';

/** Cost, tokens, time and transcript of a run and, if the sandbox measured them, its resources. */
export function FactsCard({ grade, run }: Pick<ReportedRun, 'grade' | 'run'>) {
  return <FactList facts={[...factsOf(grade), ...(run === undefined ? [] : resourceFacts(run.resources))]} />;
}

function factsOf(grade: GradedTranscript): Fact[] {
  const { interactions, counts, redactions } = grade;
  return [
    costOf(grade),
    tokensOf(grade),
    { name: 'Duration', value: formatDuration(grade.wall_ms), note: `from ${formatInstant(grade.started_at)}` },
    {
      name: 'Interactions',
      value: formatCount(interactions.total),
      note: interactions.errors === 0 ? 'no errors' : `${formatCount(interactions.errors)} with an error`,
    },
    {
      name: 'Transcript',
      value: formatCount(counts.entries),
      note: `entries of ${grade.format}; ${formatNoun(counts.unknown, 'record')} not understood, ${formatCount(counts.repaired)} repaired`,
    },
    {
      name: 'Redactions',
      value: formatCount(redactions),
      note: redactions === 0 ? 'no secrets replaced' : 'secrets replaced in this report',
    },
  ];
}

function costOf({ cost_usd, cost_source }: GradedTranscript): Fact {
  if (cost_usd === null) return { name: 'Cost', value: 'unknown', note: 'neither reported nor priced' };
  return { name: 'Cost', value: formatUsd(cost_usd), note: explainCost(cost_source) };
}

function explainCost(source: GradedTranscript['cost_source']): string {
  switch (source) {
    case 'reported':
      return 'reported by the agent';
    case 'priced':
      return 'priced from its tokens';
    case null:
      return 'unknown source';
  }
}

function tokensOf({ usage }: GradedTranscript): Fact {
  if (usage === null) return { name: 'Tokens', value: 'unknown', note: 'not in the transcript' };
  const cache = `${formatCompact(usage.cached_input_tokens)} read from and ${formatCompact(usage.cache_write_input_tokens)} written to the cache`;
  return {
    name: 'Tokens',
    value: `${formatCompact(usage.input_tokens)} in, ${formatCompact(usage.output_tokens)} out`,
    note: cache,
  };
}
