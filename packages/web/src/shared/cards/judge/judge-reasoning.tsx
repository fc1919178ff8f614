import { formatCount } from '../../format.ts';
import { LongText } from '../parts/long-text.tsx';

// shorter texts start open
const SHORT = 900;

/** The judge's reasoning. */
export function JudgeReasoning({ text }: { text: string }) {
  return (
    <details className="unfold reasoning" open={text.length <= SHORT}>
      <summary>
        <b>Reasoning</b> <span className="note">{formatCount(text.length)} characters</span>
      </summary>
      <LongText text={text} />
    </details>
  );
}
