import type { TranscriptEntry } from '@assay/schema';

/**
 * Finds the result of every tool use, as a map from the index of the use to that of the result.
 *
 * First by id: a result belongs to the nearest preceding unpaired use with its id. Then, in order, every unpaired use
 * gets the next unpaired result after it. An empty id counts as none. Linear in the number of entries.
 */
export function pairResults(entries: readonly Pick<TranscriptEntry, 'type' | 'tool_id'>[]): Map<number, number> {
  const resultOf = new Map<number, number>();
  const openById = new Map<string, number[]>();
  const alone: number[] = [];

  entries.forEach(({ type, tool_id }, index) => {
    if (type === 'tool_use' && tool_id) {
      const open = openById.get(tool_id);
      if (open) open.push(index);
      else openById.set(tool_id, [index]);
    }
    if (type !== 'tool_result') return;
    const use = tool_id ? openById.get(tool_id)?.pop() : undefined;
    if (use === undefined) alone.push(index);
    else resultOf.set(use, index);
  });

  let next = 0;
  entries.forEach(({ type }, index) => {
    if (type !== 'tool_use' || resultOf.has(index)) return;
    while (next < alone.length && (alone[next] as number) < index) next++;
    if (next < alone.length) resultOf.set(index, alone[next++] as number);
  });
  return resultOf;
}
