import type { LedgerEntry } from '@assay/schema';
import { roundNumbers } from '@assay/scoring';
import { type ReactNode, useState } from 'react';
import { formatLoss, formatNoun, formatScore } from '../format.ts';
import { useMedia } from '../media.ts';
import { visible } from '../visible.ts';
import { type Step, shortenSteps, waterfallSteps } from './waterfall-steps.ts';

const SHOWN = 8;

interface Props {
  readonly ledger: readonly LedgerEntry[];
  readonly score: number;
  readonly renderRef: (entry: LedgerEntry) => ReactNode;
}

/** From the maximum down to the score, one bar per loss. */
export function Waterfall({ ledger, score, renderRef }: Props) {
  const [expanded, setExpanded] = useState(false);
  const printing = useMedia('print');
  const all = waterfallSteps(ledger);
  const { first, rest, last } = shortenSteps(all, expanded || printing ? all.length : SHOWN);
  return (
    <>
      <ol className="waterfall">
        <Total label="maximum" score={100} />
        {first.map((step) => (
          <StepRow
            key={keyOf(step)}
            step={step}
            label={visible(roundNumbers(step.entry.reason))}
            aside={renderRef(step.entry)}
          />
        ))}
        {rest.length === 0 ? null : <RestRow rest={rest} />}
        {last.map((step) => (
          <StepRow key={keyOf(step)} step={step} label={visible(roundNumbers(step.entry.reason))} aside={null} />
        ))}
        <Total label="score" score={score} />
      </ol>
      {all.length > SHOWN + 1 && !printing ? (
        <button type="button" className="quiet" aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
          {expanded ? 'Show fewer' : `Show all ${formatNoun(all.length, 'change')}`}
        </button>
      ) : null}
    </>
  );
}

const keyOf = ({ entry, low }: Step): string => `${entry.reason} ${entry.ref} ${low}`;

function Total({ label, score }: { label: string; score: number }) {
  return (
    <li className="step" data-kind="total">
      <span className="step-label">{label}</span>
      <span className="step-points">{formatScore(score)}</span>
      <span className="step-track" aria-hidden="true">
        <span className="step-bar" style={{ width: `${score}%` }} />
      </span>
    </li>
  );
}

function StepRow({ step, label, aside }: { step: Step; label: string; aside: ReactNode }) {
  return (
    <li className="step" data-kind={step.kind}>
      <span className="step-label">
        <bdi>{label}</bdi>
        {aside}
      </span>
      <span className="step-points">{formatLoss(step.entry.points)}</span>
      <StepBar low={step.low} high={step.high} />
    </li>
  );
}

function RestRow({ rest }: { rest: readonly Step[] }) {
  const low = Math.min(...rest.map((step) => step.low));
  const high = Math.max(...rest.map((step) => step.high));
  return (
    <li className="step" data-kind="loss">
      <span className="step-label">{formatNoun(rest.length, 'smaller change')}</span>
      <span className="step-points">{formatLoss(high - low)}</span>
      <StepBar low={low} high={high} />
    </li>
  );
}

function StepBar({ low, high }: { low: number; high: number }) {
  return (
    <span className="step-track" aria-hidden="true">
      <span className="step-bar" style={{ left: `${low}%`, width: `${high - low}%` }} />
    </span>
  );
}
