import { expect, test } from 'vitest';
import { reviewReason } from './review-reason.ts';

const file = (text: string) => ({ mode: '100644' as const, content: Buffer.from(text) });
const KEY = ['AKIA', 'Z7Q4NTM2XW3VJPLK'].join('');

test.each([
  { path: '.github/workflows/release.yml', why: 'GitHub runs it' },
  { path: '.GitHub/Workflows/release.yml', why: 'also where case is ignored' },
  { path: '.github/actions/setup/action.yml', why: 'workflows call it' },
  { path: '.gitlab-ci.yml', why: 'GitLab runs it' },
  { path: '.circleci/config.yml', why: 'CircleCI runs it' },
  { path: 'Jenkinsfile', why: 'Jenkins runs it' },
])('$path needs review: $why', ({ path }) => {
  expect(reviewReason([{ path, file: file('x'), before: null }])).toContain(`touches ${path}`);
  expect(reviewReason([{ path, file: null, before: Buffer.from('x') }])).toContain('as soon as it is pushed');
});

test('an added secret is a reason, an existing one is not', () => {
  const now = `key = '${KEY}'\n`;
  expect(reviewReason([{ path: 'a.py', file: file(now), before: null }])).toContain('in a.py');
  expect(reviewReason([{ path: 'a.py', file: file(`${now}x = 1\n`), before: Buffer.from(now) }])).toBeNull();
  expect(reviewReason([{ path: 'a.py', file: null, before: Buffer.from(now) }])).toBeNull();
});

test('code, documentation and files that only resemble a pipeline may be pushed', () => {
  for (const path of ['src/a.ts', 'README.md', '.github/CODEOWNERS', 'docs/Jenkinsfile.md', 'test/.gitlab-ci.yml'])
    expect(reviewReason([{ path, file: file('x = 1\n'), before: null }])).toBeNull();
});
