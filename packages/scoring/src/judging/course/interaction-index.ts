import type { Interaction } from '@assay/schema';
import { readCall } from '../../heuristic/call.ts';
import type { LocatedInteraction } from './locate-interactions.ts';

/** Up to this many interactions, the index has a line for each. */
const LONGEST_INDEX = 200;
/** For longer runs: lines at each end of the index, and lines around the interactions of each question. */
const ENDS = 40;
const NEIGHBOURS = 10;

/**
 * An overview of the run, the same in every question about it. Each line states a step's purpose, categories, outcome
 * and size. All words are Assay's: nothing that an agent chose appears here, not even a tool name.
 */
export function describeRun(located: readonly LocatedInteraction[]): string {
  const interactions = located.map(({ interaction }) => interaction);
  const head = `The run has ${interactions.length} steps (${describeCounts(interactions)}).`;
  if (located.length <= LONGEST_INDEX) return [head, 'All of them:', ...located.map(describeLine)].join('\n');
  return [
    head,
    'The first and the last of them:',
    ...located.slice(0, ENDS).map(describeLine),
    describeGap(interactions.slice(ENDS, -ENDS)),
    ...located.slice(-ENDS).map(describeLine),
  ].join('\n');
}

/** The steps around those from `start` to `end`; empty when the index of the run lists all. */
export function describeNeighbors(
  located: readonly LocatedInteraction[],
  { start, end }: { readonly start: number; readonly end: number },
): string {
  if (located.length <= LONGEST_INDEX) return '';
  const before = located.slice(Math.max(0, start - NEIGHBOURS), start);
  const after = located.slice(end, end + NEIGHBOURS);
  return [
    ...(before.length > 0 ? ['Just before them:', ...before.map(describeLine)] : []),
    ...(after.length > 0 ? ['Just after them:', ...after.map(describeLine)] : []),
  ].join('\n');
}

/** One step on one line: label, purpose, categories, outcome, size, time. */
export function describeLine({ label, interaction, entries }: LocatedInteraction): string {
  const { kind, categories, is_error, context_bytes, duration_ms, lane } = interaction;
  const use = entries.find(({ type }) => type === 'tool_use');
  const purpose = kind === 'thinking' ? 'thinking' : readCall(use?.tool ?? '', use?.input).role;
  const parts = [
    purpose,
    categories.join(' and '),
    is_error ? 'error' : 'ok',
    `${context_bytes} bytes`,
    ...(duration_ms === null ? [] : [`${duration_ms} ms`]),
    ...(lane === undefined ? [] : ['by a sub-agent']),
  ];
  return `${label}: ${parts.join(', ')}`;
}

const describeGap = (interactions: readonly Interaction[]): string =>
  `[… ${interactions.length} more: ${describeCounts(interactions)} …]`;

function describeCounts(interactions: readonly Interaction[]): string {
  const count = (test: (interaction: Interaction) => boolean): number => interactions.filter(test).length;
  return [
    `${count(({ categories }) => categories.includes('environment'))} environment`,
    `${count(({ categories }) => categories.includes('service'))} service`,
    `${count(({ categories }) => categories.includes('agent'))} agent`,
    `${count(({ is_error }) => is_error)} with an error`,
  ].join(', ');
}
