import type { TranscriptEntry } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { interactionsV1 } from '../../interactions/interactions.v1.ts';
import { judgeHeuristically } from '../judge.ts';
import { HEURISTIC_RULES } from './index.ts';

test('ids are unique and in kebab case, and every rule has a description', () => {
  expect(new Set(HEURISTIC_RULES.map(({ id }) => id)).size).toBe(HEURISTIC_RULES.length);
  for (const { id, title, description } of HEURISTIC_RULES) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(title).not.toBe('');
    expect(description).toMatch(/\.$/);
  }
});

type Steps = Partial<TranscriptEntry>[][];
type Result = Partial<TranscriptEntry>;

const call = (tool: string, input: unknown, result: Result | null = {}): Result[] => [
  { type: 'tool_use', tool, input },
  ...(result === null ? [] : [{ type: 'tool_result' as const, text: 'done', ...result }]),
];
const say = (text: string): Result[] => [{ type: 'assistant', text }];
const user: Result[] = [{ type: 'user', text: 'go on' }];
const inLane = (lane: string, entries: Result[]): Result[] => entries.map((entry) => ({ ...entry, lane }));

const bash = (command: string, result: Result | null = {}) => call('Bash', { command }, result);
const read = (file_path: string, text = 'the text') => call('Read', { file_path }, { text });
const edit = (old_string: string, new_string: string, file_path = '/w/a.ts') =>
  call('Edit', { file_path, old_string, new_string });
const write = (content: string, file_path = '/w/a.ts') => call('Write', { file_path, content });
const failing = { is_error: true };
const words = (count: number, prefix = 'identifier') =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`).join(' ');

/** The remarks of a rule, as `i2 success 0.5`. */
function remarksOf(rule: string, steps: Steps): string[] {
  const entries = steps
    .flatMap((step, i) => step.map((entry) => (entry.tool_id ? entry : { ...entry, tool_id: `t${i}` })))
    .map((entry) => entry as TranscriptEntry);
  const { interactions } = interactionsV1.compute({ entries });
  return judgeHeuristically({ entries, interactions })
    .notes.filter((note) => note.rule === rule)
    .map(({ interaction_id, signal, value }) => `${interaction_id} ${signal} ${value}`);
}

interface Row {
  steps: Steps;
  says: string[];
  why: string;
}

const table = (rule: string, rows: Row[]) =>
  describe(rule, () => {
    test.each(rows)('$why', ({ steps, says }) => expect(remarksOf(rule, steps)).toEqual(says));
  });

table('failed-call', [
  { steps: [bash('make')], says: [], why: 'success' },
  { steps: [bash('make', failing)], says: ['i1 success 0'], why: 'an error' },
  { steps: [bash('make', { exit_code: 2 })], says: ['i1 success 0'], why: 'a non-zero exit' },
  { steps: [bash('make', failing), bash('make')], says: ['i1 success 0.5'], why: 'the same command succeeds later' },
  {
    steps: [bash('make'), bash('make', failing)],
    says: ['i2 success 0'],
    why: 'an earlier success is no recovery',
  },
  { steps: [bash('make', failing), bash('make all')], says: ['i1 success 0'], why: 'another command succeeds' },
  {
    steps: [call('Edit', { file_path: 'a', old_string: 'x', new_string: 'y' }, failing), edit('z', 'y', './a')],
    says: ['i1 success 0.5'],
    why: 'the same tool on the same file, however it is spelled',
  },
  {
    steps: [read('/a'), call('Read', { file_path: '/a' }, failing), read('/a')],
    says: ['i2 success 0'],
    why: 'a repeated read is no recovery',
  },
  { steps: [bash('grep x y', { exit_code: 1, text: '' })], says: [], why: 'a search without a match is no failure' },
  {
    steps: [bash('grep x y', { exit_code: 2, text: 'no such file' })],
    says: ['i1 success 0'],
    why: 'a failed search is',
  },
  {
    steps: [[{ type: 'assistant', text: 'API error', is_error: true }]],
    says: ['i1 success 0'],
    why: 'a failed reply',
  },
]);

table('repeated-failure', [
  { steps: [bash('make', failing)], says: [], why: 'once' },
  {
    steps: [bash('make', failing), bash('make', failing)],
    says: ['i2 necessity 0', 'i2 relevance 0.25'],
    why: 'again, with nothing in between',
  },
  {
    steps: [bash('make', failing), read('/a'), bash('ls -l | head'), say('hm'), bash('make', failing)],
    says: ['i5 necessity 0', 'i5 relevance 0.25'],
    why: 'looking and thinking change nothing',
  },
  { steps: [bash('make', failing), edit('a', 'b'), bash('make', failing)], says: [], why: 'after an edit' },
  { steps: [bash('make', failing), bash('npm i'), bash('make', failing)], says: [], why: 'after another command' },
  { steps: [bash('make', failing), user, bash('make', failing)], says: [], why: 'after a user message' },
  {
    steps: [bash('make', failing), call('Edit', { file_path: 'a' }, failing), bash('make', failing)],
    says: ['i3 necessity 0', 'i3 relevance 0.25'],
    why: 'a failed edit changed nothing',
  },
  { steps: [bash('make', failing), inLane('s', bash('make', failing))], says: [], why: 'another agent did not know' },
]);

const repeated = (id: string) => [`${id} necessity 0`, `${id} relevance 0`, `${id} weight 0`];

table('repeated-read', [
  { steps: [read('/a'), read('/b')], says: [], why: 'two files' },
  { steps: [read('/a'), say('so'), read('/a')], says: repeated('i3'), why: 'the same file again' },
  { steps: [read('/w/a'), read('/w/./x/../a')], says: repeated('i2'), why: 'under another spelling' },
  { steps: [read('/a'), read('/a', 'other text')], says: [], why: 'with another content' },
  { steps: [read('/w/a.ts'), edit('x', 'y'), read('/w/a.ts')], says: [], why: 'after a write to it' },
  { steps: [read('/a'), write('x', '/b'), read('/a')], says: repeated('i3'), why: 'after a write to another file' },
  {
    steps: [call('Read', { file_path: '/a', offset: 1 }), call('Read', { file_path: '/a', offset: 90 })],
    says: [],
    why: 'another part of the file',
  },
  {
    steps: [call('Read', { file_path: '/a' }, null), call('Read', { file_path: '/a' }, null)],
    says: repeated('i2'),
    why: 'with unknown content and no change in between',
  },
  {
    steps: [call('Read', { file_path: '/a' }, null), bash('make'), call('Read', { file_path: '/a' }, null)],
    says: [],
    why: 'with unknown content, after something ran',
  },
  { steps: [read('/a'), inLane('s', read('/a'))], says: [], why: 'a sub-agent has a separate memory' },
  {
    steps: [bash('cat a.ts', { text: 'x' }), bash('cat a.ts', { text: 'x' })],
    says: repeated('i2'),
    why: 'by a shell',
  },
  { steps: [bash('date', { text: 'x' }), bash('date', { text: 'x' })], says: [], why: 'not a file' },
]);

table('unused-output', [
  { steps: [read('/a', words(500)), say('I see identifier7.')], says: [], why: 'an identifier is mentioned' },
  { steps: [read('/a', words(500)), say('I see.')], says: ['i1 relevance 0.3'], why: 'nothing is' },
  { steps: [read('/a', words(50)), say('I see.')], says: [], why: 'a small output' },
  { steps: [read('/a', words(500)), bash('rm identifier9')], says: [], why: 'an identifier is an argument' },
  { steps: [read('/w/parser.ts', words(500)), edit('a', 'b', '/w/parser.ts')], says: [], why: 'the file is edited' },
  {
    steps: [say('identifier7'), read('/a', words(500)), say('so')],
    says: ['i2 relevance 0.3'],
    why: 'only mentioned before',
  },
  { steps: [read('/a', words(500))], says: [], why: 'nothing follows, so use is unknown' },
  { steps: [read('/a', 'lorem ipsum '.repeat(500)), say('so')], says: [], why: 'nothing to trace' },
  { steps: [bash('x', { ...failing, text: words(500) }), say('so')], says: [], why: 'a failure is read, not used' },
]);

table('empty-search', [
  { steps: [call('Grep', { pattern: 'x' }, { text: 'a.ts:1:x' })], says: [], why: 'a match' },
  ...['', 'No files found', 'No matches found.', 'Found 0 matches', '[]'].map((text) => ({
    steps: [call('Grep', { pattern: 'x' }, { text })],
    says: ['i1 necessity 0.8', 'i1 relevance 0.6'],
    why: `"${text}" is none`,
  })),
  {
    steps: [bash('cd src && grep -rn x .', { exit_code: 1, text: '' })],
    says: ['i1 necessity 0.8', 'i1 relevance 0.6'],
    why: 'by a shell',
  },
  { steps: [bash('make', { text: '' })], says: [], why: 'empty output of a command that is not a search' },
  { steps: [call('Grep', { pattern: 'x' }, null)], says: [], why: 'a search without a result' },
]);

table('oversized-output', [
  { steps: [read('/a', words(1200))], says: [], why: 'under 20 kB' },
  { steps: [bash('x', { text: 'y'.repeat(25_000) })], says: ['i1 weight 0.8'], why: 'a quarter above' },
  { steps: [bash('x', { text: 'y'.repeat(9_000_000) })], says: ['i1 weight 0.25'], why: 'the lowest value' },
  { steps: [read('/a', words(3000)), say(words(5))], says: [], why: 'well used' },
]);

table('undone-edit', [
  { steps: [edit('a', 'b'), edit('b', 'c')], says: [], why: 'an edit of an edit' },
  {
    steps: [edit('a', 'b'), edit('b', 'a')],
    says: ['i1 necessity 0.25', 'i1 relevance 0.25'],
    why: 'the texts are swapped',
  },
  { steps: [edit('a', 'b'), edit('b', 'a', '/w/b.ts')], says: [], why: 'in another file' },
  {
    steps: [write('a'), write('b'), edit('b', 'c'), write('a')],
    says: ['i2 necessity 0.25', 'i2 relevance 0.25', 'i3 necessity 0.25', 'i3 relevance 0.25'],
    why: 'the file is written as it was',
  },
  { steps: [write('a'), write('a')], says: [], why: 'written again, but not reverted' },
  {
    steps: [
      call('MultiEdit', {
        file_path: '/w/a.ts',
        edits: [
          ['a', 'b'],
          ['c', 'd'],
        ].map(([o, n]) => ({ old_string: o, new_string: n })),
      }),
      edit('b', 'a'),
    ],
    says: [],
    why: 'only half is reverted',
  },
  {
    steps: [edit('a', 'b'), call('Edit', { file_path: '/w/a.ts', old_string: 'b', new_string: 'a' }, failing)],
    says: [],
    why: 'the revert failed',
  },
]);

table('unverified-finish', [
  { steps: [bash('make')], says: [], why: 'no edit' },
  { steps: [edit('a', 'b')], says: ['i1 success 0.5'], why: 'nothing follows' },
  { steps: [edit('a', 'b'), edit('c', 'd')], says: ['i2 success 0.5'], why: 'only the last one counts' },
  { steps: [edit('a', 'b'), bash('npm test 2>&1 | tail')], says: [], why: 'a test' },
  { steps: [edit('a', 'b'), bash('node a.ts', failing)], says: [], why: 'a run, whatever its result' },
  {
    steps: [edit('a', 'b'), bash('git diff'), bash('cat a.ts')],
    says: ['i1 success 0.5'],
    why: 'reading it is no verification',
  },
  { steps: [edit('a', 'b'), bash('git commit -am x')], says: ['i1 success 0.5'], why: 'a commit' },
  { steps: [edit('a', 'b', 'README.md')], says: [], why: 'prose does not run' },
  { steps: [edit('a', 'b', '/h/.claude/plan.json')], says: [], why: "an agent's own files" },
  { steps: [call('apply_patch', '*** Update File: a.ts\n+x')], says: ['i1 success 0.5'], why: 'a patch' },
  { steps: [edit('a', 'b'), call('mcp__playwright__browser_click', {})], says: [], why: 'tested in a browser' },
]);

const long = 'We should look at the parser first. '.repeat(8);

table('repeated-thinking', [
  { steps: [say(long), bash('a'), say(`${long}!`)], says: [], why: 'another text' },
  { steps: [say(long), bash('a'), say(` ${long}`)], says: ['i3 necessity 0.25', 'i3 relevance 0.25'], why: 'again' },
  { steps: [say('Next.'), bash('a'), say('Next.')], says: [], why: 'short texts' },
  { steps: [say(long), bash('a'), say(long), say(words(200))], says: [], why: 'with much that is new' },
  { steps: [say(long), inLane('s', say(long))], says: [], why: 'by another agent' },
]);
