import type { TranscriptEntry } from '@assay/schema';
import { expect, test } from 'vitest';
import { viewRun } from '../../../../shared/run-view.ts';
import { findInteractions } from '../read-transcript.ts';
import { buildShownRun } from '../shown-run.ts';
import { ancestorsOf, buildTrace, showNodes, type TraceNode } from './trace-nodes.ts';

const trace = (entries: readonly TranscriptEntry[]): TraceNode[] =>
  buildTrace(
    viewRun(
      buildShownRun({
        grade: undefined,
        transcript: { entries, interactions: findInteractions(entries) },
        diff: undefined,
      }),
    ),
  );

const call = (tool_id: string, lane?: string): TranscriptEntry[] => {
  const inLane = lane === undefined ? {} : { lane };
  return [
    { id: `${tool_id}-in`, type: 'tool_use', tool: 'Task', tool_id, input: {}, ...inLane },
    { id: `${tool_id}-out`, type: 'tool_result', tool_id, text: 'done', ...inLane },
  ];
};

const tell = (nodes: readonly TraceNode[]) => nodes.map(({ entry, level }) => `${'  '.repeat(level - 1)}${entry}`);

test('sub-agents are nested below the step that started them, whatever the order in the transcript', () => {
  const [start, end] = call('a') as [TranscriptEntry, TranscriptEntry];
  const nodes = trace([
    { id: 'u', type: 'user', text: 'go' },
    start,
    { id: 'main', type: 'assistant', text: 'meanwhile' },
    ...call('b', 'a'),
    ...call('c', 'b'),
    end,
  ]);
  expect(tell(nodes)).toEqual(['u', 'a-in', '  b-in', '    c-in', 'main']);
  expect(ancestorsOf(nodes, 3).map(({ entry }) => entry)).toEqual(['a-in', 'b-in']);
  const collapsed = new Set([nodes[1]?.id ?? '']);
  expect(showNodes(nodes, { collapsed, matches: null })).toEqual([0, 1, 4]);
  expect(showNodes(nodes, { collapsed, matches: ({ entry }) => entry === 'c-in' })).toEqual([3]);
});

test.each([
  { entries: call('b', 'missing'), told: ['b-in'], why: 'a sub-agent whose start is missing' },
  {
    entries: [...call('a', 'b'), ...call('b', 'a')],
    told: ['a-in', '  b-in'],
    why: 'sub-agents that start each other',
  },
  { entries: call('a', 'a'), told: ['a-in'], why: 'a sub-agent that starts itself' },
  { entries: [], told: [], why: 'an empty transcript' },
])('$why', ({ entries, told }) => {
  expect(tell(trace(entries))).toEqual(told);
});

test('deep nesting does not exhaust the stack', () => {
  const entries = Array.from({ length: 5_000 }, (_, n) => call(`t${n}`, n === 0 ? undefined : `t${n - 1}`)).flat();
  expect(trace(entries).at(-1)?.level).toBe(5_000);
});
