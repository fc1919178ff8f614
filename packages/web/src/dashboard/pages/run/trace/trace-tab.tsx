import './trace.css';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { TimelineFilters } from '../../../../shared/cards/timeline/timeline-filters.tsx';
import type { PinnedFinding } from '../../../../shared/diff/diff-rows.ts';
import { CATEGORIES, EVERYTHING, type Filter, findEntries, findRows } from '../../../../shared/filter.ts';
import type { RunView } from '../../../../shared/run-view.ts';
import { useKeys } from '../../../parts/use-keys.ts';
import { Empty } from '../../../states/empty.tsx';
import { Loading } from '../../../states/loading.tsx';
import type { GoTo, HrefOf, RunPosition } from '../use-run-position.ts';
import { TraceDetail } from './trace-detail.tsx';
import { TraceList } from './trace-list.tsx';
import { ancestorsOf, buildTrace, showNodes, type TraceNode } from './trace-nodes.ts';
import { TraceStrip } from './trace-strip.tsx';
import { useSelectedNode } from './use-selected-node.ts';

interface Props {
  readonly view: RunView;
  /** Whether these are the first steps of a trace that is still loading. */
  readonly isStart: boolean;
  readonly pins: readonly PinnedFinding[];
  readonly place: RunPosition;
  readonly go: GoTo;
  readonly href: HrefOf;
}

/** The trace: a timeline above, the steps on the left, the selected step and its part of the diff on the right. */
export function TraceTab({ view, isStart, pins, place, go, href }: Props) {
  const nodes = useMemo(() => buildTrace(view), [view]);
  if (isStart && !hasPosition(view, place)) return <Loading what="the trace" lines={10} />;
  if (nodes.length === 0)
    return (
      <Empty title="No transcript">
        <p className="note">The agent never started, or its transcript could not be read.</p>
      </Empty>
    );
  return <Trace nodes={nodes} view={view} isStart={isStart} pins={pins} place={place} go={go} href={href} />;
}

/** Whether the step that the address names, if any, is loaded. */
const hasPosition = ({ entries, rowOf }: RunView, { interaction, entry }: RunPosition): boolean =>
  interaction === null ? entry === null || entries.has(entry) : rowOf.has(interaction);

function Trace({ nodes, view, isStart, pins, place, go, href }: Props & { nodes: readonly TraceNode[] }) {
  const { selected, select } = useSelectedNode({ nodes, view, place, go });
  const { collapsed, toggle } = useCollapsed(nodes, selected);
  const [filter, setFilter] = useState(EVERYTHING);
  const settled = useDeferredValue(filter);
  const matches = useMemo(() => matchNodes(view, settled), [view, settled]);
  const shown = useMemo(() => showNodes(nodes, { collapsed, matches }), [nodes, collapsed, matches]);
  const field = useRef<HTMLDivElement>(null);
  useKeys({ '/': () => field.current?.querySelector<HTMLInputElement>('[type="search"]')?.focus() });
  const onToggle = useCallback(
    (index: number) => {
      toggle(index);
      select(index);
    },
    [toggle, select],
  );
  const detailed = useDeferredValue(selected);
  return (
    <section className="card trace-card" aria-label="Trace">
      {/* it would show a part as the whole */}
      <div ref={field} className="trace-controls" inert={isStart}>
        <TraceStrip nodes={nodes} view={view} selected={selected} select={select} />
        <TimelineFilters
          filter={filter}
          change={setFilter}
          counts={view.run.grade.interactions.by_category}
          shown={matches === null ? nodes.length : shown.length}
          total={nodes.length}
          noun="step"
          isStart={isStart}
        />
      </div>
      <div className="trace">
        <TraceList
          nodes={nodes}
          shown={shown}
          view={view}
          collapsed={matches === null ? collapsed : NOTHING}
          selected={selected}
          select={select}
          toggle={onToggle}
        />
        <TraceDetail
          nodes={nodes}
          index={detailed}
          view={view}
          pins={pins}
          entry={place.entry}
          select={select}
          go={go}
          href={href}
        />
      </div>
    </section>
  );
}

const NOTHING: ReadonlySet<string> = new Set();

/** The collapsed sub-agents. Those around the selected step are expanded. */
function useCollapsed(nodes: readonly TraceNode[], selected: number) {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(NOTHING);
  const toggle = useCallback(
    (index: number) => {
      const id = nodes[index]?.id ?? '';
      setCollapsed((before) => (before.has(id) ? without(before, new Set([id])) : new Set([...before, id])));
    },
    [nodes],
  );
  useEffect(() => {
    const above = new Set(ancestorsOf(nodes, selected).map(({ id }) => id));
    setCollapsed((before) => (before.size === 0 ? before : without(before, above)));
  }, [nodes, selected]);
  return { collapsed, toggle };
}

const without = (all: ReadonlySet<string>, some: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...all].filter((one) => !some.has(one)));

/** Whether a step matches a filter; null if every step does. Messages that are no interaction have no category. */
function matchNodes(view: RunView, filter: Filter): ((node: TraceNode) => boolean) | null {
  const { categories, errors_only, search } = filter;
  const isSearch = search.trim() !== '';
  if (!isSearch && !errors_only && categories.size === CATEGORIES.length) return null;
  const rows = new Set(findRows(view, filter));
  const hasMessages = !errors_only && categories.size === CATEGORIES.length;
  const says = ({ entry }: TraceNode): boolean => {
    const found = view.entries.get(entry);
    return found !== undefined && findEntries([[entry, found]], search).length > 0;
  };
  return (node) => (node.row === null ? hasMessages && says(node) : rows.has(node.row));
}
