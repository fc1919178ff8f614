import type { TranscriptEntry } from '@assay/schema';
import { expect, test } from 'vitest';
import { ask, bash, call, edit, makeRecord, say } from '../../../test/session.ts';
import { readFacts } from '../read-facts.ts';
import { FINDING_RULES } from './index.ts';

const failed = { is_error: true };
const big = Array.from({ length: 4000 }, (_, i) => `name_of_${i}`).join(' ');
const timedAt = (minutes: number, entries: TranscriptEntry[]): TranscriptEntry[] =>
  entries.map((entry) => ({ ...entry, at: new Date(1_794_700_000_000 + minutes * 60_000).toISOString() }));
const hang = (minute: number): TranscriptEntry[] => {
  const [use, result] = bash('bash e2e.sh', 'Command timed out after 10m 0.0s', failed) as [
    TranscriptEntry,
    TranscriptEntry,
  ];
  return [...timedAt(minute, [use]), ...timedAt(minute + 10, [result])];
};

test.each([
  {
    kind: 'hung-command',
    did: [timedAt(0, [ask('Go.')]), hang(1), hang(12), timedAt(40, [say('Done.')])],
    message: '`bash e2e.sh` hung twice, 20 min of 40 min, and was run again unchanged.',
  },
  {
    kind: 'missing-tool',
    did: [bash('rg x', 'bash: line 1: rg: command not found', failed)],
    message: '`rg` is missing: 1 call failed, `rg x`.',
  },
  {
    kind: 'repeated-failure',
    did: [bash('npm run gen', 'boom', failed), bash('npm run gen', 'boom', failed)],
    message: '`npm run gen` failed twice, once with nothing changed in between.',
  },
  {
    kind: 'rereads',
    did: Array.from({ length: 4 }, () => call('Read', { file_path: '/w/a.ts' }, 'text')),
    message: '3 reads returned what was already read: `Read /w/a.ts`.',
  },
  {
    kind: 'unused-output',
    did: [bash('cat log', big), [say('Nothing there.')]],
    message: '1 output of 51 kB went unused: `cat log`.',
  },
  {
    kind: 'edited-often',
    did: Array.from({ length: 8 }, () => edit('/w/a.ts')),
    message: '/w/a.ts was edited 8 times.',
  },
  {
    kind: 'corrected-often',
    did: [[say('Done.'), ask('No, wrong file.'), say('Done.'), ask('That is still not what I asked for.'), say('Ok.')]],
    message: 'The person corrected the agent 2 times, such as “No, wrong file.”.',
  },
  {
    kind: 'false-claim',
    did: [edit('/w/a.ts'), bash('npm test', 'Tests 1 failed (1)', failed), [say('All tests pass.')]],
    message: 'The last message says “All tests pass.”, but the last test run, `npm test`, failed.',
  },
  {
    kind: 'risky-command',
    did: [bash('git stash list', ''), bash('git reset --hard HEAD~1', 'HEAD is now at 1'), bash('git push', 'done')],
    message: '2 commands changed or published the work tree as a whole: `git reset --hard HEAD~1`, `git push`.',
  },
  {
    kind: 'unverified-change',
    did: [edit('/w/a.ts')],
    message: 'Nothing checked the last change (a.ts).',
  },
  {
    kind: 'unverified-change',
    did: [edit('/w/a.ts'), [say('Done.'), ask('Next.')], edit('/w/b.ts'), [say('Done.'), ask('Why?'), say('So.')]],
    message: 'Nothing checked the last change (b.ts), and so it was after 1 other request.',
  },
])('$kind', ({ kind, did, message }) => {
  const { findings } = readFacts(makeRecord([ask('Go.'), ...did.flat()]));
  expect(findings.filter((finding) => finding.kind === kind).map((finding) => finding.message)).toEqual([message]);
});

test('a change that a later request checks is no finding', () => {
  const did = [ask('Go.'), ...edit('/w/a.ts'), ask('Run the tests.'), ...bash('npm test', '3 passed')];
  expect(readFacts(makeRecord(did)).findings).toEqual([]);
});

test('a tidy session has none', () => {
  const { findings } = readFacts(
    makeRecord([ask('Go.'), ...edit('/w/a.ts'), ...bash('npm test', '3 passed'), say('Ok.')]),
  );
  expect(findings).toEqual([]);
});

test('every kind is named once', () => {
  const kinds = FINDING_RULES.map(({ kind }) => kind);
  expect(new Set(kinds).size).toBe(kinds.length);
});
