import type { ComparedSide, Comparison } from '@assay/schema';
import { formatCents, formatCount, formatInstant, formatNoun } from '../../format.ts';
import { type Fact, FactList } from '../parts/fact-list.tsx';

const SHORT_DIGEST = 12;

/** What was compared, and how. */
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
      value: judged ? 'counted' : 'not counted',
      note: judged ? 'every run on both sides has a verdict' : 'not every run on both sides has a verdict',
    },
    {
      name: 'Spent',
      value: spent_usd === null ? 'unknown' : formatCents(spent_usd),
      note: `on ${formatInstant(created_at)}`,
    },
    {
      name: 'Order',
      value: seed === null ? 'as recorded' : 'random',
      note: seed === null ? 'existing runs' : `both sides interleaved, seed ${seed}`,
    },
    {
      name: 'Formula',
      value: `${verdict.formula} ${verdict.formula_version}`,
      note: looks === null ? 'analyzed once' : tellLooks(looks),
    },
  ];
}

const tellLooks = ({ taken, planned, settled }: NonNullable<Comparison['looks']>): string =>
  `analyzed ${formatCount(taken)} of at most ${formatCount(planned)} times, ${settled ? 'settled' : 'not settled'}; corrected for repeated analysis`;

function sideOf(name: string, { label, configuration }: ComparedSide): Fact {
  if (configuration === null) return { name, value: label, note: 'configuration of its tasks' };
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
    `on ${formatNoun(tasks.length, 'task')}`,
    ...(left_out.length === 0 ? [] : [`${formatCount(left_out.length)} excluded`]),
    ...(unproven === 0 ? [] : [`${formatNoun(unproven, 'task')} unproven`]),
  ].join(', ');
  return { name: 'Runs', value: formatCount(runs), note, ...(unproven > 0 && { tone: 'warn' as const }) };
}
