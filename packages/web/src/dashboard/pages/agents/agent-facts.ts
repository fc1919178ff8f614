import type { Interval, ReputationReading } from '@assay/schema';
import type { Fact } from '../../../shared/cards/parts/fact-list.tsx';
import {
  formatCount,
  formatDuration,
  formatInstant,
  formatPercent,
  formatScore,
  NO_NUMBER,
} from '../../../shared/format.ts';
import { CALIBRATION_EVALUATIONS } from './lifecycle.ts';
import { formatSources } from './sources.ts';

/** Facts about an agent besides its score. An uncalibrated agent has no score facts. */
export const agentFacts = (reading: ReputationReading): Fact[] => [
  ...(reading.interval === null ? [calibrationOf(reading)] : scoredFacts(reading, reading.interval)),
  { name: 'Sources', value: formatSources(reading.sources), note: 'in the window' },
  {
    name: 'Last evaluated',
    value: reading.last_evaluated_at === null ? 'never' : formatInstant(reading.last_evaluated_at),
    note: reading.stale ? 'stale: no evaluation for 30 days' : '',
    ...(reading.stale && { tone: 'warn' as const }),
  },
];

const calibrationOf = ({ lifecycle, eval_count }: ReputationReading): Fact => ({
  name: 'Evaluations',
  value: lifecycle === 'new' ? 'none' : `${formatCount(eval_count)}/${CALIBRATION_EVALUATIONS}`,
  note: `a score needs ${CALIBRATION_EVALUATIONS}`,
});

const scoredFacts = (reading: ReputationReading, { low, high }: Interval): Fact[] => [
  {
    name: 'Interval',
    value: `${formatScore(low)} to ${formatScore(high)}`,
    note: '95 % interval of the score',
  },
  {
    name: 'Evaluations',
    value: formatCount(reading.eval_count),
    note: `${formatCount(reading.n)} in the window of ${formatCount(reading.window_size)}`,
  },
  {
    name: 'Passed',
    value: reading.pass_rate === null ? NO_NUMBER : formatPercent(reading.pass_rate),
    note: `streak: ${formatCount(reading.streak)}`,
  },
  {
    name: 'Latency',
    value: reading.avg_latency_ms === null ? NO_NUMBER : formatDuration(reading.avg_latency_ms),
    note: 'mean over the window',
  },
];
