import type { Run } from '@assay/schema';

/** Who saw the tool calls of a run; null if there is nothing to say. */
export function describeSteps(steps: Run['steps']): string | null {
  if (steps === undefined) return null;
  const { seen_by, claimed, hidden } = steps;
  if (seen_by === 'agent')
    return claimed === 0 ? null : 'claimed by the agent as a whole: it did not use the gateway for its model';
  const parts = [
    ...(claimed === 0 ? [] : [`${claimed} claimed: no model asked for them, and they do not count`]),
    ...(hidden === 0 ? [] : [`${hidden} added by the gateway: the agent does not show them`]),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}
