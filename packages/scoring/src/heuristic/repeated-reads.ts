import type { Step } from './context.ts';
import { valueDigest } from './digest.ts';

interface Known {
  /** The first read that returned each content. */
  readonly by_content: Map<string, Step>;
  last: Step;
}

/**
 * Repeated reads by the same agent of a file that was not written in between, with the same content. If the content is
 * not recorded, nothing at all may have changed in between. Each sub-agent is counted separately.
 */
export function findRepeatedReads(steps: readonly Step[]): Map<Step, Step> {
  const repeats = new Map<Step, Step>();
  const readsOf = new Map<string, Map<string, Known>>();
  for (const step of steps) {
    if (step.call?.role === 'edit') forget(readsOf, step.call.targets);
    if (step.call?.role !== 'read' || step.failed) continue;
    const content = step.output === null ? null : valueDigest(step.output);
    const key = `${step.call.key} ${step.interaction.lane ?? ''}`;
    const group = step.call.targets.length === 1 ? (step.call.targets[0] as string) : MANY;
    const reads = readsOf.get(group) ?? new Map<string, Known>();
    readsOf.set(group, reads);
    const known = reads.get(key);
    if (known === undefined) {
      reads.set(key, { by_content: new Map(content === null ? [] : [[content, step]]), last: step });
      continue;
    }
    const earlier = content === null ? sameEpoch(known.last, step) : known.by_content.get(content);
    if (earlier !== undefined) repeats.set(step, earlier);
    else if (content !== null) known.by_content.set(content, step);
    known.last = step;
  }
  return repeats;
}

/** Reads of several files or of unnamed files: any write may concern them. */
const MANY = '';

function forget(readsOf: Map<string, unknown>, targets: readonly string[]): void {
  if (targets.length === 0) readsOf.clear();
  for (const target of targets) readsOf.delete(target);
  readsOf.delete(MANY);
}

const sameEpoch = (earlier: Step, step: Step): Step | undefined => (earlier.epoch === step.epoch ? earlier : undefined);
