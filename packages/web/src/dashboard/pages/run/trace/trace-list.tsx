import { useMemo } from 'react';
import { unevenRows } from '../../../../shared/cards/parts/row-layout.ts';
import { VirtualList } from '../../../../shared/cards/parts/virtual-list.tsx';
import type { RunView } from '../../../../shared/run-view.ts';
import type { TraceNode } from './trace-nodes.ts';
import { isMessage, TraceRow } from './trace-row.tsx';

const CALL_HEIGHT = 32;
const MESSAGE_HEIGHT = 66;

interface Props {
  readonly nodes: readonly TraceNode[];
  /** The indexes of the steps to show. */
  readonly shown: readonly number[];
  readonly view: RunView;
  readonly collapsed: ReadonlySet<string>;
  readonly selected: number;
  readonly select: (index: number) => void;
  readonly toggle: (index: number) => void;
}

/** The steps of the trace, as a tree with sub-agents. */
export function TraceList({ nodes, shown, view, collapsed, selected, select, toggle }: Props) {
  const nodeAt = (row: number) => nodes[shown[row] ?? -1] as TraceNode;
  const layout = useMemo(
    () =>
      unevenRows(shown.length, (row) =>
        isMessage(view, nodes[shown[row] ?? -1] as TraceNode) ? MESSAGE_HEIGHT : CALL_HEIGHT,
      ),
    [nodes, shown, view],
  );
  const at = useMemo(() => shown.indexOf(selected), [shown, selected]);
  if (shown.length === 0) return <p className="note nothing">No matching steps.</p>;
  return (
    <VirtualList
      label="Steps: arrow keys to move"
      count={shown.length}
      rowHeight={layout}
      selected={at === -1 ? null : at}
      onOpen={(row) => select(shown[row] ?? -1)}
      opensOnMove
      tree={{
        rowOf: (row) => treeRow(nodeAt(row), shown[row] ?? -1, collapsed),
        onToggle: (row) => toggle(shown[row] ?? -1),
      }}
      renderRow={(row) => {
        const node = nodeAt(row);
        const { expanded } = treeRow(node, shown[row] ?? -1, collapsed);
        return <TraceRow node={node} view={view} expanded={expanded} below={node.end - (shown[row] ?? 0) - 1} />;
      }}
    />
  );
}

const treeRow = ({ id, level, end }: TraceNode, index: number, collapsed: ReadonlySet<string>) => ({
  level,
  expanded: end === index + 1 ? undefined : !collapsed.has(id),
});
