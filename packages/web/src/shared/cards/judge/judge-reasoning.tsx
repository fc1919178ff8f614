import { formatCount } from '../../format.ts';
import { LongText } from '../parts/long-text.tsx';

// what is read at a glance needs no unfolding
const SHORT = 900;

/** Why the judge says so, in its own words. */
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
