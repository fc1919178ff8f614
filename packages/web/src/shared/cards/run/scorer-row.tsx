import type { CommandEvidence, ScorerResult } from '@assay/schema';
import { formatDuration, formatNoun, formatUnitScore, NO_NUMBER } from '../../format.ts';
import { answerTone } from '../../result.ts';
import { landmarkAttributes } from '../../reveal.ts';
import type { Tone } from '../../tone.ts';
import { Findings } from '../parts/findings.tsx';
import { OutputTail } from '../parts/output-tail.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';

interface Props {
  readonly result: ScorerResult;
  /** The output of its command. */
  readonly output?: CommandEvidence | undefined;
  /** Whether the run passed: otherwise no check is green. */
  readonly colored: boolean;
  readonly openPath?: ((path: string, line?: number) => void) | undefined;
}

/** One scorer result. Required failures start open. */
export function ScorerRow({ result, output, colored, openPath }: Props) {
  const { tone, points } = present(result);
  const { verdict, required, findings, findings_omitted } = result;
  return (
    <details
      className="unfold scorer"
      open={verdict === 'FAIL' && required}
      {...landmarkAttributes('scorer', result.name)}
    >
      <summary>
        <span className="pill" data-tone={answerTone(tone, colored)}>
          {verdict}
        </span>
        <span className="scorer-name">
          <UntrustedText text={result.name} /> <code>{result.type}</code>
        </span>
        {required ? null : <span className="badge">advisory</span>}
        <span className="number">{points}</span>
      </summary>
      <p className="reason">
        <UntrustedText text={result.reason} />
      </p>
      <Findings findings={findings} omitted={findings_omitted} openPath={openPath} />
      {output === undefined ? null : <OutputTail output={output} />}
      <p className="note">{marksOf(result).join(' · ')}</p>
    </details>
  );
}

function present(result: ScorerResult): { tone: Tone; points: string } {
  switch (result.verdict) {
    case 'PASS':
      return { tone: 'good', points: formatUnitScore(result.score) };
    case 'FAIL':
      return { tone: result.required ? 'bad' : 'warn', points: formatUnitScore(result.score) };
    case 'N/A':
      return { tone: 'muted', points: NO_NUMBER };
    case 'ERROR':
      return { tone: 'warn', points: '!' };
  }
}

const marksOf = (result: ScorerResult): string[] => [
  result.required ? 'required' : 'advisory: never fails a run',
  ...(result.verdict === 'ERROR' ? [`not counted for or against the agent: ${result.code}`] : []),
  formatNoun(result.findings.length + result.findings_omitted, 'finding'),
  ...(result.duration_ms === 0 ? [] : [`took ${formatDuration(result.duration_ms)}`]),
];
