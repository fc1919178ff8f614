import type { ComparisonPullRequest } from '@assay/schema/api';
import type { Tone } from '../../../shared/tone.ts';
import { visibleLine } from '../../../shared/visible.ts';

const TONES: Readonly<Record<ComparisonPullRequest['state'], Tone>> = {
  open: 'muted',
  merged: 'good',
  closed: 'muted',
};

/** The pull request of a comparison. Its URL is untrusted input: only http and https become links. */
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
