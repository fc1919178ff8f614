import type { WasteCause } from '@assay/schema';
import type { Step } from '../../heuristic/context.ts';
import { valueDigest } from '../../heuristic/digest.ts';
import { oversizedOutput } from '../../heuristic/rules/oversized-output.ts';
import { undoneEdit } from '../../heuristic/rules/undone-edit.ts';
import { unusedOutput } from '../../heuristic/rules/unused-output.ts';
import { countUses } from '../../heuristic/uses.ts';
import type { Change } from '../facts/changes.ts';
import type { FoundCheck } from '../facts/checks.ts';
import { isCompaction } from '../requests.ts';
import type { Session, SessionStep } from '../session.ts';

/** Facts that causes depend on. */
export interface Found {
  readonly changes: readonly Change[];
  readonly checks: readonly FoundCheck[];
}

/**
 * Why a step was wasteful, by id of its interaction. The first that applies:
 *
 *   rebuilt_context  reads a file for the first time after the context was compacted, which it had read before
 *   reread           reads content that it has already read and that has not changed
 *   failed_calls     fails, unless it is a check that found something; or repeats a call with the same result while
 *                    nothing has changed
 *   undone_work      an edit that is reverted later, or a call that the person rejected
 *   unused_output    a large output of which nothing, or almost nothing, is used later
 */
export function findCauses(session: Session, { changes, checks }: Found): ReadonlyMap<string, WasteCause> {
  const { context, steps } = session;
  const causes = new Map<string, WasteCause>();
  const note = (cause: WasteCause, found: Iterable<Pick<Step, 'interaction'>>) => {
    for (const { interaction } of found) if (!causes.has(interaction.id)) causes.set(interaction.id, cause);
  };
  const repeated = findRepeatedCalls(context.steps, new Set(changes.map(({ step }) => step.interaction.id)));
  note('rebuilt_context', findRebuilding(session));
  note('reread', context.repeatedReads.keys());
  note('failed_calls', findFailed(steps, checks));
  note('failed_calls', repeated.keys());
  note(
    'undone_work',
    undoneEdit.judge(context).map(({ step }) => step),
  );
  note(
    'undone_work',
    steps.filter(({ outcome }) => outcome === 'rejected'),
  );
  // a repeated call does not use the output of the first one
  const uses =
    repeated.size === 0 ? context.uses : countUses(context.steps, new Map([...context.repeatedReads, ...repeated]));
  for (const rule of [unusedOutput, oversizedOutput])
    note(
      'unused_output',
      rule.judge({ ...context, uses }).map(({ step }) => step),
    );
  return causes;
}

// the first failure of a check is what it is for; the same failure again tells nothing new
function findFailed(steps: readonly SessionStep[], checks: readonly FoundCheck[]): SessionStep[] {
  const informing = new Set(checks.filter(({ result }) => result === 'failed').map(({ ref }) => ref));
  const seen = new Set<string>();
  return steps.filter(({ outcome, call, epoch, interaction: { id, lane } }) => {
    if (outcome !== 'failed') return false;
    const key = `${call?.key} ${epoch} ${lane ?? ''}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return !(informing.has(id) && isNew);
  });
}

/** Calls with the same input and result as an earlier one, with no change of a file in between. */
function findRepeatedCalls(steps: readonly Step[], changing: ReadonlySet<string>): Map<Step, Step> {
  const first = new Map<string, Step>();
  const repeated = new Map<Step, Step>();
  let changes = 0;
  for (const step of steps) {
    const { call, failed, output, interaction } = step;
    if (changing.has(interaction.id)) changes++;
    else if (call !== null && !failed && output !== null && REPEATABLE.has(call.role)) {
      const key = `${call.key} ${changes} ${interaction.lane ?? ''} ${valueDigest(output)}`;
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, step);
      else repeated.set(step, earlier);
    }
  }
  return repeated;
}

const REPEATABLE: ReadonlySet<string> = new Set(['search', 'look', 'run']);

function findRebuilding({ record: { entries }, steps }: Session): SessionStep[] {
  const boundaries = entries.flatMap((entry, index) => (isCompaction(entry) ? [index] : []));
  if (boundaries.length === 0) return [];
  let passed = 0;
  let [before, since] = [new Set<string>(), new Set<string>()];
  return steps.filter(({ call, failed, start_index, interaction }) => {
    if (interaction.lane !== undefined || call?.role !== 'read' || failed) return false;
    while (passed < boundaries.length && (boundaries[passed] as number) < start_index) {
      passed++;
      [before, since] = [new Set([...before, ...since]), new Set()];
    }
    const isAgain = call.targets.length > 0 && call.targets.every((path) => before.has(path) && !since.has(path));
    for (const path of call.targets) since.add(path);
    return isAgain;
  });
}
