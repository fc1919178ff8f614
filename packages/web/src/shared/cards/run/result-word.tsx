import { type Decided, tellResult, tellReview, toneOfResult } from '../../result.ts';

/** The result of a run, in its color. The short form for lists keeps the full text for screen readers. */
export function ResultWord({ decided, short = false }: { decided: Decided; short?: boolean }) {
  const { result, review } = decided;
  return (
    <>
      <span className="pill result-word" data-result={result} data-tone={toneOfResult(decided)}>
        {short ? result : tellResult(decided)}
      </span>
      {short && review > 0 ? (
        <span className="to-review">
          <span aria-hidden="true"> {review} to review</span>
          <span className="unseen">{tellReview(review)}</span>
        </span>
      ) : null}
    </>
  );
}
