import type { Activity } from '@assay/schema';

const MOST_NAMED = 4;

/** An activity in words: the running proof, the running runs, and how many are done. */
export function describeActivity({ proving, running, runs_done, runs }: Activity): string[] {
  const named = running.slice(0, MOST_NAMED).map(({ scenario, agent, step }) => `${agent} on ${scenario}: ${step}`);
  const more = running.length - named.length;
  return [
    ...(proving === null ? [] : [describeProof(proving)]),
    ...named,
    ...(more > 0 ? [`${more} more`] : []),
    ...(runs > 0 ? [`${runs_done} of ${runs} runs done`] : []),
  ];
}

const describeProof = ({ scenario, at, of, trials_done, trials }: NonNullable<Activity['proving']>): string =>
  `proving ${scenario} (${at} of ${of}), ${trials_done} of ${trials} trials done`;
