import type { Finding, Integrity, IntegrityFinding, IntegrityMode } from '@assay/schema';
import type { Tone } from '../../tone.ts';
import { Card } from '../parts/card.tsx';
import { FindingLine, findingKey } from '../parts/findings.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';

interface Props {
  readonly integrity: Integrity;
  readonly openPath: (path: string, line?: number) => void;
  /** The files that can be opened; default: all. */
  readonly paths?: ReadonlySet<string>;
}

/** Integrity findings: certain ones first, then those to review, then those the scenario allows. */
export function IntegrityCard({ integrity: { mode, findings, allowed }, ...ways }: Props) {
  if (findings.length + allowed.length === 0) return null;
  const certain = findings.filter((finding) => finding.certain === true);
  const arguable = findings.filter((finding) => finding.certain !== true);
  return (
    <Card title="Integrity findings" aside={<span className="note">{MODES[mode]}</span>}>
      <Group title="certain" tone="bad" findings={certain} {...ways} />
      <Group title="to review" tone="warn" findings={arguable} {...ways} />
      <Group title="allowed" tone="muted" findings={allowed} {...ways} />
    </Card>
  );
}

const MODES: Readonly<Record<IntegrityMode, string>> = {
  gate: 'Gate: a certain finding makes the run tampered',
  review: 'Review: only a required integrity check makes the run tampered',
};

type Found = IntegrityFinding & { readonly reason?: string };

interface GroupProps extends Pick<Props, 'openPath' | 'paths'> {
  readonly title: string;
  readonly tone: Tone;
  readonly findings: readonly Found[];
}

function Group({ title, tone, findings, openPath, paths }: GroupProps) {
  if (findings.length === 0) return null;
  const canOpen = ({ path }: Finding): boolean => paths === undefined || paths.has(path);
  // two scorers of the same type report the same finding
  const distinct = new Map(findings.map((finding) => [`${finding.type} ${findingKey(finding)}`, finding]));
  return (
    <section className="integrity" aria-label={`Findings: ${title}`}>
      <h3>
        <span className="pill" data-tone={tone}>
          {title}
        </span>
      </h3>
      <ul className="findings">
        {[...distinct].map(([key, finding]) => (
          <li key={key}>
            <FindingLine finding={finding} openPath={canOpen(finding) ? openPath : undefined} />{' '}
            <span className="note">
              by <UntrustedText text={finding.check ?? finding.type} />
            </span>
            {finding.reason === undefined ? null : (
              <p className="note">
                Allowed: <UntrustedText text={finding.reason} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
