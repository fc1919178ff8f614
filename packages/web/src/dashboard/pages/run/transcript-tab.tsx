import type { TranscriptEntry } from '@assay/schema';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { EntryView } from '../../../shared/cards/timeline/entry-view.tsx';
import { findEntries } from '../../../shared/filter.ts';
import { formatCount } from '../../../shared/format.ts';
import type { RunView } from '../../../shared/run-view.ts';
import { useKeys } from '../../parts/use-keys.ts';
import { Empty } from '../../states/empty.tsx';
import type { GoTo, RunPosition } from './use-run-position.ts';

interface Props {
  readonly view: RunView;
  readonly place: RunPosition;
  readonly go: GoTo;
}

/** All entries of the transcript, in order. The URL can name one to scroll to. */
export function TranscriptTab({ view, place, go }: Props) {
  const [search, setSearch] = useState('');
  const settled = useDeferredValue(search);
  const all = useMemo(() => [...view.entries], [view]);
  const shown = useMemo(() => findEntries(all, settled), [all, settled]);
  const field = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => field.current?.focus() });
  if (all.length === 0)
    return (
      <Empty title="No transcript">
        <p className="note">The agent never started, or its transcript could not be read.</p>
      </Empty>
    );
  const showInPlace = (entry: string) => {
    setSearch('');
    go({ entry });
  };
  return (
    <Card title="Transcript" aside={<output className="note">{tell(shown.length, all.length)}</output>}>
      <search className="filters">
        <input
          ref={field}
          type="search"
          className="search"
          placeholder="Search the transcript"
          aria-label="Search the transcript"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </search>
      {shown.length === 0 ? <p className="note nothing">No matching entries.</p> : null}
      <Entries
        key={shown === all ? 'all' : 'found'}
        entries={shown}
        wanted={shown.length === all.length ? place.entry : null}
        view={view}
        go={go}
        showInPlace={shown.length === all.length ? null : showInPlace}
      />
    </Card>
  );
}

type Named = readonly [id: string, entry: TranscriptEntry];

interface EntriesProps {
  readonly entries: readonly Named[];
  readonly wanted: string | null;
  readonly view: RunView;
  readonly go: GoTo;
  readonly showInPlace: ((entry: string) => void) | null;
}

function Entries({ entries, wanted, view, go, showInPlace }: EntriesProps) {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  const virtual = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => 140,
    overscan: 6,
    scrollMargin: top,
    getItemKey: (index) => entries[index]?.[0] ?? index,
  });
  const index = wanted === null ? -1 : entries.findIndex(([id]) => id === wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another entry is requested
  useEffect(() => {
    if (index === -1) return;
    virtual.scrollToIndex(index, { align: 'center' });
    requestAnimationFrame(() =>
      requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[data-wanted]')?.focus()),
    );
  }, [index]);
  return (
    <div ref={list} className="transcript entries" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map((item) => {
        const [id, entry] = entries[item.index] ?? ['', undefined];
        const interaction = view.interactionOf.get(id);
        return (
          <div
            key={item.key}
            ref={virtual.measureElement}
            data-index={item.index}
            className="entry-line"
            tabIndex={-1}
            data-wanted={item.index === index || undefined}
            style={{ transform: `translateY(${item.start - top}px)` }}
          >
            <EntryView id={id} entry={entry} />
            <p className="entry-ways">
              {showInPlace === null ? null : (
                <button type="button" className="plain" onClick={() => showInPlace(id)}>
                  Show in context
                </button>
              )}
              {interaction === undefined ? null : (
                <button type="button" className="plain" onClick={() => go({ tab: 'trace', interaction })}>
                  Open in trace
                </button>
              )}
            </p>
          </div>
        );
      })}
    </div>
  );
}

const tell = (shown: number, total: number): string =>
  shown === total ? `${formatCount(total)} entries` : `${formatCount(shown)} of ${formatCount(total)} entries`;
