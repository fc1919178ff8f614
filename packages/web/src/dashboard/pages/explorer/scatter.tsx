import type { Result } from '@assay/schema';
import { Link, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, useCallback, useId, useMemo, useState } from 'react';
import { formatScore, formatUsd } from '../../../shared/format.ts';
import { resultTone } from '../../../shared/result.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { niceScale } from './nice-scale.ts';

/** A run with a known score and cost. */
export interface Dot {
  readonly run_id: string;
  readonly scenario: string;
  readonly agent_id: string;
  readonly result: Result | null;
  readonly score: number;
  readonly usd: number;
}

const SCORES = [0, 25, 50, 75, 100];
// how far from a point the pointer may be
const REACH_PX = 32;

interface Props {
  readonly label: string;
  /** Cheapest first. */
  readonly dots: readonly Dot[];
}

/** Runs by cost and score. Pointing or the arrow keys describe a run; a click or Enter opens it. */
export function Scatter({ label, dots }: Props) {
  const id = useId();
  const navigate = useNavigate();
  const [active, setActive] = useState<number | null>(null);
  const [near, setNear] = useState(false);
  const scale = useMemo(() => niceScale(dots.at(-1)?.usd ?? 0), [dots]);
  const left = useCallback((usd: number) => `${(100 * usd) / scale.high}%`, [scale]);
  const points = useMemo(
    () =>
      dots.map((dot, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the chart keeps the focus; aria-activedescendant names the active point
        <span
          key={dot.run_id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={false}
          aria-label={tell(dot)}
          data-tone={dot.result === null ? 'muted' : resultTone({ result: dot.result, review: 0 })}
          style={{ left: left(dot.usd), bottom: `${dot.score}%` }}
        />
      )),
    [id, dots, left],
  );
  const shown = active === null ? undefined : dots[active];
  const open = (dot: Dot | undefined) => {
    if (dot !== undefined) void navigate({ to: '/runs/$run_id', params: { run_id: dot.run_id } as never });
  };
  const onMove = (event: MouseEvent) => {
    const nearest = nearestTo(event);
    setNear(nearest !== null);
    // keep the last description, so that its link can be reached
    if (nearest !== null) setActive(nearest);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = indexAfter(event.key, active, dots.length);
    if (next === null && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (next === null) open(shown);
    else setActive(next);
  };
  return (
    <figure className="scatter">
      <div className="scatter-room">
        <div aria-hidden="true">
          {SCORES.map((score) => (
            <span key={score} className="scatter-score" style={{ bottom: `${score}%` }}>
              {formatScore(score)}
            </span>
          ))}
          {scale.ticks.map((usd) => (
            <span key={usd} className="scatter-cost" style={{ left: left(usd) }}>
              {formatUsd(usd)}
            </span>
          ))}
          {shown === undefined ? null : (
            <span className="scatter-mark" style={{ left: left(shown.usd), bottom: `${shown.score}%` }} />
          )}
        </div>
        <div
          className="scatter-dots"
          role="listbox"
          tabIndex={0}
          aria-label={label}
          aria-activedescendant={active === null ? undefined : `${id}-${active}`}
          data-near={near || undefined}
          onFocus={() => setActive((before) => before ?? 0)}
          onKeyDown={onKeyDown}
          onMouseMove={onMove}
          onClick={(event) => open(dots[nearestTo(event) ?? -1])}
        >
          {points}
        </div>
      </div>
      <figcaption className="note chart-said">
        {shown === undefined ? (
          'Point at a run for details; click to open it. Or use the arrow keys and Enter.'
        ) : (
          <>
            {tell(shown)}{' '}
            <Link to="/runs/$run_id" params={{ run_id: shown.run_id } as never}>
              Open the run
            </Link>
          </>
        )}
      </figcaption>
    </figure>
  );
}

const tell = (dot: Dot | undefined): string =>
  dot === undefined
    ? ''
    : `${dot.result ?? 'not graded'}, ${formatScore(dot.score)} for ${formatUsd(dot.usd)}: ${visibleLine(dot.scenario)}, ${visibleLine(dot.agent_id)}`;

/** The nearest point within reach of the pointer. */
function nearestTo({ currentTarget, clientX, clientY }: MouseEvent): number | null {
  let [nearest, least]: [number | null, number] = [null, REACH_PX];
  [...currentTarget.children].forEach((point, index) => {
    const { left, top, width, height } = point.getBoundingClientRect();
    const away = Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY);
    if (away < least) [nearest, least] = [index, away];
  });
  return nearest;
}

function indexAfter(key: string, active: number | null, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(count - 1, (active ?? -1) + 1);
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.max(0, (active ?? 0) - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
