import type { RunView } from '../../../../shared/run-view.ts';

/** A step of the trace: an interaction, or a message that belongs to none. Steps are in display order. */
export interface TraceNode {
  /** The id of the interaction, else of the entry. */
  readonly id: string;
  /** The index of the interaction; null for a message. */
  readonly row: number | null;
  readonly entry: string;
  /** 1 in the main thread, one more in each sub-agent. */
  readonly level: number;
  /** The index of the step that started the sub-agent; -1 in the main thread. */
  readonly parent: number;
  /** The index after its last descendant. */
  readonly end: number;
}

interface Item {
  readonly id: string;
  readonly row: number | null;
  readonly entry: string;
  /** Sub-agents that it started; undefined for most steps. */
  starts?: string[];
}

const MAIN = '';

/** The steps of a run, with those of a sub-agent below the step that started it. */
export function buildTrace(view: RunView): TraceNode[] {
  const threads = readThreads(view);
  const nodes: { -readonly [Key in keyof TraceNode]: TraceNode[Key] }[] = [];
  // an explicit stack: hostile transcripts nest deeper than calls can
  const open: { items: readonly Item[]; next: number; parent: number }[] = [];
  const walk = (lane: string) => {
    open.push({ items: takeThread(threads, lane), next: 0, parent: -1 });
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const item = top.items[top.next++];
      if (item === undefined) {
        open.pop();
        if (top.parent !== -1) (nodes[top.parent] as { end: number }).end = nodes.length;
        continue;
      }
      const index = nodes.length;
      const { id, row, entry } = item;
      nodes.push({ id, row, entry, level: open.length, parent: top.parent, end: index + 1 });
      const below = item.starts?.flatMap((started) => takeThread(threads, started)) ?? [];
      if (below.length > 0) open.push({ items: below, next: 0, parent: index });
    }
  };
  walk(MAIN);
  // sub-agents whose start is not in the transcript, or that start each other
  for (const lane of threads.keys()) walk(lane);
  return nodes;
}

function takeThread(threads: Map<string, Item[]>, lane: string): readonly Item[] {
  const items = threads.get(lane) ?? [];
  threads.delete(lane);
  return items;
}

/** The steps of each thread, in order. A step is placed at its first entry. */
function readThreads({ entries, interactionOf, rowOf }: RunView): Map<string, Item[]> {
  const threads = new Map<string, Item[]>([[MAIN, []]]);
  const items = new Map<string, Item>();
  const lanes = new Set<string>();
  for (const { lane } of entries.values()) if (lane !== undefined) lanes.add(lane);
  for (const [entryId, { lane = MAIN, type, tool_id }] of entries) {
    const id = interactionOf.get(entryId) ?? entryId;
    let item = items.get(id);
    if (item === undefined) {
      item = { id, row: rowOf.get(id) ?? null, entry: entryId };
      items.set(id, item);
      const thread = threads.get(lane);
      if (thread === undefined) threads.set(lane, [item]);
      else thread.push(item);
    }
    if (type === 'tool_use' && tool_id != null && lanes.has(tool_id)) item.starts = [...(item.starts ?? []), tool_id];
  }
  return threads;
}

/** The indexes of the steps to show: those that match, or all outside collapsed sub-agents. */
export function showNodes(
  nodes: readonly TraceNode[],
  { collapsed, matches }: { collapsed: ReadonlySet<string>; matches: ((node: TraceNode) => boolean) | null },
): number[] {
  const shown: number[] = [];
  for (let index = 0; index < nodes.length; ) {
    const node = nodes[index] as TraceNode;
    if (matches === null || matches(node)) shown.push(index);
    index = matches === null && collapsed.has(node.id) ? node.end : index + 1;
  }
  return shown;
}

/** The steps above a step, from the outermost. */
export function ancestorsOf(nodes: readonly TraceNode[], index: number): TraceNode[] {
  const above: TraceNode[] = [];
  for (let at = nodes[index]?.parent ?? -1; at !== -1; at = nodes[at]?.parent ?? -1)
    above.unshift(nodes[at] as TraceNode);
  return above;
}
