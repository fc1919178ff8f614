import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { RunView } from '../../../../shared/run-view.ts';
import type { GoTo, RunPosition } from '../use-run-position.ts';
import type { TraceNode } from './trace-nodes.ts';

// browsers limit how often an address may change, and a held arrow key selects faster
const ADDRESS_DELAY_MS = 200;

interface Asked {
  readonly nodes: readonly TraceNode[];
  readonly view: RunView;
  readonly place: RunPosition;
  readonly go: GoTo;
}

/** The selected step: shown at once, and in the address when the selection rests. */
export function useSelectedNode({ nodes, view, place, go }: Asked) {
  const indexOf = useMemo(() => indexById(nodes), [nodes]);
  const { interaction, entry } = place;
  const named = interaction ?? view.interactionOf.get(entry ?? '') ?? entry ?? nodes[0]?.id ?? '';
  // by id: steps move when more of a long trace has loaded
  const [selected, setSelected] = useState(named);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // what the address has from here, so that it cannot undo a later selection
  const written = useRef('');
  useEffect(() => {
    if (named !== written.current) setSelected(named);
    written.current = '';
  }, [named]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const select = useCallback(
    (index: number) => {
      const node = nodes[index];
      if (node === undefined) return;
      setSelected(node.id);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        written.current = node.id;
        go(nodeAddress(node));
      }, ADDRESS_DELAY_MS);
    },
    [nodes, go],
  );
  return { selected: indexOf.get(selected) ?? 0, select };
}

/** A loop, because building a map from a list of pairs is slow for long runs. */
function indexById(nodes: readonly TraceNode[]): ReadonlyMap<string, number> {
  const byId = new Map<string, number>();
  for (const [index, { id }] of nodes.entries()) byId.set(id, index);
  return byId;
}

/** The address of a step. */
export const nodeAddress = ({ id, row }: TraceNode): Partial<RunPosition> =>
  row === null ? { tab: 'trace', entry: id } : { tab: 'trace', interaction: id };
