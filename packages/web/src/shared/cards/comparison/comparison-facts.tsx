import type { ComparedSide, Comparison } from '@assay/schema';
import { formatCount, formatInstant, formatUsd } from '../../format.ts';
import { type Fact, FactList } from '../parts/fact-list.tsx';

const SHORT_DIGEST = 12;

/** What was compared, and what the verdict rests on. */
export function ComparisonFacts({ comparison }: { comparison: Comparison }) {
  return <FactList facts={factsOf(comparison)} />;
}

function factsOf(comparison: Comparison): Fact[] {
  const { baseline, candidate, verdict, judged, seed, spent_usd, created_at, looks } = comparison;
  return [
    sideOf('Baseline', baseline),
    sideOf('Candidate', candidate),
    agentsOf(comparison),
    runsOf(comparison),
    {
      name: 'Judge',
      value: judged ? 'counts' : 'does not count',
      note: judged ? 'every run on both sides has an opinion' : 'not every run on both sides has an opinion',
    },
    {
      name: 'Spent',
      value: spent_usd === null ? 'unknown' : formatUsd(spent_usd),
      note: `on ${formatInstant(created_at)}`,
    },
    {
      name: 'Order',
      value: seed === null ? 'as they were made' : 'random',
      note: seed === null ? 'the runs were made before' : `both sides interleaved, seed ${seed}`,
    },
    {
      name: 'Formula',
      value: `${verdict.formula} ${verdict.formula_version}`,
      note: looks === null ? 'looked at once' : tellLooks(looks),
    },
  ];
}

const tellLooks = ({ taken, planned, settled }: NonNullable<Comparison['looks']>): string =>
  `looked at ${formatCount(taken)} of at most ${formatCount(planned)} times, ${settled ? 'settled' : 'not settled'}; corrected for looking`;

function sideOf(name: string, { label, configuration }: ComparedSide): Fact {
  if (configuration === null) return { name, value: label, note: 'with what its tasks bring' };
  const { source, commit, digest } = configuration;
  return {
    name,
    value: label,
    note: [source, ...(commit === null || commit === source ? [] : [commit]), digest.slice(0, SHORT_DIGEST)].join(
      ' · ',
    ),
  };
}

function agentsOf({ baseline, candidate }: Comparison): Fact {
  const [before, after] = [baseline.agents.join(', '), candidate.agents.join(', ')];
  if (before === after) return { name: 'Agents', value: before, note: 'on both sides' };
  return { name: 'Agents', value: after, note: `against ${before}`, tone: 'warn' };
}

function runsOf({ tasks, left_out }: Comparison): Fact {
  const runs = tasks.reduce((sum, one) => sum + one.baseline.run_ids.length + one.candidate.run_ids.length, 0);
  const unproven = tasks.filter(({ proven }) => !proven).length;
  const note = [
    `on ${formatCount(tasks.length)} tasks`,
    ...(left_out.length === 0 ? [] : [`${formatCount(left_out.length)} left out`]),
    ...(unproven === 0 ? [] : [`${formatCount(unproven)} tasks unproven`]),
  ].join(', ');
  return { name: 'Runs', value: formatCount(runs), note, ...(unproven > 0 && { tone: 'warn' as const }) };
}
