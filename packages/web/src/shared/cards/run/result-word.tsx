import { type DecidedResult, formatResult, formatReview, resultTone } from '../../result.ts';

/** The result of a run, in its color. The short form for lists keeps the full text for screen readers. */
export function ResultWord({ decided, short = false }: { decided: DecidedResult; short?: boolean }) {
  const { result, review } = decided;
  return (
    <>
      <span className="pill result-word" data-result={result} data-tone={resultTone(decided)}>
        {short ? result : formatResult(decided)}
      </span>
      {short && review > 0 ? (
        <span className="to-review">
          <span aria-hidden="true"> {review} to review</span>
          <span className="unseen">{formatReview(review)}</span>
        </span>
      ) : null}
    </>
  );
}
