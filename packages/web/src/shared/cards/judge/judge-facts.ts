import type { Judgment, RunResult, ShownEvidence } from '@assay/schema';
import { formatCompact, formatCount, formatDuration, formatInstant, formatNoun, formatUsd } from '../../format.ts';
import type { Fact } from '../parts/fact-list.tsx';

/** Judge, criteria, calibration, shown evidence, cost and latency. */
export function judgeFacts(judgment: Judgment): Fact[] {
  const { judge, models, criteria, standing, shown, latency_ms, judged_at } = judgment;
  return [
    { name: 'Judge', value: judge, note: modelsOf(models) },
    { name: 'Criteria', value: criteria, note: answersOf(judgment) },
    { name: 'Calibration', ...STANDINGS[standing] },
    ...(judgment.same_family
      ? [
          {
            name: 'Family',
            value: 'same as the agent',
            note: 'a model may favor its own family',
            tone: 'warn' as const,
          },
        ]
      : []),
    { name: 'Shown', value: `${formatCompact(shown.chars)} characters`, note: leftOut(shown) },
    costOf(judgment),
    { name: 'Latency', value: formatDuration(latency_ms), note: `judged at ${formatInstant(judged_at)}` },
  ];
}

/** Who judged the interactions, and how many; empty if nobody did. */
export function interactionFacts(judged: RunResult['interactions_judged']): Fact[] {
  if (judged === null) return [];
  const { judge, reason, of } = judged;
  const whole = judged.judged === of;
  return [
    {
      name: 'Interactions',
      value: `judged ${formatCount(judged.judged)} of ${formatCount(of)}`,
      note: `by ${judge}${reason === null ? '' : `; the others: ${reason}`}`,
      ...(whole ? {} : { tone: 'warn' as const }),
    },
  ];
}

const STANDINGS: Readonly<Record<Judgment['standing'], Omit<Fact, 'name'>>> = {
  uncalibrated: { value: 'uncalibrated', note: 'not yet compared with people' },
  calibrated: { value: 'calibrated', note: 'agrees with people well enough' },
  probation: { value: 'on probation', note: 'agrees too little with people: shown, but not a gate', tone: 'warn' },
};

const modelsOf = (models: readonly string[]): string =>
  models.length === 0 ? 'model not observed' : `model observed: ${models.join(', ')}`;

const answersOf = ({ answered, asked }: Judgment): string =>
  `${formatCount(answered)} of ${formatCount(asked)} answers usable`;

function leftOut({ diff_truncated, files_omitted, steps_omitted }: ShownEvidence): string {
  const missing = [
    ...(diff_truncated ? ['diff truncated'] : []),
    ...(files_omitted.length === 0 ? [] : [`omitted: ${tellFiles(files_omitted)}`]),
    ...(steps_omitted === 0 ? [] : [`${formatNoun(steps_omitted, 'step')} omitted`]),
  ];
  return missing.length === 0 ? 'nothing omitted' : missing.join('; ');
}

const NAMED = 3;

function tellFiles(files: readonly string[]): string {
  const rest = files.length - NAMED;
  return `${files.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${formatNoun(rest, 'more file')}` : ''}`;
}

function costOf({ cost_usd_micros, usage }: Judgment): Fact {
  const note =
    usage === null
      ? 'tokens unknown'
      : `${formatCompact(usage.input_tokens)} tokens in (${formatCompact(usage.cached_input_tokens)} cached), ${formatCompact(usage.output_tokens)} out`;
  return {
    name: 'Cost of judging',
    value: cost_usd_micros === null ? 'unknown' : formatUsd(cost_usd_micros / 1e6),
    note,
  };
}
