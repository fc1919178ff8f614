import type { GradedTranscript } from '@assay/schema';
import { formatCompact, formatCount, formatDuration, formatInstant, formatNoun, formatUsd } from '../format.ts';
import { visible } from '../visible.ts';

/** What the run used and what was read of it. */
export function FactsCard({ grade }: { grade: GradedTranscript }) {
  return (
    <dl className="facts">
      {factsOf(grade).map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className="fact">{value}</span> <span className="note">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Fact {
  readonly name: string;
  readonly value: string;
  readonly note: string;
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
      note: `entries of ${visible(grade.format)}; ${formatNoun(counts.unknown, 'record')} not understood, ${formatCount(counts.repaired)} repaired`,
    },
    {
      name: 'Redactions',
      value: formatCount(redactions),
      note: redactions === 0 ? 'no secret was replaced' : 'secrets replaced in this report',
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
      return 'of unknown origin';
  }
}

function tokensOf({ usage }: GradedTranscript): Fact {
  if (usage === null) return { name: 'Tokens', value: 'unknown', note: 'the transcript does not count them' };
  const cache = `${formatCompact(usage.cached_input_tokens)} read from and ${formatCompact(usage.cache_write_input_tokens)} written to the cache`;
  return {
    name: 'Tokens',
    value: `${formatCompact(usage.input_tokens)} in, ${formatCompact(usage.output_tokens)} out`,
    note: cache,
  };
}
