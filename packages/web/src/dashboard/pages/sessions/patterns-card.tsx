import './sessions.css';
import { CAUSE_ADVICE, CAUSE_WORDS } from '@assay/scoring';
import type { Answer } from '@assay/sdk/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { formatCents, formatDuration, formatNoun, formatPercent } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { ask } from '../../client/api.ts';

type Answered = Answer<'getSessionPatterns'>;

const MOST_SHOWN = 5;

/** What recurs over sessions and what was wasted, each with what to do. Nothing while there is nothing to say. */
export function PatternsCards({ workspace_id }: { workspace_id: string }) {
  const { data } = useQuery(ask('getSessionPatterns', { workspace_id }));
  if (data === undefined || data.sessions === 0) return null;
  return (
    <>
      <p className="note">
        {data.partial ? 'The newest ' : ''}
        {formatNoun(data.sessions, 'session')}
        {data.cost_usd === null ? '' : `, ${formatCents(data.cost_usd)}`}
        {data.wall_ms === null ? '' : `, ${formatDuration(data.wall_ms)}`}
      </p>
      <div className="pair">
        <Patterns patterns={data.patterns} sessions={data.sessions} />
        <WasteByCause waste={data.waste} />
      </div>
    </>
  );
}

function Patterns({ patterns, sessions }: Pick<Answered, 'patterns' | 'sessions'>) {
  if (patterns.length === 0)
    return (
      <Card title="Patterns">
        <p className="note">
          {sessions < 2
            ? 'A pattern is something that recurs in two sessions or more.'
            : `Nothing recurs over ${formatNoun(sessions, 'session')}.`}
        </p>
      </Card>
    );
  return (
    <Card title="Patterns" aside={<span className="note">{formatNoun(patterns.length, 'pattern')}</span>}>
      <ul className="patterns">
        {patterns.slice(0, MOST_SHOWN).map((pattern) => (
          <PatternRow key={pattern.id} pattern={pattern} />
        ))}
      </ul>
      {patterns.length > MOST_SHOWN ? (
        <details>
          <summary>{formatNoun(patterns.length - MOST_SHOWN, 'more pattern')}</summary>
          <ul className="patterns">
            {patterns.slice(MOST_SHOWN).map((pattern) => (
              <PatternRow key={pattern.id} pattern={pattern} />
            ))}
          </ul>
        </details>
      ) : null}
    </Card>
  );
}

function PatternRow({ pattern }: { pattern: Answered['patterns'][number] }) {
  const { title, advice, cost_usd, wall_ms, trend, examples } = pattern;
  const facts = [
    ...(cost_usd === null ? [] : [`about ${formatCents(cost_usd)}`]),
    ...(wall_ms === null ? [] : [formatDuration(wall_ms)]),
    trend,
  ];
  const latest = examples[0];
  return (
    <li>
      <b>
        <bdi>{visibleLine(title)}</bdi>
      </b>{' '}
      <span className="note">{facts.join(', ')}</span>
      <p>
        <bdi>{visibleLine(advice)}</bdi>
        {latest === undefined ? null : (
          <>
            {' '}
            <Link to="/sessions/$digest" params={{ digest: latest.digest } as never}>
              Last session
            </Link>
          </>
        )}
      </p>
    </li>
  );
}

function WasteByCause({ waste }: Pick<Answered, 'waste'>) {
  const total = waste.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
  const total_ms = waste.reduce((sum, { wall_ms }) => sum + (wall_ms ?? 0), 0);
  // waiting for the person is no waste
  const causes = waste.filter(({ cause }) => cause !== 'request' && cause !== 'person_wait');
  // without costs, time tells where the effort went
  const shareOf = ({ cost_usd, wall_ms }: Answered['waste'][number]): number =>
    total > 0 ? (cost_usd ?? 0) / total : total_ms > 0 ? (wall_ms ?? 0) / total_ms : 0;
  const wasted = causes.reduce((sum, one) => sum + shareOf(one), 0);
  return (
    <Card
      title="Waste by cause"
      aside={
        causes.length === 0 ? null : (
          <span className="note">
            {formatPercent(wasted)} of the {total > 0 ? 'cost' : 'time'}
          </span>
        )
      }
    >
      {causes.length === 0 ? (
        <p className="note">No waste found.</p>
      ) : (
        <>
          <ul className="cause-list">
            {causes
              .toSorted((a, b) => shareOf(b) - shareOf(a))
              .map((one) => (
                <li key={one.cause}>
                  <span className="cause-name">{CAUSE_WORDS[one.cause]}</span>
                  <span className="cause-bar" aria-hidden="true">
                    <span style={{ width: `${100 * shareOf(one)}%` }} />
                  </span>
                  <span className="cause-amount">
                    {formatPercent(shareOf(one))}
                    <span className="note"> {describeAmount(one)}</span>
                  </span>
                  {CAUSE_ADVICE[one.cause] === null ? null : <p className="note">{CAUSE_ADVICE[one.cause]}</p>}
                </li>
              ))}
          </ul>
          <p className="note">Time is measured. Money is shared by size of text, which is an estimate.</p>
        </>
      )}
    </Card>
  );
}

const describeAmount = ({ cost_usd, wall_ms, sessions }: Answered['waste'][number]): string =>
  [
    ...(cost_usd === null ? [] : [formatCents(cost_usd)]),
    ...(wall_ms === null || wall_ms < 1000 ? [] : [formatDuration(wall_ms)]),
    formatNoun(sessions, 'session'),
  ].join(', ');
