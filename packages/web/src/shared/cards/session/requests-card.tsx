import type { SessionCheck, SessionClaim, SessionRequest } from '@assay/schema';
import { formatDuration, formatNoun } from '../../format.ts';
import type { RunView } from '../../run-view.ts';
import { CORRECTED } from '../../session.ts';
import type { Tone } from '../../tone.ts';
import { Card } from '../parts/card.tsx';
import { type OpenInteraction, References } from '../parts/references.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';
import { StatePills } from './state-pills.tsx';

interface Props {
  readonly requests: readonly SessionRequest[];
  readonly view: RunView;
  readonly open: OpenInteraction;
}

/** What the person asked for, and what the record shows of each request. */
export function RequestsCard({ requests, view, open }: Props) {
  return (
    <Card title={formatNoun(requests.length, 'request')}>
      <ol className="requests">
        {requests.map((request, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: requests never move
          <li key={index}>
            <RequestItem request={request} view={view} open={open} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function RequestItem({ request, view, open }: { request: SessionRequest } & Omit<Props, 'requests'>) {
  const { prompt, verification_reason, claims, corrections, checks } = request;
  return (
    <>
      <p>
        <StatePills {...request} /> <span className="note">{describeWork(request)}</span>
      </p>
      <p className="request-prompt">
        <UntrustedText text={prompt === '' ? '(no message)' : prompt} />
      </p>
      <p className="note">
        <UntrustedText text={verification_reason} />
        <References refs={[request.first]} view={view} open={open} />
      </p>
      <ul className="plain">
        {claims.filter(isTold).map((claim) => (
          <li key={claim.claim}>
            <b data-tone={CLAIM_TONES[claim.state]}>{claim.state}</b> “<UntrustedText text={claim.claim} />
            ”: <UntrustedText text={claim.reason} />
            <References refs={claim.refs} view={view} open={open} />
          </li>
        ))}
        {corrections.map(({ kind, text, ref }) => (
          <li key={`${kind} ${ref} ${text}`}>
            <b data-tone="warn">{CORRECTED[kind]}</b> <UntrustedText text={text} />
            <References refs={[ref]} view={view} open={open} />
          </li>
        ))}
      </ul>
      {checks.length === 0 ? null : <Checks checks={checks} view={view} open={open} />}
    </>
  );
}

// a claim about the work that nothing contradicts needs no line
const isTold = ({ state, about }: SessionClaim): boolean => state === 'contradicted' || about !== 'work';

const CLAIM_TONES: Readonly<Record<SessionClaim['state'], Tone>> = {
  supported: 'good',
  unsupported: 'muted',
  contradicted: 'bad',
};

function describeWork({ changed, calls, wall_ms }: SessionRequest): string {
  const worked = (wall_ms.agent ?? 0) + (wall_ms.tools ?? 0) + (wall_ms.service ?? 0);
  return [
    ...(changed === null ? [] : [`${formatNoun(changed.length, 'file')} changed`]),
    `${formatNoun(calls.total, 'call')}, ${calls.failed} failed`,
    ...(wall_ms.agent === null ? [] : [formatDuration(worked)]),
    ...(wall_ms.person === null || wall_ms.person < 1000
      ? []
      : [`waited ${formatDuration(wall_ms.person)} for the person`]),
  ].join(' · ');
}

const SHOWN = 100;

function Checks({ checks, view, open }: { checks: readonly SessionCheck[] } & Omit<Props, 'requests'>) {
  return (
    <details>
      <summary>{formatNoun(checks.length, 'check')}</summary>
      <ul className="plain">
        {checks.slice(0, SHOWN).map(({ kind, command, result, ref }) => (
          <li key={ref}>
            <b data-tone={CHECK_TONES[result]}>{result.replaceAll('_', ' ')}</b> {kind} <UntrustedText text={command} />
            <References refs={[ref]} view={view} open={open} />
          </li>
        ))}
      </ul>
    </details>
  );
}

const CHECK_TONES: Readonly<Record<SessionCheck['result'], Tone>> = {
  passed: 'good',
  failed: 'bad',
  could_not_run: 'warn',
  unknown: 'muted',
};
