import type { Tone } from '../../tone.ts';
import { UntrustedText } from './untrusted-text.tsx';

/** A named value with a note. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  readonly tone?: Tone;
}

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ name, value, note, tone }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className="fact" data-tone={tone}>
              <UntrustedText text={value} />
            </span>{' '}
            <span className="note">
              <UntrustedText text={note} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
