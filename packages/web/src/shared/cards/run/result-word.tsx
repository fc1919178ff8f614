import { type Decided, tellResult, tellReview, toneOfResult } from '../../result.ts';

/** The first word about a run, in its color. In a list it is short; screen readers still read all of it. */
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
