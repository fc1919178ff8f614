import type { PublicReputation, ReputationReading, SourceCounts } from '@assay/schema';
import { formatNoun, onOneLine } from '../../terminal/format.ts';
import { bar, type Style } from '../../terminal/style.ts';

const WIDTH = 20;

/** The reputation of an agent as text. */
export function drawReputation(reputation: ReputationReading | PublicReputation, style: Style): string {
  const name = style.bold(onOneLine(reputation.agent_id));
  if (reputation.score === null) return `${name}  ${reputation.lifecycle}, ${reputation.calibration} evaluations\n`;
  const { score, lifecycle, eval_count, interval, stale, pass_rate, streak, avg_latency_ms, sources } = reputation;
  const lines = [
    `${name}  ${style.bold(String(score))} of 1000  ${bar(score / 1000, WIDTH)}  ${lifecycle}${stale ? style.warn(', stale') : ''}`,
    `  ${formatNoun(eval_count, 'evaluation')}${interval === null ? '' : `; 95 % interval ${interval.low} to ${interval.high}`}`,
    `  pass rate ${formatRate(pass_rate)} · streak ${streak} · latency ${formatLatency(avg_latency_ms)}`,
  ];
  const mix = formatSources(sources);
  if (mix !== '') lines.push(`  ${style.dim(mix)}`);
  return `${lines.join('\n')}\n`;
}

const formatRate = (rate: number | null): string => (rate === null ? '–' : `${(rate * 100).toFixed(1)} %`);

function formatLatency(ms: number | null): string {
  if (ms === null) return '–';
  return ms < 1000 ? `${Number(ms.toPrecision(3))} ms` : `${(ms / 1000).toFixed(1)} s`;
}

const formatSources = (sources: SourceCounts): string =>
  Object.entries(sources)
    .map(([source, count]) => `${count} by ${source}`)
    .join(', ');
