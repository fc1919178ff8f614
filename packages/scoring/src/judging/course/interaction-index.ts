import type { Interaction } from '@assay/schema';
import { readCall } from '../../heuristic/call.ts';
import type { LocatedInteraction } from './locate-interactions.ts';

/** Up to so many interactions the index has a line for each. */
const LONGEST_INDEX = 200;
/** Of a longer run the index has so many from its start and its end, and a question so many on either side of its own. */
const ENDS = 40;
const NEIGHBOURS = 10;

/**
 * The run at a glance, the same in every question about it. A line says what a step is for, what it touched, how it
 * went and how large it was: all of it Assay's own words, so nothing an agent chose stands here, not even a tool's name.
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

/** The steps around those from `start` to `end`; empty where the index of the run has them all. */
export function describeNeighbours(
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
