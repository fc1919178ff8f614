import type { Claim, Grade, TranscriptEntry } from '@assay/schema';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { LongText } from '../../../shared/cards/parts/long-text.tsx';
import { UntrustedText } from '../../../shared/cards/parts/untrusted-text.tsx';
import { formatCount, formatNoun } from '../../../shared/format.ts';
import { resultTone } from '../../../shared/result.ts';

interface Props {
  /** Why the transcript could not be loaded; null if it was. */
  readonly problem: string | null;
  readonly message: { readonly id: string; readonly entry: TranscriptEntry } | null;
  readonly claims: readonly Claim[];
  readonly grade: Grade;
  readonly open: (entry: string) => void;
}

/** The last message of the agent beside what the checks found. */
export function ClaimCard({ problem, message, claims, grade, open }: Props) {
  return (
    <Card title="Claim and checks">
      <div className="claim-sides">
        <section aria-label="The agent's last message">
          <h3>The agent said</h3>
          {message === null ? (
            <p className="note">
              <UntrustedText text={problem ?? 'No final message in the transcript.'} />
            </p>
          ) : (
            <blockquote className="claim-text">
              <LongText text={message.entry.text ?? ''} />
            </blockquote>
          )}
          {message === null ? null : (
            <button type="button" className="quiet" onClick={() => open(message.id)}>
              Show in trace
            </button>
          )}
        </section>
        <section aria-label="What the checks say">
          <h3>The checks say</h3>
          <p className="claim-result" data-tone={resultTone(grade)}>
            <UntrustedText text={describeChecks(grade)} />
          </p>
          <ul className="claims">
            {claims.map(({ claim, holds, why }) => (
              <li key={claim}>
                <span className="pill" data-tone={CLAIMS[String(holds)]?.tone}>
                  {CLAIMS[String(holds)]?.word}
                </span>{' '}
                “<UntrustedText text={claim} />”
                <p className="note">
                  <UntrustedText text={why} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Card>
  );
}

const CLAIMS: Readonly<Record<string, { tone: string; word: string }>> = {
  true: { tone: 'muted', word: 'supported' },
  false: { tone: 'bad', word: 'contradicted' },
  null: { tone: 'muted', word: 'not shown' },
};

/** The last message of the main agent that has a text. */
export function findLastMessage(entries: ReadonlyMap<string, TranscriptEntry>): Props['message'] {
  const last = [...entries].findLast(
    ([, { type, lane, text }]) => type === 'assistant' && lane === undefined && (text ?? '').trim() !== '',
  );
  return last === undefined ? null : { id: last[0], entry: last[1] };
}

function describeChecks({ results }: Grade): string {
  const counted = results.filter(({ verdict }) => verdict === 'PASS' || verdict === 'FAIL');
  const failed = counted.filter(({ verdict }) => verdict === 'FAIL');
  if (counted.length === 0) return 'No check could pass or fail.';
  if (failed.length === 0) return `All ${formatNoun(counted.length, 'check')} passed.`;
  return `${formatCount(failed.length)} of ${formatNoun(counted.length, 'check')} failed: ${failed.map(({ name }) => name).join(', ')}.`;
}
