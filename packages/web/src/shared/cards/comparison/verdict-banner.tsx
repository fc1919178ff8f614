import type { Comparison } from '@assay/schema';
import { composeHeadline, describePromotion, formatSigned } from '@assay/scoring';
import { IntervalStrip } from '../../charts/interval-strip.tsx';
import { capitalize, formatCents, formatNoun } from '../../format.ts';
import { UntrustedText } from '../parts/untrusted-text.tsx';
import { LossNotes } from './loss-notes.tsx';
import { PowerNote } from './power-note.tsx';

/** The verdict, its certainty, and the runs that would settle it. */
export function VerdictBanner({ comparison }: { comparison: Comparison }) {
  const { verdict, baseline, candidate } = comparison;
  const headline = composeHeadline(comparison);
  // what more runs would show is known already
  const settling = headline.answer === 'same' ? null : tellSettling(comparison);
  return (
    <header className="banner" data-tone={headline.tone}>
      <LossNotes comparison={comparison} />
      <h1>
        <UntrustedText text={headline.text} />
      </h1>
      <p className="banner-sides">
        <span className="pill" data-tone={headline.tone}>
          {verdict.verdict}
        </span>{' '}
        <UntrustedText text={candidate.label} /> against <UntrustedText text={baseline.label} />
      </p>
      <p className="banner-gain">
        <b>{formatSigned(verdict.net_gain)}</b> {tellInterval(comparison)}
      </p>
      <IntervalStrip comparison={comparison} />
      <p>
        <UntrustedText text={capitalize(`${describePromotion(comparison)}.`)} />
      </p>
      {settling === null ? null : <p className="banner-settling">{settling}</p>}
      {headline.answer === "can't tell" ? <PowerNote comparison={comparison} /> : null}
    </header>
  );
}

function tellInterval({ verdict: { interval } }: Comparison): string {
  if (interval === undefined) return 'net gain, without an interval';
  return `net gain, 95 % between ${formatSigned(interval.low)} and ${formatSigned(interval.high)}`;
}

function tellSettling({ to_settle, verdict: { underpowered, runs_needed } }: Comparison): string | null {
  if (to_settle === null && underpowered !== true) return null;
  const enough = runs_needed === undefined ? '' : ` (${formatNoun(runs_needed, 'run')} per task and side)`;
  const why = underpowered === true ? 'Underpowered: too few runs to detect a difference that matters. ' : '';
  if (to_settle === null) return `${why}It is unknown how many more runs would settle it${enough}.`;
  const cost = to_settle.cost_usd === null ? 'at an unknown cost' : `for ${formatCents(to_settle.cost_usd)}`;
  return `${why}About ${formatNoun(to_settle.runs, 'more run')} ${cost} would settle it${enough}.`;
}
