import type { ComparisonPullRequest } from '@assay/schema/api';
import type { Tone } from '../../../shared/tone.ts';
import { visibleLine } from '../../../shared/visible.ts';

const TONES: Readonly<Record<ComparisonPullRequest['state'], Tone>> = {
  open: 'muted',
  merged: 'good',
  closed: 'muted',
};

/** The pull request that came of a comparison. It was told by whoever opened it, so that only web addresses are links. */
export function PullRequestLink({ pull_request: { url, state } }: { pull_request: ComparisonPullRequest }) {
  const words = <bdi>{visibleLine(url.replace(/^https?:\/\//, ''))}</bdi>;
  return (
    <span>
      <span className="pill" data-tone={TONES[state]}>
        {state}
      </span>{' '}
      {/^https?:\/\//.test(url) ? (
        <a href={url} rel="noreferrer noopener" target="_blank">
          {words}
        </a>
      ) : (
        words
      )}
    </span>
  );
}
