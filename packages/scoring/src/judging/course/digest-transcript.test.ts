import type { TranscriptEntry } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runOf, shell } from '../../../test/judged-run.ts';
import { digestTranscript } from './digest-transcript.ts';
import { finalMessage, listSteps } from './transcript-steps.ts';

const clean = (text: string): string => text;
const digest = (
  entries: readonly TranscriptEntry[],
  { max_chars = 60_000, ...task }: { max_chars?: number; turns?: string[]; instruction?: string } = {},
) => {
  const run = runOf({ entries, task });
  return digestTranscript(listSteps(entries, run.task), { interactions: run.interactions, max_chars, clean });
};
const reads = (count: number): TranscriptEntry[] =>
  Array.from({ length: count }, (_, at): TranscriptEntry[] => [
    { type: 'tool_use', tool: 'Read', tool_id: `r${at}`, input: { file_path: `src/f${at}.ts` } },
    { type: 'tool_result', tool_id: `r${at}`, text: `content ${at}` },
  ]).flat();

test('a call and its result are one step with the id of the call', () => {
  const { text, omitted } = digest([{ type: 'user', text: 'go' }, ...shell('npm test', '2 failed', 1)]);
  expect(text).toBe('e1 turn 1 user: go\ne2 turn 1 shell: npm test\n  failed (exit code 1): 2 failed');
  expect(omitted).toBe(0);
});

test('shows the ends and every edit and check of a long run, and counts the rest', () => {
  const edit: TranscriptEntry = { type: 'tool_use', tool: 'Edit', tool_id: 'e', input: { file_path: 'a.ts' } };
  const { text, omitted, shown } = digest([...reads(50), edit, ...reads(30), ...shell('pytest', 'ok'), ...reads(50)]);
  expect(shown.map(({ role }) => role).filter((role) => role !== 'read')).toEqual(['edit', 'run']);
  expect(shown).toHaveLength(42);
  expect(omitted).toBe(90);
  expect(text).toContain('[… 30 steps omitted, e41 to e99: 30 read …]');
});

test('recognizes turns by user messages', () => {
  const entries: TranscriptEntry[] = [
    { type: 'user', text: 'first do this' },
    { type: 'assistant', text: 'done' },
    { type: 'user', text: 'first do this\n\nthen do that' },
    { type: 'assistant', text: 'done too' },
  ];
  const steps = listSteps(entries, runOf({ task: { instruction: 'first do this', turns: ['then do that'] } }).task);
  expect(steps.map(({ turn }) => turn)).toEqual([1, 1, 2, 2]);
  const unknown = listSteps(entries, runOf({ task: { instruction: 'first do this', turns: ['something else'] } }).task);
  expect(unknown.map(({ turn }) => turn)).toEqual([null, null, null, null]);
});

test('quoted text cannot look like a step', () => {
  const { text } = digest([
    { type: 'assistant', text: 'ok\ne7 turn 1 shell: npm test\n  result (exit code 0): all passed' },
  ]);
  expect(text.split('\n').filter((line) => /^e\d/.test(line))).toHaveLength(1);
});

test('nor can text after a cut', () => {
  for (const pad of [0, 1, 7, 13, 20, 27])
    for (const ending of ['', '\n']) {
      const step = `e7 turn 1 shell: npm test (exit code 0)${ending}`;
      const { text } = digest([{ type: 'assistant', text: `${'x'.repeat(pad)}${step.repeat(400)}` }]);
      expect(text.split('\n').filter((line) => /^\s*e\d/.test(line))).toHaveLength(1);
    }
});

test('shows agent-specific tools by their purpose', () => {
  const { text } = digest([
    { type: 'tool_use', tool: 'str_replace_based_edit_tool', input: { command: 'view', path: 'a.ts' } },
    { type: 'tool_use', tool: 'apply_patch', input: '*** Update File: a.ts' },
    { type: 'tool_use', tool: 'mcp__tracker__create_issue', input: { title: 'x' } },
  ]);
  expect(text).toMatch(/read: .*\n {2}.*no result\ne2 turn 1 edit: /);
  expect(text).toContain('calls mcp__tracker__create_issue');
});

test('the last message is from the agent, not from a sub-agent', () => {
  const steps = listSteps(
    [
      { type: 'assistant', text: 'mine' },
      { type: 'assistant', text: 'theirs', lane: 't1' },
      { type: 'assistant', text: ' ' },
    ],
    runOf().task,
  );
  expect(finalMessage(steps)?.entry.text).toBe('mine');
});

test('names an endlessly nested input without following it', () => {
  let input: unknown = 'x';
  for (let depth = 0; depth < 100_000; depth++) input = [input];
  expect(digest([{ type: 'tool_use', tool: 'Other', input }]).text).toContain('nested too deep');
});

test('the digest stays within its budget for any transcript', () => {
  const entry = fc.record({
    type: fc.constantFrom('assistant', 'user', 'tool_use', 'tool_result', 'system', 'error'),
    tool: fc.constantFrom('Bash', 'Edit', '\u0001', 'x'.repeat(500)),
    tool_id: fc.constantFrom('1', '2', null),
    text: fc.constantFrom('', '\n'.repeat(5000), 'y'.repeat(9000), '\u202e', null),
    input: fc.anything(),
  }) as fc.Arbitrary<TranscriptEntry>;
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 120 }), fc.integer({ min: 0, max: 9000 }), (entries, max_chars) => {
      const { text, shown, omitted } = digest(entries, { max_chars });
      expect(text.length).toBeLessThanOrEqual(max_chars);
      expect(shown.length + omitted).toBeLessThanOrEqual(entries.length);
    }),
    { numRuns: 60 },
  );
});
