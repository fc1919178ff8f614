import type { Resources } from '@assay/schema';
import { formatBytes, formatCount, formatDuration, formatNoun, formatPercent } from '../../format.ts';
import type { Fact } from '../parts/fact-list.tsx';

/** Resources that the sandbox measured. A value that was not measured is unknown, never zero. */
export function resourceFacts(measured: Resources | null): Fact[] {
  const resources = measured ?? {};
  return [
    { name: 'Peak memory', value: tellBytes(resources.memory_peak_bytes), note: limitOf(resources) },
    { name: 'CPU time', value: formatDuration(resources.cpu_ms ?? null), note: throttlingOf(resources) },
    killsOf(resources),
  ];
}

const tellBytes = (bytes: number | null | undefined): string => (bytes == null ? 'unknown' : formatBytes(bytes));

function limitOf({ memory_peak_bytes: peak, memory_limit_bytes: limit }: Resources): string {
  if (limit == null) return 'of an unknown limit';
  const share = peak == null || limit === 0 ? '' : ` (${formatPercent(peak / limit)})`;
  return `of at most ${formatBytes(limit)}${share}`;
}

function throttlingOf({ cpu_periods: periods, cpu_throttled_periods: throttled }: Resources): string {
  if (periods == null || throttled == null) return 'throttled share unknown';
  if (periods === 0) return 'no CPU period was counted';
  return `throttled in ${formatPercent(throttled / periods)} of ${formatNoun(periods, 'period')}`;
}

function killsOf({ oom_kills: kills }: Resources): Fact {
  const name = 'OOM kills';
  if (kills == null) return { name, value: 'unknown', note: 'not counted' };
  if (kills === 0) return { name, value: '0', note: 'nothing was killed for using too much memory' };
  return { name, value: formatCount(kills), note: 'killed for using too much memory', tone: 'bad' };
}
