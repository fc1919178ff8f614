import { expect, test } from 'vitest';
import { ask, bash, call, edit, makeRecord } from '../../../test/session.ts';
import { readFacts } from '../read-facts.ts';

const failed = { is_error: true };

test.each([
  { did: bash('npm run gen', 'boom', failed), kind: 'failing_command', text: 'npm run gen' },
  { did: bash('npm test', 'Tests 1 failed (1)', failed), kind: undefined, text: undefined },
  {
    did: bash('git merge main', 'CONFLICT (content): Merge conflict in a.ts', failed),
    kind: undefined,
    text: undefined,
  },
  { did: bash('rg x', 'bash: line 1: rg: command not found', failed), kind: 'missing_tool', text: 'rg' },
  {
    did: bash('ls src/commands/', "ls: cannot access 'src/commands/': No such file or directory", failed),
    ...{ kind: 'looked_for', text: 'src/commands/' },
  },
  {
    did: call('Read', { file_path: '/w/a.yml' }, 'File does not exist.', failed),
    kind: 'looked_for',
    text: '/w/a.yml',
  },
  {
    did: call('Grep', { pattern: 'x', path: '/w/src/commands' }, 'Path does not exist: /w/src/commands', failed),
    ...{ kind: 'looked_for', text: '/w/src/commands' },
  },
  { did: call('Grep', { pattern: 'x' }, 'Sibling tool call errored', failed), kind: undefined, text: undefined },
  {
    did: edit('/w/a.ts', { ...failed, text: 'String to replace not found in file.' }),
    kind: undefined,
    text: undefined,
  },
  { did: call('Skill', { name: 'x' }, 'Unknown skill: x', failed), kind: 'error', text: 'Unknown skill: x' },
])('$did.1.text is $kind', ({ did, kind, text }) => {
  const [found] = readFacts(makeRecord([ask('Go.'), ...did])).occurrences;
  expect([found?.kind, found?.text]).toEqual([kind, text]);
});

test('a folder is the same however it is looked for', () => {
  const { occurrences } = readFacts(
    makeRecord([
      ...[ask('Go.'), ...bash('ls src/commands/', 'ls: src/commands/: No such file or directory', failed)],
      ...call('Grep', { pattern: 'x', path: '/w/src/commands' }, 'Path does not exist: /w/src/commands', failed),
    ]),
  );
  expect(new Set(occurrences.map(({ key }) => key)).size).toBe(1);
});
