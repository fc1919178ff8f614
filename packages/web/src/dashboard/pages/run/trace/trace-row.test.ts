import type { TranscriptEntry } from '@assay/schema';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EntryView } from '../../../../shared/cards/timeline/entry-view.tsx';
import { viewRun } from '../../../../shared/run-view.ts';
import { findInteractions } from '../read-transcript.ts';
import { buildShownRun } from '../shown-run.ts';
import { buildTrace, type TraceNode } from './trace-nodes.ts';
import { TraceRow } from './trace-row.tsx';

const call: TranscriptEntry = { id: 'c', type: 'tool_use', tool: 'Bash', tool_id: 't', input: { command: 'npm test' } };
const said: TranscriptEntry = { id: 'r', type: 'tool_result', tool_id: 't', text: '9 passed' };

test.each([
  { only_in: 'agent', rows: ['Call Bash npm test claimed', 'Output 9 passed claimed'], mark: 'claimed' },
  { only_in: 'gateway', rows: ['Bash npm test – added by the gateway'], mark: 'added by the gateway' },
  { only_in: undefined, rows: ['Bash npm test –'], mark: undefined },
] as const)('a step that only $only_in has is shown as $mark', ({ only_in, rows, mark }) => {
  const entries = [call, said].map((entry) => ({ ...entry, ...(only_in && { only_in }) }));
  const transcript = { entries, interactions: findInteractions(entries) };
  const view = viewRun(buildShownRun({ grade: undefined, transcript, diff: undefined }));
  const show = (node: TraceNode) => textOf(createElement(TraceRow, { node, view, expanded: undefined, below: 0 }));
  expect(buildTrace(view).map(show)).toEqual(rows);
  const marks = entries.map(
    (entry) =>
      /(?:claimed|added by the gateway)/.exec(textOf(createElement(EntryView, { id: entry.id ?? '', entry })))?.[0],
  );
  expect(marks).toEqual([mark, mark]);
});

const textOf = (element: Parameters<typeof renderToStaticMarkup>[0]): string =>
  renderToStaticMarkup(element)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
