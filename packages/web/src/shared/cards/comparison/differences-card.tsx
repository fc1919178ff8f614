import type { ArtifactChange, Comparison } from '@assay/schema';
import { formatNoun } from '../../format.ts';
import type { Tone } from '../../tone.ts';
import { Card } from '../parts/card.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';

/** The agent configuration files that differ between both sides. */
export function DifferencesCard({ comparison: { differences } }: { comparison: Comparison }) {
  return (
    <Card title="What differs" aside={<span className="note">{formatNoun(differences.length, 'file')}</span>}>
      {differences.length === 0 ? (
        <p className="note">No agent configuration file differs, or none was compared.</p>
      ) : null}
      <ul className="worse">
        {differences.map(({ path, change }) => (
          <li key={path}>
            <span className="pill" data-tone={TONES[change]}>
              {change}
            </span>
            <code>
              <UntrustedText text={path} />
            </code>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const TONES = { added: 'good', deleted: 'bad', modified: 'warn', mode: 'muted' } as const satisfies Record<
  ArtifactChange['change'],
  Tone
>;
